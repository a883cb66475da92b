#pragma once
#include "domain/identity/audit.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// Adds to the audit log, in the transaction of what it tells of.
class audit_writes {
public:
  using digest_function = std::string (*)(std::string_view);
  audit_writes(connection& db, digest_function digest) : db_{db}, digest_{digest} {}

  /// What was done, and to what. `scope`: the Workspace or user whose log it is in; empty: the service's.
  struct deed {
    std::string_view scope, action, target;
    std::string was{}, became{}; ///< JSON, without secrets; empty: nothing.
  };
  /// Does nothing for an act without an id: nobody asked for it.
  void note(const act& by, deed done, timestamp now);

private:
  connection& db_;
  digest_function digest_;
};

} // namespace paylink
