#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace paylink {

/// Why a document is not acceptable as the body of an API request.
enum class json_fault {
  none,
  empty,
  byte_order_mark,
  not_json,
  not_an_object,
  too_deep,
  trailing_bytes,
  duplicate_member,
  invalid_utf8,
  lone_surrogate,
  null_character,
  control_character,
  number_out_of_range,
  number_precision,
};

/// Nesting depth of objects and arrays, including the outermost.
inline constexpr int json_depth_max = 8;

struct json_verdict {
  json_fault fault = json_fault::none;
  std::size_t offset = 0; ///< Of the byte at which it was found.
  std::string member;     ///< The name that occurs twice, for `duplicate_member`.
};

/// Checks a whole document in one pass, without building anything.
json_verdict check_json_object(std::string_view document);

/// For the caller, in a sentence.
std::string describe(const json_verdict& verdict);

} // namespace paylink
