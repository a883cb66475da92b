#pragma once
#include "domain/errors/errc.hpp"
#include "domain/webhooks/webhook.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// A webhook with its last delivery, and with the pair of keys that waits for its time.
struct webhook_row {
  /// Of a Workspace and not deleted. The parameters `:now` and `:workspace` come before those of `rest`.
  static std::string select_of_workspace(std::string_view rest);

  number_column<"w.row"> row;
  text_column<"w.id"> id;
  text_column<"w.workspace_id"> workspace;
  number_column<"w.type"> type;
  text_column<"w.name"> name;
  text_column<"w.url"> url;
  text_column<"w.chat_id"> chat_id;
  number_column<"w.events"> events;
  text_column<"w.filter"> filter;
  text_column<"w.headers"> headers;
  number_column<"w.enabled"> enabled;
  text_column<"w.disabled_reason"> reason;
  number_column<"w.created_at"> created_at;
  sql_number rotates_at;
  text_column<"d.event_id"> last_id;
  number_column<"d.state"> last_state;
  number_column<"d.is_skipped"> last_is_skipped;
  text_column<"d.owner"> last_owner;
  number_column<"d.created_at"> last_created_at;

  webhook read() const;
};

/// On any connection, without a lock. `not_found`.
result<webhook> look_up_webhook(connection& db, workspace_id in, webhook_id id, timestamp now);

} // namespace paylink
