#include "persistence/deliveries/webhook_targets.hpp"

#include "domain/identity/workspace.hpp"
#include "persistence/deliveries/stored_filter.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

struct target_row {
  number_column<"w.row"> row;
  text_column<"w.id"> id;
  text_column<"w.url"> url;
  number_column<"w.events"> events;
  text_column<"w.filter"> filter;
  text_column<"w.headers"> headers;
  number_column<"CASE WHEN w.enabled = 1 AND w.deleted_at IS NULL THEN 1 ELSE 0 END"> is_on;
  number_column<"w.failing_since"> failing_since;
  text_column<"k.id"> key_id;
  text_column<"k.sealed_api_key"> api_key;
  text_column<"k.sealed_secret"> secret;
  number_column<"w.type"> type;
  text_column<"w.chat_id"> chat_id;
  text_column<"k.bot"> bot;
  text_column<"(SELECT language FROM workspaces WHERE id = w.workspace_id)"> language;

  std::shared_ptr<const webhook_target> read() const;
};

// A clock that was set back may know no pair whose time has come: then the oldest is in force.
std::string targets_sql(std::string_view which) {
  return "SELECT " + sql_columns<target_row>() +
         " FROM webhooks w JOIN webhook_keys k ON k.row = COALESCE((SELECT n.row FROM webhook_keys n WHERE "
         "n.webhook_row = w.row AND n.active_from <= :now ORDER BY n.active_from DESC LIMIT 1), (SELECT MIN(o.row) "
         "FROM webhook_keys o WHERE o.webhook_row = w.row)) WHERE " +
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
  target->kind = paylink::kind_of(static_cast<webhook_type>(type.value));
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
