#pragma once
#include <boost/json/object.hpp>

#include <memory>
#include <string>

namespace paylink::test {

/// A JSON Schema of a document, ready to judge values.
class schema_check {
public:
  /// `components` are what its references lead to.
  schema_check(const boost::json::object& schema, const boost::json::object& components);
  ~schema_check();
  schema_check(schema_check&&) noexcept;

  /// What is wrong with the value; empty: nothing.
  std::string fault_of(const boost::json::value& value) const;

private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

} // namespace paylink::test
