#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The entries that wait for the reactivation of their Workspace, on a reader's connection.
class held_reads {
public:
  explicit held_reads(soci::session& session);

  page<waiting_entry> list(workspace_id in, std::int64_t after_row, int limit);

private:
  statement<sql_row<sql_text, sql_number, sql_number>, sql_row<sql_number, sql_text, sql_number, sql_text>> list_;
};

} // namespace paylink
