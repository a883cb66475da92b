#include "persistence/deliveries/webhook_targets.hpp"

#include "domain/identity/workspace.hpp"
#include "persistence/deliveries/stored_filter.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

namespace {

// A clock that was set back may know no pair whose time has come: then the oldest is in force.
std::string targets_sql(std::string_view which) {
  return "SELECT w.row, w.id, w.url, w.events, w.filter, w.headers, CASE WHEN w.enabled = 1 AND w.deleted_at IS NULL "
         "THEN 1 ELSE 0 END, w.failing_since, k.id, k.sealed_api_key, k.sealed_secret, w.type, w.chat_id, k.bot, "
         "(SELECT language FROM workspaces WHERE id = w.workspace_id) FROM webhooks w JOIN webhook_keys k ON k.row = "
         "COALESCE((SELECT n.row FROM webhook_keys n WHERE n.webhook_row = w.row AND n.active_from <= :now ORDER BY "
         "n.active_from DESC LIMIT 1), (SELECT MIN(o.row) FROM webhook_keys o WHERE o.webhook_row = w.row)) WHERE " +
         std::string{which};
}

} // namespace

std::shared_ptr<const webhook_target> webhook_targets::target_row::read() const {
  auto target = std::make_shared<webhook_target>();
  target->row = row.value;
  target->id = webhook_id::from_store(id.view());
  target->url = url.value;
  target->key_id = key_id.value;
  target->sealed_api_key = api_key.value;
  target->sealed_secret = secret.value;
  target->chat_id = chat_id.value;
  target->bot = bot.value;
  if (!headers.view().empty()) target->headers = pairs_from_json(headers.view());
  target->is_enabled = is_on.value != 0;
  target->is_failing = !failing_since.is_null();
  return target;
}

webhook_targets::webhook_targets(soci::session& session)
    : list_{session, targets_sql("w.workspace_id = :workspace AND w.deleted_at IS NULL ORDER BY w.row")},
      find_{session, targets_sql("w.row = :row")} {}

const std::vector<webhook_subscriber>& webhook_targets::of(const workspace_id& workspace, timestamp now) {
  const auto [known, is_new] = listed_.try_emplace(workspace);
  if (is_new)
    list_.each(
        [&](const target_row& columns) {
          known->second.push_back({.target = columns.read(),
                                   .type = static_cast<webhook_type>(columns.type.value),
                                   .url = columns.url.value,
                                   .lang = parse_language(columns.language.view()).value_or(language::vi),
                                   .events = static_cast<webhook_event_set>(columns.events.value),
                                   .filter = filter_from_store(columns.filter.view())});
        },
        to_millis(now), workspace.view());
  return known->second;
}

std::shared_ptr<const webhook_target> webhook_targets::of_row(std::int64_t row, timestamp now) {
  const auto [known, is_new] = found_.try_emplace(row);
  if (is_new && find_.first(to_millis(now), row)) known->second = find_.out().read();
  return known->second;
}

void webhook_targets::forget() {
  listed_.clear();
  found_.clear();
}

} // namespace paylink
