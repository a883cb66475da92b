#include "api/reference/schemas.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

/// The names of the bounds in JSON Schema.
struct bounds {
  std::string_view least, most;
};
bounds bounds_of(json_type type) {
  switch (type) {
  case json_type::text:
    return {"minLength", "maxLength"};
  case json_type::whole_number:
    return {"minimum", "maximum"};
  case json_type::text_map:
    return {"minProperties", "maxProperties"};
  case json_type::texts:
  case json_type::records:
  case json_type::truth:
  case json_type::record:
  case json_type::object:
    break;
  }
  return {"minItems", "maxItems"};
}

std::string_view type_of(json_type type) {
  switch (type) {
  case json_type::text:
    return "string";
  case json_type::whole_number:
    return "integer";
  case json_type::truth:
    return "boolean";
  case json_type::texts:
  case json_type::records:
    return "array";
  case json_type::text_map:
  case json_type::record:
  case json_type::object:
    break;
  }
  return "object";
}

json::object or_null(json::object schema) {
  if (schema.contains("$ref")) return {{"oneOf", json::array{std::move(schema), json::object{{"type", "null"}}}}};
  schema["type"] = json::array{schema.at("type"), "null"};
  if (auto* words = schema.if_contains("enum")) words->as_array().emplace_back(nullptr);
  return schema;
}

bool may_be_absent(presence is) { return is == presence::optional || is == presence::withheld; }

json::value example_of(const member_description& member) {
  if (!member.example.empty()) return value_of(member.has.type, member.example);
  return member.is == presence::nullable ? json::value(nullptr) : example_of(member.has);
}

} // namespace

json::value value_of(json_type type, std::string_view text) {
  return type == json_type::text ? json::value(json::string_view{text.data(), text.size()})
                                 : json::parse(json::string_view{text.data(), text.size()});
}

json::value example_of(const form& has) {
  if (has.type == json_type::record) return example_of(*has.of);
  if (has.type == json_type::records) return json::array{example_of(*has.of)};
  return value_of(has.type, has.example);
}

json::object example_of(const record_description& record) {
  json::object example;
  for (const auto& member : record.members)
    if (member.is != presence::withheld && member.is_in_example) example.emplace(member.name, example_of(member));
  return example;
}

json::object schema_book::schema_of(const form& has) {
  if (has.type == json_type::record) return reference_to(*has.of);
  json::object schema{{"type", type_of(has.type)}};
  if (has.type == json_type::texts) schema["items"] = json::object{{"type", "string"}};
  if (has.type == json_type::records) schema["items"] = reference_to(*has.of);
  if (has.type == json_type::text_map) schema["additionalProperties"] = json::object{{"type", "string"}};
  if (has.type == json_type::whole_number) schema["format"] = "int64";
  if (!has.format.empty()) schema["format"] = has.format;
  if (!has.pattern.empty()) schema["pattern"] = has.pattern;
  const auto names = bounds_of(has.type);
  if (has.least) schema[names.least] = *has.least;
  if (has.most) schema[names.most] = *has.most;
  if (has.words) {
    json::array words;
    for (const auto word : has.words()) words.emplace_back(word);
    // Of a list, each text is one of the words.
    auto& chosen = has.type == json_type::texts ? schema["items"].as_object() : schema;
    chosen["enum"] = std::move(words);
  }
  return schema;
}

json::object schema_book::schema_of(const record_description& record) {
  json::object properties;
  json::array required;
  for (const auto& member : record.members) {
    auto schema = schema_of(member.has);
    if (member.is == presence::nullable || member.is == presence::withheld) schema = or_null(std::move(schema));
    schema["description"] = member.sentence;
    if (!may_be_absent(member.is)) required.emplace_back(member.name);
    properties.emplace(member.name, std::move(schema));
  }
  json::object schema{{"type", "object"}, {"description", record.sentence}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  if (record.is_closed) schema["additionalProperties"] = false;
  if (record.needs_a_member) schema["minProperties"] = 1;
  schema["examples"] = json::array{example_of(record)};
  return schema;
}

json::object schema_book::reference_to(const record_description& record) {
  if (!schemas_.contains(record.name)) {
    schemas_[record.name] = nullptr; // its place, before those of the records in it
    schemas_[record.name] = schema_of(record);
  }
  return {{"$ref", "#/components/schemas/" + std::string{record.name}}};
}

void schema_book::add(std::string_view name, json::object schema) { schemas_[name] = std::move(schema); }

} // namespace paylink
