#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// One record of a CSV file.
struct csv_record {
  std::vector<std::string> cells; ///< Without quotes, as valid UTF-8.
  std::size_t line = 0;           ///< Of the file, from 1: a quoted cell may have several.
  bool is_open = false;           ///< A quote is not closed, so the rest of the file is in it.
  struct enclosed {
    std::size_t line_ends = 0, separators = 0;
  };
  std::vector<enclosed> in_quotes{}; ///< Of each cell that has several lines.
  bool has_quoted_separator = false;
  bool has_doubled_quote = false;
  bool has_text_behind_quote = false; ///< In a cell, the closing one.
  bool is_all_quoted = true;          ///< Every cell begins with one.

  /// Whether a separator in quotes may be the bank's: where it doubles no quotes, a payer's may open or close a cell.
  bool may_join_cells() const { return has_quoted_separator && (has_doubled_quote || has_text_behind_quote); }

  /// Whether quotes enclose as much as whole records of so many cells, or parts of two: one that opened by chance, at
  /// the start of a text, and one that closed by chance, in a later one, where text follows.
  bool encloses_records(std::size_t width) const {
    return (!in_quotes.empty() && (cells.size() > width || has_text_behind_quote)) ||
           std::ranges::any_of(in_quotes, [&](const enclosed& one) { return one.separators + 1 >= width; });
  }
};

/// Takes the records of a CSV file one by one (RFC 4180). A quote within an unquoted cell is a character like others.
class csv_reader {
public:
  csv_reader(std::string_view file, char separator)
      : file_{file}, separator_{separator}, line_end_{file.find('\n') == file.npos ? '\r' : '\n'} {}

  /// None at the end.
  std::optional<csv_record> next();

private:
  std::string take_cell(csv_record& of);
  std::string_view file_;
  char separator_, line_end_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

} // namespace paylink
