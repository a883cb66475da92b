#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"
#include "persistence/webhooks/webhook_row.hpp"

namespace paylink {

/// A Workspace's webhooks, on one connection.
class webhook_reads {
public:
  /// `locks`: what `find` finds is to be changed in the same transaction.
  webhook_reads(soci::session& session, dialect spoken, bool locks = false);

  page<webhook> list(workspace_id in, const webhook_list_filter& filter, timestamp now);
  result<webhook> find(workspace_id in, webhook_id id, timestamp now);

private:
  statement<sql_row<sql_number, sql_text, sql_number, sql_number>, webhook_row> rising_, falling_;
  statement<sql_row<sql_number, sql_text, sql_text>, webhook_row> find_;
};

} // namespace paylink
