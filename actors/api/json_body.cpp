#include "actors/api/json_body.hpp"

#include "http/codec.hpp"

#include <algorithm>
#include <string>

namespace paylink {

namespace {

/// Whether a Content-Type is `application/json`, with no parameter or with `charset=utf-8`.
bool is_json_type(std::string_view content_type) {
  std::string folded;
  folded.reserve(content_type.size());
  for (char c : content_type)
    if (c != ' ' && c != '\t' && c != '"') folded += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return folded == "application/json" || folded == "application/json;charset=utf-8";
}

} // namespace

std::variant<boost::json::object, http_response> read_json_body(const call_context& context) {
  const auto& request = context.call.request;
  if (!request.header("content-encoding").empty())
    return context.fail(errc::unsupported_media_type, "Bodies are sent without Content-Encoding.");
  if (!request.body.empty() && !is_json_type(request.header("content-type")))
    return context.fail(errc::unsupported_media_type, "The body must be application/json in UTF-8.");
  auto parsed = parse_request_object(request.body);
  if (auto* refusal = std::get_if<json_refusal>(&parsed))
    return context.fail(errc::malformed_request, refusal->message);
  return std::get<boost::json::object>(std::move(parsed));
}

} // namespace paylink
