#pragma once
#include <span>
#include <string_view>

namespace paylink {

/// A template, style sheet or script that was compiled into the program.
struct embedded_file {
  std::string_view name;      ///< `pay.css`
  std::string_view served_as; ///< `pay-0123456789abcdef.css`: changes with the content.
  std::string_view text;
};

/// All of them; written by the build from the files beside this header.
std::span<const embedded_file> embedded_files();

/// The one called `name`, which must exist.
const embedded_file& embedded(std::string_view name);

} // namespace paylink
