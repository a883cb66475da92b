#pragma once
#include <span>
#include <string>
#include <string_view>

namespace paylink {

/// A template, page, style sheet or script that was compiled into the program.
struct embedded_file {
  std::string_view name;      ///< `pay.js`
  std::string_view served_as; ///< `pay-0123456789abcdef.js`: changes with the content.
  std::string_view text;
  bool is_gzip = false; ///< The text is compressed, and sent so.
};

/// All of them; written by the build from the files beside this header.
std::span<const embedded_file> embedded_files();

/// The one called `name`, which must exist.
const embedded_file& embedded(std::string_view name);

/// SHA-256 of a text in Base64, as a content security policy names it.
std::string sha256_base64(std::string_view text);

} // namespace paylink
