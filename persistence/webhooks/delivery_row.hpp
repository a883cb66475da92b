#pragma once
#include "persistence/records/webhook_delivery_records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// A delivery to a webhook, with its data from other tables.
struct delivery_row {
  /// SQL; in a list without a body that is too long for one.
  static std::string columns(bool is_in_list = false);
  /// The limit keeps PostgreSQL from walking through all webhooks.
  static std::string beside(dialect spoken) {
    return std::string{
               choose(spoken, " JOIN webhooks w ON w.row = d.webhook_row",
                      " JOIN LATERAL (SELECT * FROM webhooks h WHERE h.row = d.webhook_row LIMIT 1) w ON TRUE")} +
           " LEFT JOIN deliveries o ON o.row = d.resend_of ";
  }

  sql_number row;
  sql_text id, workspace;
  sql_number webhook_row;
  sql_text webhook;
  sql_number type, webhook_is_on;
  sql_text headers;
  sql_number event;
  sql_text subject;
  sql_number state, is_skipped;
  sql_text owner;
  sql_number next_at;
  sql_text url, body, agent, brand;
  sql_number attempt;
  sql_text resend_of;
  sql_number created_at, purged;

  webhook_delivery read() const;
};

} // namespace paylink
