#include "api/reference/answers.hpp"

#include "api/description/envelope.hpp"
#include "api/description/forms.hpp"

#include <boost/json/array.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

json::object component(std::string_view kind, std::string_view name) {
  return {{"$ref", "#/components/" + std::string{kind} + "/" + std::string{name}}};
}

json::object header_references(std::initializer_list<std::string_view> common,
                               std::span<const std::string_view> further = {}) {
  json::object headers;
  for (const auto name : common) headers[name] = component("headers", name);
  for (const auto name : further) headers[name] = component("headers", name);
  return headers;
}

json::object content(std::string_view type, json::object schema, json::object more = {}) {
  more["schema"] = std::move(schema);
  return {{type, std::move(more)}};
}

json::object closed_envelope(json::object properties) {
  json::array required;
  for (const auto& member : properties) required.emplace_back(member.key());
  return {{"type", "object"}, {"required", std::move(required)}, {"properties", std::move(properties)}};
}

bool is_page(answer_shape shape) { return shape == answer_shape::page || shape == answer_shape::feed; }

const record_description& meta_of(answer_shape shape) {
  if (shape == answer_shape::feed) return feed_meta_record;
  return is_page(shape) ? page_meta_record : meta_record;
}

json::value example_in_envelope(const answer_description& answer) {
  const auto& meta = meta_of(answer.shape);
  json::value data = example_of(*answer.record);
  if (answer.shape != answer_shape::record) data = json::array{std::move(data)};
  return json::object{{"success", true}, {"data", std::move(data)}, {"meta", example_of(meta)}};
}

json::object example_of_error(const error_row& row) {
  auto error = example_of(error_record);
  error["code"] = row.code;
  error["errorCode"] = row.number;
  error["message"] = row.message;
  error["messageKey"] = row.message_key;
  if (row.error != errc::validation_error) error.erase("details");
  json::object value{{"success", false}, {"error", std::move(error)}, {"meta", example_of(meta_record)}};
  return {{"summary", row.message}, {"description", row.advice}, {"value", std::move(value)}};
}

} // namespace

json::object answer_book::headers() {
  json::object headers;
  schema_book schemas;
  for (const auto& header : answer_headers())
    headers[header.name] = json::object{{"description", header.sentence},
                                        {"schema", schemas.schema_of(header.has)},
                                        {"example", example_of(header.has)}};
  return headers;
}

json::object answer_book::body_of(const answer_description& answer) {
  switch (answer.shape) {
  case answer_shape::nothing:
    return {};
  case answer_shape::lines:
    return content("application/x-ndjson", {{"type", "string"}});
  case answer_shape::events:
    return content("text/event-stream", {{"type", "string"}});
  case answer_shape::text:
    return content("text/plain", {{"type", "string"}});
  case answer_shape::document:
    return content("application/json", {{"type", "object"}});
  case answer_shape::record:
  case answer_shape::page:
  case answer_shape::feed:
  case answer_shape::rows:
    break;
  }
  auto data = schemas_.reference_to(*answer.record);
  if (answer.shape != answer_shape::record) data = {{"type", "array"}, {"items", std::move(data)}};
  const auto& meta = meta_of(answer.shape);
  return content("application/json",
                 closed_envelope({{"success", json::object{{"type", "boolean"}, {"const", true}}},
                                  {"data", std::move(data)},
                                  {"meta", schemas_.reference_to(meta)}}),
                 {{"example", example_in_envelope(answer)}});
}

json::object answer_book::response_of(const answer_description& answer) {
  json::object response{{"description", answer.sentence}};
  auto body = body_of(answer);
  const bool is_for_probes = answer.shape == answer_shape::text || answer.shape == answer_shape::document;
  response["headers"] = is_for_probes
                            ? header_references({"X-Request-Id"}, answer.headers)
                            : header_references({"X-Request-Id", "RateLimit", "RateLimit-Policy"}, answer.headers);
  if (answer.shape == answer_shape::page)
    response["headers"].as_object()["Content-Disposition"] = component("headers", "Content-Disposition");
  if (!body.empty()) response["content"] = std::move(body);
  return response;
}

json::object answer_book::reference_to(std::span<const error_row* const> errors) {
  std::string name, description;
  json::object examples;
  json::array codes, numbers, keys;
  for (const auto* row : errors) {
    const std::string code{row->code};
    name.append(name.empty() ? "" : "-").append(code);
    description.append(description.empty() ? "" : "\n\n").append("`" + code + "`: ").append(row->message);
    description.append(" ").append(row->advice);
    if (!examples_.contains(code)) examples_[code] = example_of_error(*row);
    examples[code] = component("examples", code);
    codes.emplace_back(code);
    numbers.emplace_back(row->number);
    keys.emplace_back(row->message_key);
  }
  if (responses_.contains(name)) return component("responses", name);
  schemas_.add("Failure", closed_envelope({{"success", json::object{{"type", "boolean"}, {"const", false}}},
                                           {"error", schemas_.reference_to(error_record)},
                                           {"meta", schemas_.reference_to(meta_record)}}));
  json::object narrowed{{"code", json::object{{"enum", std::move(codes)}}},
                        {"errorCode", json::object{{"enum", std::move(numbers)}}},
                        {"messageKey", json::object{{"enum", std::move(keys)}}}};
  json::object which{{"properties", json::object{{"error", json::object{{"properties", std::move(narrowed)}}}}}};
  auto headers = header_references({"X-Request-Id", "RateLimit", "RateLimit-Policy"});
  const auto status = errors.front()->http_status;
  if (status == 429 || status == 503) headers["Retry-After"] = component("headers", "Retry-After");
  if (status == 401 || status == 403) headers["WWW-Authenticate"] = component("headers", "WWW-Authenticate");
  responses_[name] =
      json::object{{"description", description},
                   {"headers", std::move(headers)},
                   {"content", content("application/json",
                                       {{"allOf", json::array{component("schemas", "Failure"), std::move(which)}}},
                                       {{"examples", std::move(examples)}})}};
  return component("responses", name);
}

void answer_book::add_errors(json::object& responses, std::span<const errc> errors) {
  std::map<unsigned, std::vector<const error_row*>> by_status;
  for (const auto error : errors) by_status[describe(error).http_status].push_back(&describe(error));
  for (const auto& [status, rows] : by_status)
    if (!responses.contains(std::to_string(status))) responses[std::to_string(status)] = reference_to(rows);
}

} // namespace paylink
