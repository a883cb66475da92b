#pragma once
#include "domain/errors/errc.hpp"
#include "domain/webhooks/webhook.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// A webhook with its last delivery, and with the pair of keys that waits for its time.
struct webhook_row {
  /// Of a Workspace and not deleted. The parameters `:now` and `:workspace` come before those of `rest`.
  static std::string select_of_workspace(std::string_view rest);

  sql_number row;
  sql_text id, workspace;
  sql_number type;
  sql_text name, url, chat_id;
  sql_number events;
  sql_text filter, headers;
  sql_number enabled;
  sql_text reason;
  sql_number created_at, rotates_at;
  sql_text last_id;
  sql_number last_state, last_is_skipped;
  sql_text last_owner;
  sql_number last_created_at;

  webhook read() const;
};

/// On any connection, without a lock. `not_found`.
result<webhook> look_up_webhook(connection& db, workspace_id in, webhook_id id, timestamp now);

} // namespace paylink
