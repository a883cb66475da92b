#include "http/statements/mt940_statement.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/local_time.hpp"
#include "http/feeds/entry_values.hpp"
#include "http/statements/mt940_lines.hpp"
#include "http/wire/entry_reference.hpp"

#include <algorithm>

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

/// The booking day has no year: it is the one next to the value day.
std::optional<timestamp> booking_day(std::string_view value_day, std::string_view month_and_day) {
  const auto value = day_of(value_day);
  if (!value || month_and_day.empty()) return value;
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

class mt940_reader {
public:
  explicit mt940_reader(std::string_view feed) : feed_{feed} {}

  /// False once there are too many.
  bool read(const std::vector<mt940_field>& fields) {
    for (std::size_t place = 0; place < fields.size(); ++place) {
      const auto& field = fields[place];
      if (field.tag == "25") start(field);
      if (field.tag.starts_with("60") || field.tag.starts_with("62")) read_balance(field);
      if (field.tag != "61") continue;
      if (out.entries.size() == statement_entries_max) return false;
      const bool has_text = place + 1 < fields.size() && fields[place + 1].tag == "86";
      read_entry(field, has_text ? &fields[place + 1] : nullptr);
    }
    return true;
  }

  bank_statement out;

private:
  void start(const mt940_field& field) {
    account_ = account_in(field.lines.front());
    currency_.clear();
  }

  /// `C260315VND150000,00`.
  void read_balance(const mt940_field& field) {
    auto text = field.lines.front();
    const bool is_debit = text.starts_with('D');
    if (!is_debit && !text.starts_with('C')) return;
    text.remove_prefix(1);
    const auto day = day_of(take_digits(text, 6));
    currency_ = text.substr(0, 3);
    const bool is_opening = field.tag.starts_with("60");
    const auto dong = mt940_dong(text.substr(std::min<std::size_t>(3, text.size())));
    // With `M` it is a page's, not the statement's.
    if (!day || !dong || currency_ != "VND" || !field.tag.ends_with('F')) return;
    out.balances.push_back({is_opening ? account_balance::kind::opening : account_balance::kind::closing, account_,
                            is_debit ? -*dong : *dong, *day});
  }

  void read_entry(const mt940_field& field, const mt940_field* text) {
    decoded_entry row;
    entry_values values{row};
    const auto name = "line " + std::to_string(field.line) + ", :61:";
    if (account_.empty())
      values.fault(name, "stands before a :25:");
    else
      values.set_account("line " + std::to_string(field.line) + ", :25:", account_);
    if (feed_ == switch_code) values.fault(name, "cannot be the switch's: MT940 names no bank");
    if (!currency_.empty() && currency_ != "VND") values.fault(name, "is in " + repaired(currency_) + ", not in VND");
    row.entry.content = text ? mt940_text(text->lines) : mt940_text({field.lines.begin() + 1, field.lines.end()});
    read_line(field.lines.front(), name, values, row);
    out.entries.push_back(std::move(row));
  }

  /// `2603150315CD150000,00NTRFNONREF//FT26074`.
  void read_line(std::string_view text, const std::string& name, entry_values& values, decoded_entry& row) {
    const auto value_day = take_digits(text, 6);
    const auto month_and_day = take_digits(text, 4);
    const auto day = value_day.empty() ? std::nullopt : booking_day(value_day, month_and_day);
    if (!day) return values.fault(name, "must begin with a day, YYMMDD");
    row.entry.occurred_at = *day;
    const bool is_reversal = text.starts_with('R');
    if (is_reversal) text.remove_prefix(1);
    const bool is_debit = text.starts_with('D');
    if (!is_debit && !text.starts_with('C')) return values.fault(name, "must have C, D, RC or RD behind the day");
    text.remove_prefix(1);
    row.entry.type = is_debit != is_reversal ? transfer_type::debit : transfer_type::credit;
    // The currency's third letter.
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') text.remove_prefix(1);
    const auto amount = text.substr(0, text.find_first_not_of("0123456789,."));
    text.remove_prefix(amount.size());
    const auto dong = mt940_dong(amount.empty() ? "x" : amount);
    if (!dong || *dong == 0) return values.fault(name, "must have an amount above 0 with a comma, in whole dong");
    row.entry.amount = {*dong};
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

  std::string_view feed_;
  std::string account_;
  std::string currency_;
  entry_references references_;
};

} // namespace

read_statement read_mt940_statement(std::string_view file, std::string_view feed) {
  if (file.size() > statement_bytes_max)
    return json_refusal{"The statement must have at most " + std::to_string(statement_bytes_max) + " bytes."};
  const auto fields = mt940_fields(file);
  const bool is_one = std::ranges::any_of(fields, [](const mt940_field& field) {
    return field.tag == "61" || field.tag.starts_with("60") || field.tag.starts_with("62");
  });
  if (!is_one) return json_refusal{"The file is no MT940: it has neither an entry (:61:) nor a balance (:60F:)."};
  mt940_reader reader{feed};
  if (!reader.read(fields))
    return json_refusal{"The statement must hold at most " + std::to_string(statement_entries_max) + " entries."};
  reader.out.is_doubtful =
      std::ranges::any_of(fields, [](const mt940_field& field) { return field.follows_full_line; });
  return std::move(reader.out);
}

} // namespace paylink
