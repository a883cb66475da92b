// CSV as banks and spreadsheets write it: with quotes, with quotes where they must be, and without any.
#include "tests/fuzzing/statements/written_statement.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace paylink::fuzzing {
namespace {

enum class quoting { all, needed, none };

std::string cell_of(std::string_view text, char separator, quoting how) {
  const bool needs = text.find_first_of(std::string{separator, '"', '\n', '\r'}) != text.npos;
  if (how == quoting::none || (how == quoting::needed && !needs)) return std::string{text};
  std::string cell = "\"";
  for (const char c : text) cell.append(c == '"' ? 2 : 1, c);
  return cell += '"';
}

} // namespace

written_statement write_csv(chance& random) {
  constexpr std::array<char, 3> separators{',', ';', '\t'};
  const char separator = separators[random() % separators.size()];
  const auto how = static_cast<quoting>(random() % 3);
  const bool leaves_out = happens(random, 2);
  written_statement out{.form = std::string{"csv "} + (separator == '\t' ? 'T' : separator) +
                                std::array<const char*, 3>{" all", " needed", " none"}[static_cast<int>(how)] +
                                (leaves_out ? " left out" : "")};
  out.read_by = written_statement::reader::csv;
  out.separator = separator;
  out.is_honest = happens(random, 5);
  out.entries = invent_entries(random, {}, out.is_honest);
  out.may_be_broken = how == quoting::none;
  const bool notes_first = happens(random, 2);
  const auto row = [&](std::vector<std::string> cells) {
    if (leaves_out)
      while (cells.back().empty()) cells.pop_back();
    std::string line;
    for (const auto& cell : cells) line.append(line.empty() ? "" : std::string(1, separator)).append(cell);
    return line + "\n";
  };
  out.body =
      notes_first ? row({"Note", "Text", "Date", "Credit", "Debit"}) : row({"Date", "Text", "Credit", "Debit", "Note"});
  // Where nothing is quoted and cells are left out, an honest row shows it; without one nothing could.
  if (leaves_out && how == quoting::none)
    out.entries.push_back({.is_credit = true, .dong = 1'000, .day = 1, .text = "LAI"});
  for (auto& entry : out.entries) {
    std::array<char, 16> day{};
    std::snprintf(day.data(), day.size(), "%02d/03/2026", entry.day);
    const auto dong = std::to_string(entry.dong), none = std::string{};
    const auto text = cell_of(entry.text, separator, how);
    const auto in = entry.is_credit ? dong : none, paid = entry.is_credit ? none : dong;
    out.body += notes_first ? row({"n", text, day.data(), in, paid}) : row({day.data(), text, in, paid, none});
  }
  return out;
}

} // namespace paylink::fuzzing
