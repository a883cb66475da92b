#include "api/calls/json_body.hpp"

#include "api/calls/idempotency.hpp"
#include "api/calls/route.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/json_request.hpp"

#include <algorithm>
#include <string>

namespace paylink {

namespace {

constexpr std::string_view json_parameters[]{"", "charset=utf-8", "charset=\"utf-8\"", "charset=utf8",
                                             "charset=\"utf8\""};

/// Whether a Content-Type is `application/json`, with no parameter but the charset UTF-8. RFC 9110, 5.6.6 lets
/// parameters be empty, and much of Java writes `utf8`.
bool is_json_type(std::string_view content_type) {
  const auto first = std::min(content_type.find(';'), content_type.size());
  if (!equals_ignoring_case(trimmed(content_type.substr(0, first)), "application/json")) return false;
  for (auto rest = content_type.substr(first); !rest.empty();) {
    rest.remove_prefix(1);
    const auto end = std::min(rest.find(';'), rest.size());
    const auto parameter = trimmed(rest.substr(0, end));
    if (std::ranges::none_of(json_parameters, [&](auto known) { return equals_ignoring_case(parameter, known); }))
      return false;
    rest.remove_prefix(end);
  }
  return true;
}

using read_object = std::variant<boost::json::object, http_response>;

read_object read_json_body(const call_context& context) {
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

bool may_be_empty(const record_description& record) {
  return !record.needs_a_member && std::ranges::none_of(record.members, [](const member_description& member) {
    return member.is == presence::always;
  });
}

read_object read_no_members(const call_context& context, std::string_view why) {
  if (context.call.request.body.empty()) return boost::json::object{};
  auto body = read_json_body(context);
  const auto* object = std::get_if<boost::json::object>(&body);
  if (object == nullptr || object->empty()) return body;
  field_faults faults;
  for (const auto& member : *object)
    faults.push_back({std::string{shown_name(member.key())}, "unknown_member", std::string{why}});
  return context.refuse(faults);
}

constexpr std::string_view has_no_members = "The body of this call has no members.";

read_object read_described(const call_context& context, const route_description& described) {
  const auto* record = described.bodies.front();
  if (record == nullptr)
    return read_no_members(context,
                           described.query.front().empty()
                               ? has_no_members
                               : "The body takes no members. Put the filters into the query, as for the list.");
  if (context.call.request.body.empty() && may_be_empty(*record)) return boost::json::object{};
  return read_json_body(context);
}

} // namespace

std::optional<http_response> read_body(call_context& context) {
  const auto& described = *context.call.route->description;
  auto body = read_described(context, described);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  context.body = std::get<boost::json::object>(std::move(body));
  if (described.headers.empty()) return std::nullopt;
  auto key = read_idempotency_key(context);
  if (auto* refused = std::get_if<http_response>(&key)) return std::move(*refused);
  context.key = std::get<idempotency_key>(std::move(key));
  return std::nullopt;
}

std::optional<http_response> refuse_members(const call_context& context) {
  auto body = read_no_members(context, has_no_members);
  auto* refused = std::get_if<http_response>(&body);
  return refused ? std::optional{std::move(*refused)} : std::nullopt;
}

} // namespace paylink
