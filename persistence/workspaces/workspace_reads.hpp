#pragma once
#include "persistence/identity/workspace_row.hpp"
#include "persistence/records/records.hpp"

namespace paylink {

/// Queries about a caller's Workspaces, on one reading connection.
class workspace_reads {
public:
  explicit workspace_reads(soci::session& session);

  /// In which the caller may do anything, in the order of their ids.
  page<held_workspace> list(const caller& who, const people_filter& filter);
  std::int64_t count_unfinished_callbacks(workspace_id in);

private:
  std::vector<held_workspace> all_of(const caller& who);

  struct role_row {
    workspace_row of;
    sql_text held;
    sql_number given;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      of.visit(visitor), visitor(held), visitor(given);
    }
  };
  statement<sql_row<sql_text>, role_row> of_user_, of_token_;
  statement<sql_row<sql_text, sql_text, sql_text>, sql_row<sql_number>> unfinished_;
};

} // namespace paylink
