#pragma once
#include "api/reference/schemas.hpp"

#include <map>

namespace paylink {

/// The answers of routes as OpenAPI 3.1 has them, with the components that they share.
class answer_book {
public:
  explicit answer_book(schema_book& schemas) : schemas_{schemas} {}

  boost::json::object response_of(const answer_description& answer);
  /// Adds a response for each status of these errors; one that is there already is left.
  void add_errors(boost::json::object& responses, std::span<const errc> errors);

  boost::json::object take_responses() { return std::move(responses_); }
  boost::json::object take_examples() { return std::move(examples_); }
  static boost::json::object headers(); ///< All that answers may have, by their names.

private:
  boost::json::object reference_to(std::span<const error_row* const> errors);
  boost::json::object body_of(const answer_description& answer);

  schema_book& schemas_;
  boost::json::object responses_, examples_;
};

} // namespace paylink
