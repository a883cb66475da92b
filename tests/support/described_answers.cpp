#include "tests/support/described_answers.hpp"

#include "api/calls/router.hpp"
#include "api/reference/openapi.hpp"
#include "api/reference/route_errors.hpp"
#include "api/route_table.hpp"
#include "domain/values/ascii.hpp"
#include "tests/support/schema_check.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// What HTTP and browsers ask for, and what 405 must have: none of it is said of each answer.
constexpr std::array<std::string_view, 11> headers_of_http{
    "cache-control", "connection",        "content-length", "content-type", "cross-origin-resource-policy", "date",
    "keep-alive",    "transfer-encoding", "vary",           "server",       "x-content-type-options",
};

/// Later versions may add members, so the document leaves its records open; today's answers have those that it names
/// and no others. What narrows another schema stays as it is.
void close_records(json::value& value) {
  if (auto* array = value.if_array()) {
    for (auto& element : *array) close_records(element);
  } else if (auto* object = value.if_object()) {
    const bool is_record = object->contains("properties") && object->contains("type");
    if (is_record && !object->contains("additionalProperties")) object->emplace("additionalProperties", false);
    for (auto& member : *object)
      if (member.key() != "examples" && member.key() != "example") close_records(member.value());
  }
}

class document {
public:
  document() : text_{json::parse(openapi_document(api_routes(), {"https://pay.test", "Service"}).text).as_object()} {
    closed_ = text_.at("components").as_object();
    json::value components = closed_;
    close_records(components);
    closed_ = components.as_object();
  }

  const json::object& operation(const api_route& route) const {
    const auto method = ascii_lowered(to_text(route.method));
    return text_.at("paths").at(route.pattern).at(method).as_object();
  }
  const json::object& event(const std::string& name) const {
    return text_.at("webhooks").at(name).at("post").as_object();
  }

  /// Follows a reference to a component.
  const json::object& resolved(const json::object& given) const {
    const auto* reference = given.if_contains("$ref");
    if (!reference) return given;
    json::error_code ec;
    const std::string pointer{reference->as_string().subview(1)};
    return text_.at("components").at_pointer(pointer.substr(std::string_view{"/components"}.size())).as_object();
  }

  /// Of an answer's value, which may have no members that are not described; `key` stands for the schema.
  std::string fault_of_answer(const std::string& key, json::value schema, const json::value& value) {
    const std::lock_guard guard{mutex_};
    auto known = checks_.find("answer " + key);
    if (known == checks_.end()) {
      close_records(schema);
      known = checks_.emplace("answer " + key, schema_check{schema.as_object(), closed_}).first;
    }
    return known->second.fault_of(value);
  }
  /// Of a request's value.
  std::string fault_of_request(const std::string& key, const json::value& schema, const json::value& value) {
    const std::lock_guard guard{mutex_};
    auto known = checks_.find("request " + key);
    if (known == checks_.end())
      known =
          checks_.emplace("request " + key, schema_check{schema.as_object(), text_.at("components").as_object()}).first;
    return known->second.fault_of(value);
  }

private:
  json::object text_;
  json::object closed_; ///< The components with closed records.
  std::mutex mutex_;
  std::map<std::string, schema_check> checks_;
};

document& ours() {
  static document one;
  return one;
}

const api_route* route_of(const http_request& request) {
  static const path_index index{[] {
    std::vector<std::string_view> patterns;
    for (const auto& route : api_routes()) patterns.push_back(route.pattern);
    return patterns;
  }()};
  const auto method = request.method == http_method::head ? http_method::get : request.method;
  for (const auto& [position, taken] : index.find(request.segments))
    if (api_routes()[position].method == method) return &api_routes()[position];
  return nullptr;
}

/// A text of a head or a query as the value that its schema means.
json::value value_of(const json::object& schema, std::string_view text) {
  const auto& type = schema.at("type");
  if (type == "string") return json::value(json::string_view{text.data(), text.size()});
  json::error_code ec;
  auto value = json::parse(json::string_view{text.data(), text.size()}, ec);
  return ec ? json::value(json::string_view{text.data(), text.size()}) : value;
}

std::string fault_of_body(const std::string& key, const json::object& operation, const std::string& body) {
  const auto* described = operation.if_contains("requestBody");
  if (!described) return body.empty() || body == "{}" ? "" : "a body, and none is described";
  if (body.empty() && !described->at("required").as_bool()) return "";
  const auto& schema = described->at("content").at("application/json").at("schema");
  json::error_code ec;
  const auto value = json::parse(json::string_view{body.data(), body.size()}, ec);
  return ec ? "the body is no JSON" : ours().fault_of_request(key, schema, value);
}

std::string fault_of_parameters(const std::string& key, const json::object& operation, const http_request& request) {
  const auto* listed = operation.if_contains("parameters");
  std::set<std::string> known;
  for (const auto& each : listed ? listed->as_array() : json::array{}) {
    const auto& parameter = each.as_object();
    const auto name = json::value_to<std::string>(parameter.at("name"));
    const bool is_header = parameter.at("in") == "header";
    if (parameter.at("in") == "path") continue;
    if (!is_header) known.insert(name);
    const auto header = request.header(ascii_lowered(name));
    const auto given = !is_header ? request.parameter(name) : header.empty() ? std::nullopt : std::optional{header};
    if (!given) {
      if (parameter.at("required").as_bool()) return name + " is missing";
      continue;
    }
    const auto& schema = parameter.at("schema");
    const auto fault = ours().fault_of_request(key + " " + name, schema, value_of(schema.as_object(), *given));
    if (!fault.empty()) return name + " = " + std::string{*given} + ": " + fault;
  }
  for (const auto& [name, value] : request.query)
    if (listed && !known.contains(name)) return "the parameter " + name + " is not described";
  return {};
}

std::string fault_of_headers(const json::object& described, const http_response& response) {
  std::set<std::string> known{headers_of_http.begin(), headers_of_http.end()};
  if (const auto* headers = described.if_contains("headers"))
    for (const auto& header : headers->as_object()) known.insert(ascii_lowered(header.key()));
  for (const auto& [name, value] : response.headers)
    if (!known.contains(ascii_lowered(name))) return "the header " + name + " is not described";
  return {};
}

/// A request that no route takes.
std::string fault_of_no_route(const http_response& response) {
  const auto body = json::parse(response.body);
  const auto fault = ours().fault_of_answer("none", json::object{{"$ref", "#/components/schemas/Failure"}}, body);
  if (!fault.empty()) return fault;
  const auto code = json::value_to<std::string>(body.at("error").at("code"));
  const auto errors = errors_of_no_route();
  const bool is_described = std::ranges::any_of(errors, [&](errc error) { return describe(error).code == code; });
  return is_described ? "" : code + " is not described for requests that belong to no route";
}

std::string fault_of_taken(const std::string& key, const json::object& operation, const http_request& request,
                           const http_response& response) {
  // What banks and aggregators send in their own forms is theirs to describe.
  const bool is_feed = request.path.starts_with("/v1.1/bank-feed/");
  if (is_feed &&
      (request.header("x-service-signature").empty() || request.header("content-type") != "application/json"))
    return {};
  // Of a feed's entries all are taken, and some may be kept as what nobody can read.
  if (response.body.find("\"result\":\"invalid\"") != std::string::npos) return {};
  auto fault = fault_of_parameters(key, operation, request);
  if (fault.empty()) fault = fault_of_body(key, operation, request.body);
  return fault.empty() ? fault : "the request was taken, and is not as described: " + fault;
}

std::string fault_of_described(const api_route& route, const http_request& request, const http_response& response) {
  const auto& operation = ours().operation(route);
  const auto key = std::string{to_text(route.method)} + " " + std::string{route.pattern};
  const auto status = std::to_string(response.status);
  const auto* found = operation.at("responses").as_object().if_contains(status);
  if (!found) return "the status is not described";
  // A page to print, with the headers of pages: only browsers ask for it.
  const bool has_page =
      request.path.starts_with("/v1.1/account/statements/") || request.path.starts_with("/v1.1/daily-reports/");
  if (response.content_type.starts_with("text/html") && has_page)
    return fault_of_taken(key, operation, request, response);
  const auto& described = ours().resolved(found->as_object());
  if (auto fault = fault_of_headers(described, response); !fault.empty()) return fault;
  if (response.status < 300)
    if (auto fault = fault_of_taken(key, operation, request, response); !fault.empty()) return fault;
  const auto* content = described.if_contains("content");
  if (!content || request.method == http_method::head)
    return response.body.empty() || content ? "" : "a body, and none is described";
  const auto type = response.content_type.substr(0, response.content_type.find(';'));
  // A list as CSV. A second media type would make the answers of generated clients a choice of two.
  if (type == "text/csv") return "";
  const auto* media = content->as_object().if_contains(type);
  if (!media) return "the type " + type + " is not described";
  if (type != "application/json") return {};
  json::error_code ec;
  const auto body = json::parse(response.body, ec);
  return ec ? "the body is no JSON" : ours().fault_of_answer(key + " " + status, media->at("schema"), body);
}

} // namespace

std::string fault_of(const http_request& request, const http_response& response) {
  if (response.status == 100) return {}; // the body may come
  const auto* route = route_of(request);
  std::string fault;
  if (route && route->description)
    fault = fault_of_described(*route, request, response);
  else if (!route && response.content_type == "application/json")
    fault = fault_of_no_route(response);
  if (fault.empty()) return {};
  return std::string{to_text(request.method)} + " " + request.path + " was answered " +
         std::to_string(response.status) + " " + response.body.substr(0, 2'000) + "\n" + fault;
}

std::string fault_of_event(const http_request& request) {
  json::error_code ec;
  const auto body = json::parse(request.body, ec);
  if (ec || !body.is_object()) return "the body is no JSON object";
  const bool is_callback = request.header("x-service-webhook-id").empty();
  const std::string name = is_callback                             ? "paymentLinkPaid"
                           : body.as_object().contains("order_id") ? "orderEnded"
                                                                   : "transactionRecorded";
  const auto& operation = ours().event(name);
  auto fault = fault_of_parameters(name, operation, request);
  if (!fault.empty()) return fault;
  // As an answer of ours: no member that is not described.
  const auto& schema = operation.at("requestBody").at("content").at("application/json").at("schema");
  return ours().fault_of_answer(name, schema, body);
}

std::vector<std::pair<std::string, std::string>>
as_received(const std::vector<std::pair<std::string, std::string>>& headers) {
  auto received = headers;
  for (auto& header : received) header.first = ascii_lowered(header.first);
  return received;
}

} // namespace paylink::test
