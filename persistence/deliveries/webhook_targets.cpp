#include "persistence/deliveries/webhook_targets.hpp"

#include "domain/identity/workspace.hpp"
#include "persistence/deliveries/stored_filter.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

struct target_row {
  sql_number row;
  sql_text id, url;
  sql_number events;
  sql_text filter, headers;
  sql_number is_on, failing_since;
  sql_text key_id, api_key, secret;
  sql_number type;
  sql_text chat_id, bot, language;

  std::shared_ptr<const webhook_target> read() const;
};

// A clock that was set back may know no pair whose time has come: then the oldest is in force.
std::string targets_sql(std::string_view which) {
  return "SELECT w.row, w.id, w.url, w.events, w.filter, w.headers, CASE WHEN w.enabled = 1 AND w.deleted_at IS NULL "
         "THEN 1 ELSE 0 END, w.failing_since, k.id, k.sealed_api_key, k.sealed_secret, w.type, w.chat_id, k.bot, "
         "(SELECT language FROM workspaces WHERE id = w.workspace_id) FROM webhooks w JOIN webhook_keys k ON k.row = "
         "COALESCE((SELECT n.row FROM webhook_keys n WHERE n.webhook_row = w.row AND n.active_from <= :now ORDER BY "
         "n.active_from DESC LIMIT 1), (SELECT MIN(o.row) FROM webhook_keys o WHERE o.webhook_row = w.row)) WHERE " +
         std::string{which};
}

const sql_statement<target_row(sql_number, sql_text)> targets_of_workspace_sql{
    [](dialect) { return targets_sql("w.workspace_id = :workspace AND w.deleted_at IS NULL ORDER BY w.row"); }};

const sql_statement<target_row(sql_number, sql_number)> find_target_sql{
    [](dialect) { return targets_sql("w.row = :row"); }};

std::shared_ptr<const webhook_target> target_row::read() const {
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

} // namespace

const std::vector<webhook_subscriber>& webhook_targets::of(const workspace_id& workspace, timestamp now) {
  const auto [known, is_new] = listed_.try_emplace(workspace);
  if (is_new)
    db_[targets_of_workspace_sql].each(
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
  auto& wanted = db_[find_target_sql];
  if (is_new && wanted.first(to_millis(now), row)) known->second = wanted.out().read();
  return known->second;
}

void webhook_targets::forget() {
  listed_.clear();
  found_.clear();
}

} // namespace paylink
