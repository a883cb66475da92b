#pragma once
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
};

/// Takes the records of a CSV file one by one (RFC 4180). A quote within an unquoted cell is a character like others.
class csv_reader {
public:
  csv_reader(std::string_view file, char separator) : file_{file}, separator_{separator} {}

  /// None at the end.
  std::optional<csv_record> next();

private:
  std::string take_cell(bool& is_open);
  std::string_view file_;
  char separator_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

} // namespace paylink
