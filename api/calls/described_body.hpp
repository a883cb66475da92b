#pragma once
#include "api/description/described.hpp"
#include "domain/errors/field_fault.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <string>

namespace paylink {

/// The members of a request's body, read by the record that describes them. What a value means, and whether a member
/// may be missing, is the domain's rule to check.
class described_body {
public:
  /// Adds a fault for each member that is unknown, null or has another type, in the order of the body and of the lists
  /// in it, and for a record that needs a member and has none. Both references must outlive this.
  described_body(const record_description& record, const boost::json::object& members, field_faults& faults);

  /// The given value; none if there is none, or it is a fault.
  std::optional<std::string> text(std::string_view name) const;
  /// Whether the member is given, whatever its value.
  bool has(std::string_view name) const { return members_.contains(name); }
  /// Whether it is given as `null`, which not every member may be.
  bool is_null(std::string_view name) const;
  std::optional<bool> truth(std::string_view name) const;
  /// The members of a record inside; null: not given, or a fault. They are read by their own description.
  const boost::json::object* record(std::string_view name) const;
  /// The pairs of a map of texts that are texts.
  std::map<std::string, std::string> text_map(std::string_view name) const;
  /// The texts of a list; none if one of them is no text.
  std::optional<std::vector<std::string>> texts(std::string_view name) const;
  /// The records of a list, to be read in the same way; none if one of them is no object.
  std::optional<std::vector<described_body>> records(std::string_view name) const;

private:
  described_body(const record_description& record, const boost::json::object& members)
      : record_{record}, members_{members} {}
  const boost::json::value* find(std::string_view name, json_type type) const;

  const record_description& record_;
  const boost::json::object& members_;
};

bool has_fault(std::span<const field_fault> faults, std::string_view field);

/// Adds the faults that a rule has found, for fields that have none yet: a member of another type is not also missing.
void add_faults(field_faults& known, const field_faults& found);

} // namespace paylink
