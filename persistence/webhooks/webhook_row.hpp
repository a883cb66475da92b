#pragma once
#include "domain/webhooks/webhook.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// A webhook with its last delivery, and with the pair of keys that waits for its time.
struct webhook_row {
  /// Needs the parameter `:now` once, before those of the conditions.
  static std::string select(std::string_view rest);

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

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(row), visitor(id), visitor(workspace), visitor(type), visitor(name), visitor(url), visitor(chat_id);
    visitor(events), visitor(filter), visitor(headers), visitor(enabled), visitor(reason), visitor(created_at);
    visitor(rotates_at), visitor(last_id), visitor(last_state), visitor(last_is_skipped), visitor(last_owner);
    visitor(last_created_at);
  }

  webhook read() const;
};

} // namespace paylink
