#pragma once
#include "domain/values/ids.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace paylink {

/// Who does something that the audit log tells of.
struct audit_actor {
  enum class kind { user, api_token, operating, service } type = kind::service;
  std::string id{}; ///< Of the user or token; of an operator, the name on the machine.
};

/// Somebody does something: what a verb needs to write its row of the audit log.
struct act {
  audit_id id; ///< Of the row.
  audit_actor by;
  std::string address{}; ///< From where; empty: from inside.
};

/// A row of the audit log.
struct audit_row {
  std::int64_t row = 0;
  audit_id id;
  std::string scope; ///< The Workspace or the user whose log it is in; empty: the service's.
  std::int64_t number = 0;
  timestamp at;
  audit_actor by;
  std::string address;
  std::string action; ///< `workspace.created`.
  std::string target; ///< The id of what it was done to.
  std::string was;    ///< JSON, without secrets; empty: nothing.
  std::string became;
  std::string hash; ///< SHA-256 of `hashed_text`, lowercase hex.
};

/// `user`, `api_token`, `operator`, `service`.
std::string_view to_text(audit_actor::kind value);
audit_actor::kind parse_actor_kind(std::string_view text);

/// What the row's hash covers: itself, and the hash of the row before in its scope (empty for the first).
std::string hashed_text(const audit_row& row, std::string_view hash_before);

} // namespace paylink
