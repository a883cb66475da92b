#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace paylink {

/// A format in which a bank exports statements.
enum class statement_format { camt, mt940, csv };

/// What is known about a format; `http/statements/statement_readers.hpp` reads it.
struct statement_format_row {
  statement_format format;
  std::string_view word;         ///< In the API and on the command line.
  std::string_view label;        ///< For people.
  std::string_view extensions;   ///< Of file names, separated by spaces.
  std::string_view beginning;    ///< How a file begins, as an ECMAScript expression; empty: in any way.
  bool has_columns = false;      ///< An import names the columns.
  bool hides_payer_text = false; ///< A payer's text may pass for the bank's: a person confirms each match.
};

inline constexpr std::array statement_formats{
    statement_format_row{statement_format::camt, "camt", "camt.053, camt.054", ".xml", "<"},
    statement_format_row{statement_format::mt940, "mt940", "MT940", ".sta .mt940 .940", R"(\{\d:|:20:)", false, true},
    statement_format_row{statement_format::csv, "csv", "CSV", ".csv .tsv", "", true},
};

/// In the words of the API's description.
inline constexpr std::string_view statement_formats_described =
    "`camt`: a camt.053 statement or a camt.054 notification. `mt940`. `csv`.";

constexpr const statement_format_row& describe(statement_format format) {
  return statement_formats[static_cast<std::size_t>(format)];
}
static_assert([] {
  for (const auto& row : statement_formats)
    if (&describe(row.format) != &row) return false;
  return true;
}());

constexpr std::string_view to_text(statement_format format) {
  return static_cast<std::size_t>(format) < statement_formats.size() ? describe(format).word : std::string_view{};
}

constexpr std::optional<statement_format> parse_statement_format(std::string_view word) {
  for (const auto& row : statement_formats)
    if (row.word == word) return row.format;
  return std::nullopt;
}

} // namespace paylink
