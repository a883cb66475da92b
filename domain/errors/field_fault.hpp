#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// One thing that is wrong with one member of a request: the row of `error.details`.
struct field_fault {
  std::string field;   ///< The member's path, `metadata.colour`; a query parameter's name; `body`: the whole.
  std::string code;    ///< One of the documented list: `required`, `type`, `format`, `too_small`, …
  std::string message; ///< For people.
  std::string value{}; ///< That the call would take; empty: there is none in particular.
  bool operator==(const field_fault&) const = default;
};

/// One `code` that a fault can have.
struct fault_code {
  std::string_view code, meaning;
};
/// All of them: the list that callers may rely on.
std::span<const fault_code> fault_codes();

/// Every fault of one request, in the order of the members; empty means valid.
using field_faults = std::vector<field_fault>;

/// More faults than a person reads are not listed: a body full of typos must not cause an answer many times its size.
inline constexpr std::size_t faults_max = 64;

} // namespace paylink
