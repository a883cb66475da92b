// CSV as banks and spreadsheets write it: with quotes, with quotes where they must be, and without any.
#include "tests/fuzzing/statements/written_statement.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace paylink::fuzzing {
namespace {

enum class quoting { all, needed, none, undoubled };
constexpr std::array<const char*, 4> quoting_names{" all", " needed", " none", " undoubled"};

std::string cell_of(std::string_view text, char separator, quoting how) {
  const bool needs = text.find_first_of(std::string{separator, '"', '\n', '\r'}) != text.npos;
  if (how == quoting::none || (how == quoting::needed && !needs)) return std::string{text};
  std::string cell = "\"";
  for (const char c : text) cell.append(c == '"' && how != quoting::undoubled ? 2 : 1, c);
  return cell += '"';
}

/// A payer's name or note: who knows the table writes pieces of its rows into all cells that are the payer's.
std::string beside_text(chance& random, char separator, bool is_honest) {
  if (is_honest) return happens(random, 2) ? honest_text(random) : "";
  const std::string between(1, separator);
  const std::array<std::string, 9> pieces{"\"",     "\"",   between,      "\"" + between + "\"", "a",
                                          "700000", "1000", "01/03/2026", "PFSL7K2M9QX4"};
  std::string text;
  for (auto left = random() % 6; left > 0; --left) text += pieces[random() % pieces.size()];
  return text;
}

} // namespace

written_statement write_csv(chance& random) {
  constexpr std::array<char, 3> separators{',', ';', '\t'};
  const char separator = separators[random() % separators.size()];
  const auto how = static_cast<quoting>(random() % quoting_names.size());
  const bool leaves_out = happens(random, 2);
  written_statement out{.form = std::string{"csv "} + (separator == '\t' ? 'T' : separator) +
                                quoting_names[static_cast<std::size_t>(how)] + (leaves_out ? " left out" : "")};
  out.read_by = written_statement::reader::csv;
  out.separator = separator;
  out.is_honest = happens(random, 5);
  out.entries = invent_entries(random, {}, out.is_honest);
  out.may_be_broken = how == quoting::none || how == quoting::undoubled;
  std::array<std::size_t, 7> order{0, 1, 2, 3, 4, 5, 6};
  std::ranges::shuffle(order, random);
  // Beside other cells in no quotes, those of a payer have none of these.
  const bool has_payers_cells = how != quoting::none;
  const auto row = [&](const std::array<std::string, 7>& cells) {
    std::vector<std::string> ordered;
    for (const auto place : order) ordered.push_back(cells[place]);
    if (leaves_out)
      while (ordered.back().empty()) ordered.pop_back();
    std::string line;
    for (const auto& cell : ordered)
      line.append(&cell == ordered.data() ? "" : std::string(1, separator)).append(cell_of(cell, separator, how));
    return line + "\n";
  };
  out.body = row({"Date", "Text", "Credit", "Debit", "Name", "Note", "Fee"});
  // Where cells are left out and a text may add some, an honest row shows it; without one nothing could.
  if (leaves_out && out.may_be_broken)
    for (const bool is_credit : {true, false})
      out.entries.push_back({.is_credit = is_credit, .dong = 1'000, .day = 1, .text = "LAI"});
  for (auto& entry : out.entries) {
    std::array<char, 16> day{};
    std::snprintf(day.data(), day.size(), "%02d/03/2026", entry.day);
    const auto dong = std::to_string(entry.dong), none = std::string{};
    const auto beside = [&] {
      return has_payers_cells && entry.text != "LAI" ? beside_text(random, separator, out.is_honest) : none;
    };
    out.body += row({day.data(), entry.text, entry.is_credit ? dong : none, entry.is_credit ? none : dong, beside(),
                     beside(), none});
  }
  return out;
}

} // namespace paylink::fuzzing
