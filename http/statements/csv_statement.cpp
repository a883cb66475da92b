#include "http/statements/csv_statement.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "http/feeds/entry_values.hpp"
#include "http/statements/column_key.hpp"
#include "http/statements/csv_amount.hpp"
#include "http/statements/csv_records.hpp"
#include "http/statements/date_pattern.hpp"
#include "http/wire/entry_reference.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

enum class csv_column : std::size_t { date, amount, credit, debit, text, reference, balance, account };
constexpr std::size_t csv_columns = 8;

/// What the mapping calls each column; empty: it has none.
std::array<std::string_view, csv_columns> names_in(const csv_mapping& mapping) {
  return {mapping.date, mapping.amount,    mapping.credit,  mapping.debit,
          mapping.text, mapping.reference, mapping.balance, mapping.account};
}

/// Where each column of the mapping is in a file's head.
struct csv_head {
  std::size_t cells = 0;
  bool is_all_quoted = false;
  std::array<std::size_t, csv_columns> places{};
};

/// The cell of a head that has the name: literally, or else the only one that has it without regard to case and
/// accents.
std::optional<std::size_t> place_of(const std::vector<std::string>& cells, std::string_view name) {
  const auto wanted = trimmed(name);
  const auto literally = std::ranges::find_if(cells, [&](const std::string& cell) { return trimmed(cell) == wanted; });
  if (literally != cells.end()) return static_cast<std::size_t>(literally - cells.begin());
  const auto key = column_key(wanted);
  std::optional<std::size_t> found;
  for (std::size_t place = 0; place < cells.size(); ++place) {
    if (column_key(cells[place]) != key) continue;
    if (found) return std::nullopt;
    found = place;
  }
  return found;
}

/// None if the record lacks one of the columns.
std::optional<csv_head> head_in(const csv_record& record, const csv_mapping& mapping) {
  csv_head head{record.cells.size(), record.is_all_quoted, {}};
  const auto names = names_in(mapping);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    const auto found = place_of(record.cells, names[i]);
    if (!found) return std::nullopt;
    head.places[i] = *found;
  }
  return head;
}

/// Makes entries of the records behind the head.
class csv_entries {
public:
  csv_entries(const csv_mapping& mapping, const csv_head& head, std::string_view feed)
      : mapping_{mapping}, head_{head}, feed_{feed}, pattern_{*date_pattern::parse(mapping.date_pattern)} {}

  /// Why the file is refused as a whole; empty: it is not.
  std::string read(const csv_record& record) {
    record_ = &record;
    if (is_beside_the_entries()) return {};
    // Where rows leave cells out, a text with a separator in it fills their place, and pushes an amount of the payer's
    // choice into its column: no row of such a file can be trusted.
    if (record.cells.size() < head_.cells)
      return "Line " + std::to_string(record.line) + " has " + std::to_string(record.cells.size()) +
             " cells, but the header has " + std::to_string(head_.cells) +
             ": a text may contain an unquoted separator. Export the file with all cells of every line.";
    if (out.entries.size() == statement_entries_max)
      return "The statement must contain at most " + std::to_string(statement_entries_max) + " entries.";
    decoded_entry row;
    entry_values values{row};
    if (record.cells.size() > head_.cells)
      values.fault("line " + std::to_string(record.line),
                   "has more cells than the header: a text with separators must be in quotes");
    read_account(row, values);
    read_date(row, values);
    read_money(row, values);
    row.entry.content = cell(csv_column::text);
    // Of a bank that writes no quotes, or not everywhere, nothing shows whose they are: a payer's may open in one cell,
    // and close in another one of his, behind the bank's amount.
    const bool is_all_quoted = head_.is_all_quoted && record.is_all_quoted;
    row.entry.is_unproved = record.may_join_cells() || (record.has_quoted_separator && !is_all_quoted);
    if (row.invalid.empty()) set_reference(row, values);
    note_balance(row);
    out.entries.push_back(std::move(row));
    return {};
  }

  bank_statement out;

private:
  std::string cell(csv_column column) const {
    const auto place = static_cast<std::size_t>(column);
    if (names_in(mapping_)[place].empty() || head_.places[place] >= record_->cells.size()) return {};
    return std::string{trimmed(record_->cells[head_.places[place]])};
  }

  /// What a fault calls a cell: the line, and the column by its name.
  std::string name_of(csv_column column) const {
    return "line " + std::to_string(record_->line) + ", column " +
           std::string{names_in(mapping_)[static_cast<std::size_t>(column)]};
  }

  /// Without a date and an amount, such as a sum. In a line with cells too few or too many they may have moved: then no
  /// cell may be a date, nor may the date's be like one beside an amount.
  bool is_beside_the_entries() const {
    if (record_->may_join_cells()) return false;
    if (record_->cells.size() != head_.cells) {
      constexpr std::ptrdiff_t date_digits_min = 4;
      const bool is_like_date = std::ranges::count_if(cell(csv_column::date), is_digit) >= date_digits_min;
      const auto amounts = std::ranges::count_if(
          record_->cells, [](const std::string& one) { return read_written_dong(trimmed(one)).dong != 0; });
      return !(is_like_date && amounts > 0) && std::ranges::none_of(record_->cells, [&](const std::string& one) {
        return pattern_.read(one).has_value();
      });
    }
    return cell(csv_column::date).empty() &&
           std::ranges::all_of(std::array{csv_column::amount, csv_column::credit, csv_column::debit},
                               [&](csv_column column) { return cell(column).empty(); });
  }

  void read_account(decoded_entry& row, entry_values& values) const {
    if (mapping_.account.empty())
      row.entry.account_number = mapping_.account_number;
    else
      values.set_account(name_of(csv_column::account), cell(csv_column::account));
    if (feed_ == switch_code)
      values.fault(name_of(csv_column::date), "cannot be from the switch: no column names the bank");
  }

  void read_date(decoded_entry& row, entry_values& values) const {
    const auto text = cell(csv_column::date);
    if (const auto time = pattern_.read(text))
      row.entry.occurred_at = *time;
    else
      values.fault(name_of(csv_column::date),
                   text.empty() ? "is empty" : "is not a date in the format " + mapping_.date_pattern);
  }

  /// The cell's amount; 0 if it is empty, or after a fault.
  std::int64_t dong_in(csv_column column, entry_values& values) const {
    const auto text = cell(column);
    if (text.empty() || text == "-") return 0;
    const auto amount = read_written_dong(text);
    if (!amount.fault.empty()) values.fault(name_of(column), amount.fault);
    return amount.fault.empty() ? amount.dong : 0;
  }

  void read_money(decoded_entry& row, entry_values& values) const {
    const bool has_pair = mapping_.amount.empty();
    const auto reported = has_pair ? csv_column::credit : csv_column::amount;
    const auto in = dong_in(reported, values);
    const auto paid = has_pair ? dong_in(csv_column::debit, values) : 0;
    if (has_pair && in < 0) values.fault(name_of(reported), "must not be negative");
    if (in != 0 && paid != 0) values.fault(name_of(csv_column::debit), "has both a credit and a debit amount");
    if (in == 0 && paid == 0)
      values.fault(name_of(mapping_.credit.empty() && has_pair ? csv_column::debit : reported), "has no amount");
    // A debit in its own column may be written with a minus, too.
    const bool is_debit = in < 0 || paid != 0;
    row.entry.type = is_debit ? transfer_type::debit : transfer_type::credit;
    row.entry.amount = {std::max(std::max(in, -in), std::max(paid, -paid))};
  }

  void set_reference(decoded_entry& row, entry_values& values) {
    const auto given = cell(csv_column::reference);
    const auto own = references_.numbered(
        is_placeholder(given) ? entry_references::made_up(row.entry, {}) : std::string{given}, row.entry);
    values.set_reference(name_of(csv_column::reference), entry_references::dated(own, row.entry));
  }

  void note_balance(const decoded_entry& row) {
    const auto text = cell(csv_column::balance);
    const auto amount = read_written_dong(text);
    if (text.empty() || !amount.fault.empty() || row.entry.occurred_at == timestamp{}) return;
    out.balances.push_back(
        {account_balance::kind::running, row.entry.account_number, amount.dong, row.entry.occurred_at});
  }

  const csv_mapping& mapping_;
  const csv_head& head_;
  std::string_view feed_;
  date_pattern pattern_;
  entry_references references_;
  const csv_record* record_ = nullptr;
};

struct found_head {
  csv_reader reader; ///< Of the records behind it.
  csv_head head;
  std::size_t line;
};

/// The first line of the file that has all the columns, with whichever separator: a later one may be a payer's text.
std::optional<found_head> find_head(std::string_view file, const csv_mapping& mapping) {
  std::optional<found_head> first;
  for (const char separator : {',', ';', '\t'}) {
    csv_reader reader{file, separator};
    for (auto record = reader.next(); record && (!first || record->line < first->line); record = reader.next()) {
      auto head = head_in(*record, mapping);
      if (!head) continue;
      first.emplace(found_head{reader, std::move(*head), record->line});
      break;
    }
  }
  return first;
}

} // namespace

std::string fault_of(const csv_mapping& mapping) {
  if (mapping.date.empty()) return "The mapping must name the column of the date.";
  if (!date_pattern::parse(mapping.date_pattern))
    return "The date pattern must have yyyy, MM and dd, such as dd/MM/yyyy.";
  const bool has_pair = !mapping.credit.empty() || !mapping.debit.empty();
  if (mapping.amount.empty() != has_pair) return "The mapping must name either the amount or credit and debit.";
  if (mapping.account.empty() == mapping.account_number.empty())
    return "The mapping must name either the column of the account or its number.";
  return {};
}

read_statement read_csv_statement(std::string_view file, std::string_view feed, const csv_mapping& mapping) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (file.size() > statement_bytes_max)
    return json_refusal{"The statement must have at most " + std::to_string(statement_bytes_max) + " bytes."};
  if (file.starts_with("\xFF\xFE") || file.starts_with("\xFE\xFF"))
    return json_refusal{"The statement must be in UTF-8."};
  if (auto fault = fault_of(mapping); !fault.empty()) return json_refusal{std::move(fault)};
  if (file.starts_with(byte_order_mark)) file.remove_prefix(byte_order_mark.size());
  auto found = find_head(file, mapping);
  if (!found)
    return json_refusal{"No line has all the columns of the mapping, separated by commas, semicolons or tabs."};
  auto& [reader, head, line] = *found;
  csv_entries entries{mapping, head, feed};
  while (const auto record = reader.next()) {
    if (record->is_open)
      return json_refusal{"The quote that opens in line " + std::to_string(record->line) + " is not closed."};
    if (record->encloses_records(head.cells))
      return json_refusal{"The quotes in line " + std::to_string(record->line) +
                          " enclose the following lines. If a text starts with a quote, write it as \"\"\"."};
    if (auto refusal = entries.read(*record); !refusal.empty()) return json_refusal{std::move(refusal)};
  }
  return std::move(entries.out);
}

} // namespace paylink
