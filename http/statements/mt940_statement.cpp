#include "http/statements/statement_readers.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/local_time.hpp"
#include "http/feeds/entry_values.hpp"
#include "http/statements/mt940_doubts.hpp"
#include "http/statements/mt940_fields.hpp"
#include "http/statements/mt940_texts.hpp"
#include "http/wire/entry_reference.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {
namespace {

/// The digits at the front of a text, which are taken off; empty if there are fewer.
std::string_view take_digits(std::string_view& text, std::size_t count) {
  const auto digits = text.substr(0, count);
  if (digits.size() < count || !std::ranges::all_of(digits, is_digit)) return {};
  text.remove_prefix(count);
  return digits;
}

/// `260315`: the day in this century.
std::optional<timestamp> day_of(std::string_view digits) {
  if (digits.size() != 6) return std::nullopt;
  const std::string text{digits};
  return parse_bank_time("20" + text.substr(0, 2) + '-' + text.substr(2, 2) + '-' + text.substr(4, 2));
}

/// The booking day has no year: it is the one next to the value day, which some banks write as February 30, after the
/// months of interest.
std::optional<timestamp> booking_day(std::string_view value_day, std::string_view month_and_day) {
  auto value = day_of(value_day);
  if (month_and_day.empty()) return value;
  if (!value) value = day_of(std::string{value_day.substr(0, 4)} + "28");
  if (!value) return value;
  std::optional<timestamp> nearest;
  const int year = (value_day[0] - '0') * 10 + value_day[1] - '0';
  for (const int candidate : {year - 1, year, year + 1}) {
    if (candidate < 0 || candidate > 99) continue;
    std::string digits(2, '0');
    write_padded(digits.data(), static_cast<std::uint64_t>(candidate), 2);
    const auto day = day_of(digits.append(month_and_day));
    if (day && (!nearest || std::chrono::abs(*day - *value) < std::chrono::abs(*nearest - *value))) nearest = day;
  }
  return nearest;
}

/// `MSCBVNVX/0123456789`, `0123456789VND`: the number alone.
std::string account_in(std::string_view text) {
  if (const auto slash = text.rfind('/'); slash != text.npos) text.remove_prefix(slash + 1);
  constexpr std::string_view currency = "VND";
  if (text.size() > currency.size() && text.ends_with(currency)) text.remove_suffix(currency.size());
  return repaired_name(trimmed(text));
}

/// An amount of SWIFT in thousandths, with a comma: `150000,` or `150000,25`; none if it is not one.
std::optional<std::int64_t> thousandths_in(std::string_view text) {
  constexpr std::size_t decimals_max = 3;
  const auto comma = text.find(',');
  if (comma == text.npos || comma == 0) return std::nullopt;
  auto decimals = text.substr(comma + 1);
  while (decimals.ends_with('0')) decimals.remove_suffix(1);
  if (decimals.size() > decimals_max) return std::nullopt;
  std::string digits{text.substr(0, comma)};
  digits.append(decimals).append(decimals_max - decimals.size(), '0');
  std::int64_t amount = 0;
  const auto* end = digits.data() + digits.size();
  const auto [read_to, error] = std::from_chars(digits.data(), end, amount);
  return error == std::errc{} && read_to == end ? std::optional{amount} : std::nullopt;
}

/// Of thousandths; none if they are not whole dong.
std::optional<std::int64_t> dong_in(std::optional<std::int64_t> amount) {
  if (!amount || *amount % 1'000 != 0) return std::nullopt;
  return *amount / 1'000;
}

void append_line(std::string& text, std::string_view line) {
  if (!line.empty()) text.append(text.empty() ? "" : "\n").append(line);
}

class mt940_reader {
public:
  mt940_reader(const std::vector<mt940_field>& fields, std::string_view feed)
      : fields_{fields}, feed_{feed}, doubts_{fields} {}

  /// False once there are too many.
  bool read() {
    for (std::size_t place = 0; place < fields_.size(); ++place) {
      const auto& field = fields_[place];
      if (field.tag == "20" || field.tag.starts_with("25")) doubts_.finish();
      if (field.tag.starts_with("25")) start(field);
      if (field.tag.starts_with("60") || field.tag.starts_with("62")) read_balance(place);
      if (field.tag.starts_with("90")) read_count(place);
      if (field.tag != "61") continue;
      if (out.entries.size() == statement_entries_max) return false;
      read_entry(place);
    }
    doubts_.end();
    return true;
  }

  std::size_t doubtful_line() const { return doubts_.line(); }

  bank_statement out;

private:
  void start(const mt940_field& field) {
    account_ = account_in(field.lines.front());
    currency_.clear();
  }

  /// `C260315VND150000,00`.
  void read_balance(std::size_t place) {
    const auto& field = fields_[place];
    const bool is_opening = field.tag.starts_with("60");
    auto text = field.lines.front();
    const bool is_debit = text.starts_with('D');
    std::optional<std::int64_t> balance;
    if (is_debit || text.starts_with('C')) {
      text.remove_prefix(1);
      const auto day = day_of(take_digits(text, 6));
      const auto currency = text.substr(0, 3);
      const auto amount = thousandths_in(text.substr(std::min<std::size_t>(3, text.size())));
      if (day && amount && (is_opening || currency_.empty() || currency == currency_))
        balance = is_debit ? -*amount : *amount;
      if (is_opening || currency_.empty()) currency_ = currency;
      // With `M` it is a page's, not the statement's.
      if (const auto dong = dong_in(balance); dong && currency_ == "VND" && field.tag.ends_with('F'))
        out.balances.push_back(
            {is_opening ? account_balance::kind::opening : account_balance::kind::closing, account_, *dong, *day});
    }
    is_opening ? doubts_.open(balance) : doubts_.close(place, balance);
  }

  /// `3VND1500,`: how many there are, and their sum.
  void read_count(std::size_t place) {
    const auto& field = fields_[place];
    std::size_t count = 0;
    const auto text = field.lines.front();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error == std::errc{}) doubts_.count(place, field.tag.ends_with('C'), count);
  }

  void read_entry(std::size_t place) {
    const auto& field = fields_[place];
    decoded_entry row;
    entry_values values{row};
    const auto name = "line " + std::to_string(field.line) + ", :61:";
    if (account_.empty())
      values.fault(name, "comes before a :25:");
    else
      values.set_account("line " + std::to_string(field.line) + ", :25:", account_);
    if (feed_ == switch_code) values.fault(name, "cannot be from the switch: MT940 does not name the bank");
    const bool is_in_dong = currency_.empty() || currency_ == "VND";
    if (!is_in_dong) values.fault(name, "is in " + repaired(currency_) + ", not in VND");
    auto others = read_texts(place, row.entry);
    read_line(field.lines.front(), name, values, row, others);
    // Texts beside the content, such as the account owner's reference, may name a link.
    if (!others.empty()) row.entry.searched = row.entry.content + '\n' + others;
    doubts_.add(place, is_nothing_ ? std::nullopt
                                   : std::optional{row.entry.type == transfer_type::debit ? -amount_ : amount_});
    out.entries.push_back(std::move(row));
  }

  /// The content is what the `:86:`s say, or for want of one what the entry's second line says; returns the other
  /// texts.
  std::string read_texts(std::size_t place, bank_entry& entry) const {
    const auto& field = fields_[place];
    std::string others;
    std::vector<std::string_view> lines;
    std::vector<std::string> more;
    auto next = place + 1;
    for (; next < fields_.size() && fields_[next].tag == "86" && !fields_[next].begins_message; ++next) {
      const auto& said = fields_[next].lines;
      lines.insert(lines.end(), said.begin(), said.end());
      // What follows a plain text is plain, too, whatever a payer makes it look like.
      if (next > place + 1) more.push_back(read_mt940_text(said, false).content);
    }
    const bool has_text = next > place + 1;
    if (has_text) {
      auto first = read_mt940_text(fields_[place + 1].lines);
      // Numbered parts go on.
      if (first.has_parts && !more.empty()) first = read_mt940_text(lines), more.clear();
      entry.content = std::move(first.content);
      for (const auto& text : more) entry.content.append(entry.content.empty() || text.empty() ? "" : " ").append(text);
      append_line(others, first.others);
    }
    const auto second = read_mt940_text({field.lines.begin() + 1, field.lines.end()}, false);
    has_text ? append_line(others, second.content) : void(entry.content = second.content);
    return others;
  }

  /// `2603150315CD150000,00NTRFNONREF//FT26074`.
  void read_line(std::string_view text, const std::string& name, entry_values& values, decoded_entry& row,
                 std::string& others) {
    is_nothing_ = false;
    amount_ = 0;
    const auto value_day = take_digits(text, 6);
    const auto month_and_day = take_digits(text, 4);
    const auto day = value_day.empty() ? std::nullopt : booking_day(value_day, month_and_day);
    if (!day) return values.fault(name, "must start with a day, YYMMDD");
    row.entry.occurred_at = *day;
    const bool is_reversal = text.starts_with('R');
    if (is_reversal) text.remove_prefix(1);
    row.entry.is_reversal = is_reversal;
    const bool is_debit = text.starts_with('D');
    if (!is_debit && !text.starts_with('C')) return values.fault(name, "must have C, D, RC or RD after the day");
    text.remove_prefix(1);
    row.entry.type = is_debit != is_reversal ? transfer_type::debit : transfer_type::credit;
    // The currency's third letter.
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') text.remove_prefix(1);
    const auto amount = text.substr(0, text.find_first_not_of("0123456789,."));
    text.remove_prefix(amount.size());
    const auto thousandths = thousandths_in(amount);
    is_nothing_ = thousandths == 0;
    amount_ = thousandths.value_or(0);
    const auto dong = dong_in(thousandths);
    if (is_nothing_ || !dong) return values.fault(name, "must have an amount above 0 with a comma, in whole VND");
    row.entry.amount = {*dong};
    constexpr std::size_t kind_size = 4;
    const auto owners = repaired(trimmed(text.substr(std::min(kind_size, text.size()))));
    if (!is_placeholder(owners)) append_line(others, owners);
    set_reference(text, name, values, row);
  }

  /// `NTRFcustomer//bank`.
  void set_reference(std::string_view text, const std::string& name, entry_values& values, decoded_entry& row) {
    constexpr std::size_t kind_size = 4;
    text.remove_prefix(std::min(kind_size, text.size()));
    const auto bank = text.find("//");
    auto reference = repaired(trimmed(bank == text.npos ? std::string_view{} : text.substr(bank + 2)));
    if (reference.empty()) reference = repaired(trimmed(text.substr(0, bank)));
    if (!row.invalid.empty() || account_.empty()) return;
    if (is_placeholder(reference)) reference = entry_references::made_up(row.entry, {});
    values.set_reference(name, entry_references::dated(references_.numbered(reference, row.entry), row.entry));
  }

  const std::vector<mt940_field>& fields_;
  std::string_view feed_;
  std::string account_;
  std::string currency_;
  bool is_nothing_ = false; ///< The last entry is of 0, which some banks write to inform.
  std::int64_t amount_ = 0; ///< Of the last entry, in thousandths; 0 if it cannot be read.
  entry_references references_;
  mt940_doubts doubts_;
};

json_refusal refusal_of_doubt(std::size_t line) {
  return {
      "Line " + std::to_string(line) +
      " may be a transfer text that looks like a field; the file does not distinguish the two. Nothing was imported. "
      "Export these days as camt.053 or CSV, and import that."};
}

} // namespace

read_statement read_mt940_statement(std::string_view file, std::string_view feed) {
  if (file.size() > statement_bytes_max)
    return json_refusal{"The statement must have at most " + std::to_string(statement_bytes_max) + " bytes."};
  const auto fields = read_mt940_fields(file);
  const bool is_one = std::ranges::any_of(fields.all, [](const mt940_field& field) {
    return field.tag == "61" || field.tag.starts_with("60") || field.tag.starts_with("62");
  });
  if (!is_one) return json_refusal{"The file is not MT940: it has neither an entry (:61:) nor a balance (:60F:)."};
  if (fields.doubtful_line != 0) return refusal_of_doubt(fields.doubtful_line);
  mt940_reader reader{fields.all, feed};
  if (!reader.read())
    return json_refusal{"The statement must contain at most " + std::to_string(statement_entries_max) + " entries."};
  if (reader.doubtful_line() != 0) return refusal_of_doubt(reader.doubtful_line());
  return std::move(reader.out);
}

} // namespace paylink
