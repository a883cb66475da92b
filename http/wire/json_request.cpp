#include "http/wire/json_request.hpp"

#include "http/wire/json_guard.hpp"

#include <boost/json/parse.hpp>

namespace paylink {

namespace json = boost::json;

std::variant<json::object, json_refusal> parse_request_object(std::string_view body) {
  if (const auto verdict = check_json_object(body); verdict.fault != json_fault::none)
    return json_refusal{describe(verdict)};
  json::error_code error;
  auto parsed = json::parse(json::string_view{body.data(), body.size()}, error);
  if (error || !parsed.is_object()) return json_refusal{describe({json_fault::not_json, 0, {}})};
  return std::move(parsed.as_object());
}

} // namespace paylink
