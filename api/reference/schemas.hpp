#pragma once
#include "api/description/described.hpp"

#include <boost/json/object.hpp>

namespace paylink {

/// JSON Schemas of described forms and records, as OpenAPI 3.1 has them. Records are named and collected; a name stands
/// for one record.
class schema_book {
public:
  /// The schema of a value.
  boost::json::object schema_of(const form& has);
  /// `{"$ref": …}`; the record, with those in it, is kept for `take`.
  boost::json::object reference_to(const record_description& record);
  /// Keeps a schema that is made by hand.
  void add(std::string_view name, boost::json::object schema);
  boost::json::object take() { return std::move(schemas_); }

private:
  boost::json::object schema_of(const record_description& record);

  boost::json::object schemas_;
};

/// What a value, or a record, may look like.
boost::json::value example_of(const form& has);
boost::json::object example_of(const record_description& record);

/// A text of a description as the value that it stands for in a form of this type.
boost::json::value value_of(json_type type, std::string_view text);

} // namespace paylink
