#include "persistence/webhooks/webhook_row.hpp"

#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/deliveries/stored_filter.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

std::string webhook_row::select_of_workspace(std::string_view rest) {
  return "SELECT " +
         sql_columns<webhook_row>(
             {"(SELECT MAX(k.active_from) FROM webhook_keys k WHERE k.webhook_row = w.row AND k.active_from > :now AND "
              "k.row > (SELECT MIN(f.row) FROM webhook_keys f WHERE f.webhook_row = w.row))"}) +
         " FROM webhooks w LEFT JOIN deliveries d ON d.row = (SELECT MAX(n.row) FROM deliveries n WHERE n.webhook_row "
         "= w.row) WHERE w.workspace_id = :workspace AND w.deleted_at IS NULL AND " +
         std::string{rest};
}

webhook webhook_row::read() const {
  webhook one;
  one.row = row.value;
  one.id = webhook_id::from_store(id.view());
  one.workspace = workspace_id::from_store(workspace.view());
  one.type = static_cast<webhook_type>(type.value);
  one.name = name.value;
  one.url = url.value;
  one.chat_id = chat_id.value;
  one.events = static_cast<webhook_event_set>(events.value);
  one.filter = filter_from_store(filter.view());
  if (!headers.view().empty()) one.headers = pairs_from_json(headers.view());
  one.is_enabled = enabled.value != 0;
  one.disabled = parse_disabled_reason(reason.view());
  one.created_at = from_millis(created_at.value);
  if (!rotates_at.is_null()) one.rotates_at = from_millis(rotates_at.value);
  if (!last_id.is_null())
    one.last =
        last_delivery{delivery_id::from_store(last_id.view()), status_of_row(last_state, last_is_skipped, last_owner),
                      from_millis(last_created_at.value)};
  return one;
}

} // namespace paylink
