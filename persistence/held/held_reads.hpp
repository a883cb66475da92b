#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The entries that wait for the reactivation of their Workspace, on a reader's connection.
class held_reads {
public:
  explicit held_reads(soci::session& session);

  /// Without the rest of texts that are recorded cut. At most `limit`, and fewer if the texts are long: a page ends
  /// once it has read a MiB.
  page<waiting_entry> list(workspace_id in, std::int64_t after_row, int limit);

private:
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_text, sql_number, sql_text>> next_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number>> is_left_;
};

} // namespace paylink
