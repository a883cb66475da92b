#include "http/feeds/casso_feed.hpp"

#include "http/feeds/aggregator_entry.hpp"
#include "http/wire/entry_reference.hpp"

#include <array>

namespace paylink {
namespace {

constexpr std::size_t entries_max = 500;

// In v1 some have other names.
constexpr std::array<std::string_view, 15> casso_names{"runningBalance",
                                                       "cusum_balance",
                                                       "id",
                                                       "description",
                                                       "amount",
                                                       "transactionDateTime",
                                                       "when",
                                                       "bankName",
                                                       "accountNumber",
                                                       "bank_sub_acc_id",
                                                       "subAccId",
                                                       "virtualAccountNumber",
                                                       "bank_abbr",
                                                       "virtualAccount",
                                                       "bankAbbreviation"};

/// Lists of banks differ in their short codes, so one that fits is enough.
void read_casso_bank(aggregator_entry& from, const known_members& members, std::string_view feed) {
  const auto* own = find_bank(feed);
  for (const auto name : {"bankName", "bankAbbreviation", "bank_abbr"})
    if (own && members[name].is_text() && find_bank_by_name(members[name].text) == own) return;
  from.read_bank(from.present({"bankName", "bankAbbreviation", "bank_abbr"}), feed);
}

decoded_entry casso_entry(const known_members& members, std::string_view feed) {
  decoded_entry row;
  aggregator_entry from{members, row};
  from.read_id("id");
  from.read_account(from.present({"accountNumber", "bank_sub_acc_id", "subAccId"}));
  from.read_signed_amount("amount");
  from.read_time(from.present({"transactionDateTime", "when"}));
  from.read_virtual_account(from.present({"virtualAccountNumber", "virtualAccount"}));
  from.read_content("description");
  read_casso_bank(from, members, feed);
  from.read_balance(from.present({"runningBalance", "cusum_balance"}));
  from.refuse_repeated(std::span{casso_names}.subspan<2>());
  return row;
}

/// Reads `data` into rows.
class data_reader {
public:
  data_reader(json_cursor& cursor, std::string_view feed) : cursor_{cursor}, feed_{feed} {}

  bool read() {
    if (is_read) return cursor_.skip_value(unknown_depth_max);
    is_read = true;
    if (cursor_.peek() == 'n') return cursor_.take_word("null");
    if (!cursor_.take('[')) return read_one();
    if (cursor_.take(']')) return true;
    do {
      if (rows.size() == entries_max) {
        has_too_many = true;
        return false;
      }
      if (!read_one()) return false;
    } while (cursor_.take(','));
    return cursor_.take(']');
  }

  std::vector<decoded_entry> rows;
  bool is_read = false;
  bool has_too_many = false;

private:
  bool read_one() {
    const bool is_object = cursor_.peek() == '{';
    const auto from = cursor_.offset();
    known_members members{casso_names};
    if (!(is_object ? members.read(cursor_) : cursor_.skip_value(unknown_depth_max))) return false;
    auto row = is_object ? casso_entry(members, feed_) : decoded_entry{};
    if (!is_object) row.invalid = "the transaction is not an object";
    // In the form in which it can be read again by itself.
    if (!row.invalid.empty())
      row.raw = R"({"data":)" + kept_json(cursor_.since(from)) + "}";
    else
      references_.replace_placeholder(row.entry);
    rows.push_back(std::move(row));
    return true;
  }

  json_cursor& cursor_;
  std::string_view feed_;
  entry_references references_;
};

} // namespace

decoded_feed decode_casso(std::string_view body, std::string_view feed) {
  auto cursor = cursor_of(body);
  if (cursor.peek() != '{') return json_refusal{"The body must be a JSON object."};
  data_reader data{cursor, feed};
  bool has_two = false;
  const bool is_json = take_object(cursor, [&](const std::string& name) {
    if (name != "data") return cursor.skip_value(unknown_depth_max);
    has_two = data.is_read;
    return data.read();
  });
  if (data.has_too_many) return json_refusal{"data must contain at most 500 transactions."};
  if (!is_json) return refusal_at("The body is not valid JSON", cursor);
  if (!cursor.is_at_end()) return refusal_at("There is more data after the JSON object", cursor);
  if (has_two) return json_refusal{"data occurs more than once."};
  if (!data.is_read) return json_refusal{"The body must have the member data, as Casso's webhooks do."};
  return std::move(data.rows);
}

} // namespace paylink
