#include "http/feeds/sepay_feed.hpp"

#include "http/feeds/aggregator_entry.hpp"
#include "http/wire/entry_reference.hpp"

#include <array>

namespace paylink {
namespace {

constexpr std::array<std::string_view, 11> sepay_names{
    "accumulated",   "description",  "code",           "id",      "gateway",   "transactionDate",
    "accountNumber", "transferType", "transferAmount", "content", "subAccount"};

void read_sepay_direction(const member_value& value, entry_values& values, bank_entry& entry) {
  if (!value.is_text() || (value.text != "in" && value.text != "out"))
    values.fault("transferType", value.is_absent() ? "is missing" : "must be in or out");
  entry.type = value.text == "out" ? transfer_type::debit : transfer_type::credit;
}

decoded_entry sepay_entry(const known_members& members, std::string_view feed) {
  decoded_entry row;
  aggregator_entry from{members, row};
  from.read_id("id");
  from.read_account("accountNumber");
  from.read_amount("transferAmount");
  read_sepay_direction(members["transferType"], from.values(), row.entry);
  from.read_time("transactionDate");
  from.read_virtual_account("subAccount");
  from.read_content("content");
  from.read_other_texts({"description", "code"});
  from.read_bank("gateway", feed);
  from.read_balance("accumulated");
  from.refuse_repeated(std::span{sepay_names}.subspan<3>());
  return row;
}

} // namespace

decoded_feed decode_sepay(std::string_view body, std::string_view feed) {
  auto cursor = cursor_of(body);
  if (cursor.peek() != '{') return json_refusal{"The body must be a JSON object."};
  const auto from = cursor.offset();
  known_members members{sepay_names};
  if (!members.read(cursor)) return refusal_at("The body is not valid JSON", cursor);
  const auto whole = cursor.since(from);
  if (!cursor.is_at_end()) return refusal_at("There is more data after the JSON object", cursor);
  if (!members.names_any()) return json_refusal{"The body must have the members of a SePay webhook."};
  auto row = sepay_entry(members, feed);
  if (!row.invalid.empty())
    row.raw = kept_json(whole);
  else
    entry_references{}.replace_placeholder(row.entry);
  std::vector<decoded_entry> rows;
  rows.push_back(std::move(row));
  return rows;
}

} // namespace paylink
