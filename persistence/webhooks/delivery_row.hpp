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

  number_column<"d.row"> row;
  text_column<"d.event_id"> id;
  text_column<"d.workspace_id"> workspace;
  number_column<"w.row"> webhook_row;
  text_column<"w.id"> webhook;
  number_column<"w.type"> type;
  number_column<"CASE WHEN w.enabled = 1 AND w.deleted_at IS NULL THEN 1 ELSE 0 END"> webhook_is_on;
  text_column<"w.headers"> headers;
  number_column<"d.event"> event;
  text_column<"d.subject_id"> subject;
  number_column<"d.state"> state;
  number_column<"d.is_skipped"> is_skipped;
  text_column<"d.owner"> owner;
  number_column<"d.next_at"> next_at;
  text_column<"d.url"> url;
  sql_text body;
  text_column<"d.agent"> agent;
  text_column<"d.brand"> brand;
  number_column<"d.attempt"> attempt;
  text_column<"o.event_id"> resend_of;
  number_column<"d.created_at"> created_at;
  number_column<"d.purged"> purged;

  webhook_delivery read() const;
};

} // namespace paylink
