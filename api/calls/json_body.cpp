#include "api/calls/json_body.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/json_request.hpp"

#include <algorithm>
#include <string>

namespace paylink {

namespace {

/// Whether a Content-Type is `application/json`, with no parameter or with `charset=utf-8`.
bool is_json_type(std::string_view content_type) {
  const auto semicolon = content_type.find(';');
  if (!equals_ignoring_case(trimmed(content_type.substr(0, semicolon)), "application/json")) return false;
  if (semicolon == content_type.npos) return true;
  const auto parameter = trimmed(content_type.substr(semicolon + 1));
  return equals_ignoring_case(parameter, "charset=utf-8") || equals_ignoring_case(parameter, "charset=\"utf-8\"");
}

} // namespace

std::variant<boost::json::object, http_response> read_json_body(const call_context& context) {
  const auto& request = context.call.request;
  if (!request.header("content-encoding").empty())
    return context.fail(errc::unsupported_media_type, "The body must not have a Content-Encoding.");
  if (!request.body.empty() && !is_json_type(request.header("content-type")))
    return context.fail(errc::unsupported_media_type, "The body must be application/json in UTF-8.");
  auto parsed = parse_request_object(request.body);
  if (auto* refusal = std::get_if<json_refusal>(&parsed))
    return context.fail(errc::malformed_request, refusal->message);
  return std::get<boost::json::object>(std::move(parsed));
}

std::variant<boost::json::object, http_response> read_optional_body(const call_context& context) {
  if (context.call.request.body.empty()) return boost::json::object{};
  return read_json_body(context);
}

std::variant<boost::json::object, http_response> read_no_members(const call_context& context, std::string_view why) {
  auto body = read_optional_body(context);
  const auto* object = std::get_if<boost::json::object>(&body);
  if (object == nullptr || object->empty()) return body;
  field_faults faults;
  for (const auto& member : *object)
    faults.push_back({std::string{shown_name(member.key())}, "unknown_member", std::string{why}});
  return context.fail(errc::validation_error, {}, faults);
}

} // namespace paylink
