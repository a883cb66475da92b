#include "persistence/webhooks/delivery_row.hpp"

#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

std::string delivery_row::columns(bool is_in_list) {
  const auto body = [&](std::string of) {
    return is_in_list ? "CASE WHEN LENGTH(" + of + ") <= 4096 THEN " + of + " END" : of;
  };
  return sql_columns<delivery_row>({"CASE WHEN d.payload_row IS NULL THEN " + body("d.body") + " ELSE (SELECT " +
                                    body("y.body") + " FROM delivery_payloads y WHERE y.row = d.payload_row) END"});
}

webhook_delivery delivery_row::read() const {
  webhook_delivery one;
  one.row = row.value;
  one.id = delivery_id::from_store(id.view());
  one.workspace = workspace_id::from_store(workspace.view());
  one.webhook_row = webhook_row.value;
  one.webhook = webhook_id::from_store(webhook.view());
  one.type = static_cast<webhook_type>(type.value);
  one.webhook_is_enabled = webhook_is_on.value != 0;
  if (!headers.view().empty()) one.headers = pairs_from_json(headers.view());
  one.event = static_cast<webhook_event>(event.value);
  one.subject = subject.value;
  one.status = status_of_row(state, is_skipped, owner);
  if (state.value == 0 && owner.is_null()) one.next_attempt_at = from_millis(next_at.value);
  one.url = url.value;
  one.body = body.value;
  one.is_purged = purged.value != 0;
  one.agent = agent.value;
  one.brand = brand.value;
  one.last_attempt = static_cast<int>(attempt.value);
  one.resend_of = delivery_id::from_store(resend_of.view());
  one.created_at = from_millis(created_at.value);
  return one;
}

} // namespace paylink
