#include "domain/addresses/outbound_url.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/deliveries/stored_filter.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/sql/storable_text.hpp"
#include "persistence/webhooks/webhook_row.hpp"

namespace paylink {
namespace {

/// As the audit log tells it: no secrets, and no values of headers.
std::string described(const webhook* record, bool has_new_keys = false) {
  if (record == nullptr) return {};
  std::string text = R"({"name":)";
  append_json_string(text, record->name);
  text += R"(,"type":)";
  append_json_string(text, to_text(record->type));
  text += record->type == webhook_type::http ? R"(,"url":)" : R"(,"chat_id":)";
  append_json_string(text, record->type == webhook_type::http ? record->url : record->chat_id);
  text += R"(,"events":[)";
  for (const auto word : words_of_events(record->events)) {
    if (text.back() != '[') text += ',';
    append_json_string(text, word);
  }
  text += R"(],"headers":[)";
  for (const auto& [name, value] : record->headers) {
    if (text.back() != '[') text += ',';
    append_json_string(text, name);
  }
  text += R"(],"filter":)";
  const auto filter = stored_filter(record->filter);
  text += filter.empty() ? "null" : filter;
  text.append(R"(,"enabled":)").append(record->is_enabled ? "true" : "false");
  return text.append(has_new_keys ? R"(,"keys":"replaced"})" : "}");
}

std::string stored_headers(const webhook_headers& headers) {
  return headers.empty() ? std::string{} : to_json(headers);
}

const sql_statement<webhook_row(sql_number, sql_text, sql_text)> find_webhook_to_change_sql{[](dialect spoken) {
  return webhook_row::select_of_workspace("w.id = :id") + choose(spoken, "", " FOR NO KEY UPDATE OF w");
}};

// Two that are made at once are counted one after the other.
const sql_statement<sql_row<sql_number>(sql_text)> hold_workspace_of_webhooks_sql{[](dialect spoken) {
  return "SELECT row FROM workspaces WHERE id = :id AND deleted_at IS NULL" + std::string{hold_row(spoken)};
}};

const sql_statement<sql_row<sql_number>(sql_text)> count_webhooks_sql{
    "SELECT COUNT(*) FROM webhooks WHERE workspace_id = :workspace AND deleted_at IS NULL"};

const sql_row_insert<sql_text, sql_text, sql_number, sql_text, sql_text, sql_text, sql_number, sql_text, sql_text,
                     sql_number>
    insert_webhook_sql{
        "INSERT INTO webhooks (id, workspace_id, type, name, url, chat_id, events, filter, headers, enabled, "
        "disabled_reason, created_at) VALUES (:id, :workspace, :type, :name, :url, :chat, :events, :filter, :headers, "
        "1, '', :now)"};

const sql_statement<void(sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number)>
    insert_webhook_keys_sql{
        "INSERT INTO webhook_keys (webhook_row, id, workspace_id, sealed_api_key, sealed_secret, bot, created_at, "
        "active_from) VALUES (:webhook, :id, :workspace, :api_key, :secret, :bot, :now, :active_from)"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_number, sql_text, sql_text, sql_number, sql_text,
                         sql_number)>
    change_webhook_sql{
        "UPDATE webhooks SET name = :name, url = :url, chat_id = :chat, events = :events, filter = :filter, headers = "
        ":headers, enabled = :enabled, disabled_reason = :reason WHERE row = :row"};

const sql_statement<void(sql_number)> forget_webhook_health_sql{
    "UPDATE webhooks SET gone_since = NULL, failing_since = NULL, failures = 0 WHERE row = :row"};

const sql_statement<void(sql_number, sql_number)> delete_webhook_sql{
    "UPDATE webhooks SET deleted_at = :now WHERE row = :row"};

const sql_statement<void(sql_number, sql_number, sql_number)> drop_waiting_keys_sql{
    "DELETE FROM webhook_keys WHERE webhook_row = :webhook AND active_from > :now AND row > (SELECT MIN(f.row) FROM "
    "webhook_keys f WHERE f.webhook_row = :of)"};

const sql_statement<void(sql_number, sql_number)> activate_keys_sql{
    "UPDATE webhook_keys SET active_from = :now WHERE row = (SELECT MAX(row) FROM webhook_keys WHERE webhook_row = "
    ":webhook)"};

const sql_statement<void(sql_number, sql_number)> drop_old_keys_sql{
    "DELETE FROM webhook_keys WHERE webhook_row = :webhook AND row < (SELECT MAX(n.row) FROM webhook_keys n WHERE "
    "n.webhook_row = :of)"};

/// It is locked until the transaction ends.
result<webhook> find_webhook_to_change(writing& at, workspace_id in, webhook_id id) {
  auto& found = at.db[find_webhook_to_change_sql];
  if (!found.first(to_millis(at.when.now), in.view(), id.view())) return errc::not_found;
  return found.out().read();
}

void insert_webhook_keys(writing& at, std::int64_t webhook_row, const workspace_id& of, const sealed_webhook_keys& keys,
                         timestamp from) {
  at.db[insert_webhook_keys_sql].run(webhook_row, keys.id, of.view(), keys.api_key, keys.secret, keys.bot,
                                     to_millis(at.when.now), to_millis(from));
}

void note_webhook(writing& at, const act& by, std::string_view action, const webhook* before, const webhook* after) {
  const auto& about = after != nullptr ? *after : *before;
  at.audit.note(by, {about.workspace.view(), action, about.id.view(), described(before), described(after)},
                at.when.now);
}

} // namespace

result<made_webhook> carry_out(writing& at, const create_webhook& command) {
  const auto& wanted = command.record;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? find_use_of_key(at.db, command.key, wanted.workspace, at.when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    auto first = find_webhook_to_change(at, wanted.workspace, webhook_id::from_store(used->subject));
    if (!first) return first.error();
    const bool is_replay = first->id != wanted.id;
    return made_webhook{std::move(*first), is_replay};
  }
  if (!at.db[hold_workspace_of_webhooks_sql].first(wanted.workspace.view())) return errc::not_found;
  if (auto first = find_webhook_to_change(at, wanted.workspace, wanted.id)) return made_webhook{std::move(*first)};
  auto& count = at.db[count_webhooks_sql];
  count.first(wanted.workspace.view());
  if (count.column<0>().value >= webhooks_of_workspace_max) return errc::conflict;
  const auto row = at.db.insert(insert_webhook_sql, wanted.id.view(), wanted.workspace.view(),
                                static_cast<std::int64_t>(wanted.type), wanted.name, wanted.url, wanted.chat_id,
                                std::int64_t{wanted.events}, stored_filter(wanted.filter),
                                stored_headers(wanted.headers), to_millis(at.when.now));
  if (!row) return errc::internal_error;
  insert_webhook_keys(at, *row, wanted.workspace, command.keys, at.when.now);
  auto made = wanted;
  made.row = *row;
  made.created_at = at.when.now;
  note_webhook(at, command.by, "webhook.created", nullptr, &made);
  if (command.test) at.events.record_test(made.workspace, made.row, *command.test, at.when.now);
  if (has_key) note_use_of_key(at.db, command.key, wanted.workspace, wanted.id.view(), at.when.now);
  return made_webhook{std::move(made)};
}

result<webhook> carry_out(writing& at, const change_webhook& command) {
  const auto before = find_webhook_to_change(at, command.workspace, command.id);
  if (!before) return before.error();
  auto after = *before;
  const auto& change = command.change;
  if (change.url && !change.keys && !is_same_origin(*change.url, before->url)) return errc::conflict;
  if (change.name) after.name = *change.name;
  if (change.url) after.url = *change.url;
  if (change.chat_id) after.chat_id = *change.chat_id;
  if (change.events) after.events = *change.events;
  if (change.filter) after.filter = *change.filter;
  if (change.headers) after.headers = *change.headers;
  if (change.is_enabled && *change.is_enabled != before->is_enabled) {
    after.is_enabled = *change.is_enabled;
    after.disabled = after.is_enabled ? disabled_reason::none : disabled_reason::by_a_person;
  }
  at.db[change_webhook_sql].run(after.name, after.url, after.chat_id, std::int64_t{after.events},
                                stored_filter(after.filter), stored_headers(after.headers),
                                std::int64_t{after.is_enabled}, to_text(after.disabled), after.row);
  const bool leads_elsewhere = after.url != before->url || after.chat_id != before->chat_id || change.keys;
  if (after.is_enabled && (!before->is_enabled || leads_elsewhere)) at.db[forget_webhook_health_sql].run(after.row);
  if (change.keys) {
    insert_webhook_keys(at, after.row, after.workspace, *change.keys, at.when.now);
    at.db[drop_old_keys_sql].run(after.row, after.row);
    after.rotates_at.reset();
  }
  if (command.test && after.is_enabled) at.events.record_test(after.workspace, after.row, *command.test, at.when.now);
  auto was = described(&*before), became = described(&after, change.keys.has_value());
  const auto* action = change.keys && !change.url ? "webhook.rotated" : "webhook.changed";
  if (was != became)
    at.audit.note(command.by, {after.workspace.view(), action, after.id.view(), std::move(was), std::move(became)},
                  at.when.now);
  return after;
}

result<no_reply> carry_out(writing& at, const delete_webhook& command) {
  const auto before = find_webhook_to_change(at, command.workspace, command.id);
  if (!before) return before.error();
  at.db[delete_webhook_sql].run(to_millis(at.when.now), before->row);
  note_webhook(at, command.by, "webhook.deleted", &*before, nullptr);
  return no_reply{};
}

result<webhook> carry_out(writing& at, const rotate_webhook& command) {
  auto found = find_webhook_to_change(at, command.workspace, command.id);
  if (!found) return found.error();
  at.db[drop_waiting_keys_sql].run(found->row, to_millis(at.when.now), found->row);
  // Of those that have served, the one in force stays.
  at.db[drop_old_keys_sql].run(found->row, found->row);
  found->rotates_at = at.when.now + rotation_delay;
  insert_webhook_keys(at, found->row, found->workspace, command.keys, *found->rotates_at);
  at.audit.note(command.by, {found->workspace.view(), "webhook.rotated", found->id.view()}, at.when.now);
  return found;
}

result<webhook> carry_out(writing& at, const activate_webhook_keys& command) {
  auto found = find_webhook_to_change(at, command.workspace, command.id);
  if (!found) return found.error();
  if (!found->rotates_at) return errc::conflict;
  at.db[activate_keys_sql].run(to_millis(at.when.now), found->row);
  at.db[drop_old_keys_sql].run(found->row, found->row);
  found->rotates_at.reset();
  at.audit.note(command.by, {found->workspace.view(), "webhook.keys_activated", found->id.view()}, at.when.now);
  return found;
}

result<started_delivery> carry_out(writing& at, const test_webhook& command) {
  const auto found = find_webhook_to_change(at, command.workspace, command.id);
  if (!found) return found.error();
  if (!found->is_enabled) return errc::conflict;
  at.events.record_test(command.workspace, found->row, command.event, at.when.now);
  at.audit.note(command.by, {found->workspace.view(), "webhook.tested", found->id.view()}, at.when.now);
  return started_delivery{command.event.delivery, at.when.now};
}

} // namespace paylink
