#pragma once
#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace paylink {

/// A body that is not acceptable JSON, with the reason for the caller (400 `malformed_request`).
struct json_refusal {
  std::string message;
};

/// Parses a request body as the API accepts it: UTF-8 without BOM, one object, depth ≤ 8, no duplicate members (also by
/// escapes), no lone surrogates, no U+0000, no number that loses precision, nothing after it.
std::variant<boost::json::object, json_refusal> parse_request_object(std::string_view body);

} // namespace paylink
