#include "tests/support/schema_check.hpp"

// Warnings in the library are not ours to fix.
#pragma GCC diagnostic push
#define VALIJSON_USE_EXCEPTIONS 1
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#pragma GCC diagnostic pop

namespace paylink::test {

namespace json = boost::json;

namespace {

constexpr const char* rfc3339 =
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$";

/// The library takes a format to be that of a text even where a value is null: a pattern says the same to it.
void put_patterns_for_formats(json::value& value) {
  if (auto* array = value.if_array()) {
    for (auto& element : *array) put_patterns_for_formats(element);
  } else if (auto* object = value.if_object()) {
    const auto* format = object->if_contains("format");
    const bool is_time = format && *format == "date-time";
    if (format && format->is_string()) object->erase("format");
    if (is_time && !object->contains("pattern")) object->emplace("pattern", rfc3339);
    for (auto& member : *object) put_patterns_for_formats(member.value());
  }
}

} // namespace

struct schema_check::parts {
  json::value document; ///< The schema points into it.
  valijson::Schema schema;
  valijson::Validator validator; ///< Keeps its compiled patterns.
};

schema_check::schema_check(const json::object& schema, const json::object& components)
    : parts_{std::make_unique<parts>()} {
  parts_->document = json::object{{"components", components}, {"allOf", json::array{schema}}};
  put_patterns_for_formats(parts_->document);
  const valijson::adapters::BoostJsonAdapter root{parts_->document};
  valijson::SchemaParser{}.populateSchema(root, parts_->schema);
}
schema_check::~schema_check() = default;
schema_check::schema_check(schema_check&&) noexcept = default;

std::string schema_check::fault_of(const json::value& value) const {
  valijson::ValidationResults results;
  const valijson::adapters::BoostJsonAdapter subject{value};
  if (parts_->validator.validate(parts_->schema, subject, &results)) return {};
  std::string fault;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    std::string at;
    for (const auto& step : error.context) at += step;
    fault.append(at).append(": ").append(error.description).append("\n");
  }
  return fault.empty() ? "the value does not fit its schema" : fault;
}

} // namespace paylink::test
