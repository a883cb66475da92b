#pragma once
#include <string>
#include <vector>

namespace paylink {

/// One thing that is wrong with one member of a request: the row of `error.details`.
struct field_fault {
  std::string field;   ///< Path of the member, `metadata.colour`; a query parameter by its name.
  std::string code;    ///< One of the documented list: `required`, `type`, `format`, `too_small`, …
  std::string message; ///< For a person.
  bool operator==(const field_fault&) const = default;
};

/// Every fault of one request, in the order of the members; empty means valid.
using field_faults = std::vector<field_fault>;

} // namespace paylink
