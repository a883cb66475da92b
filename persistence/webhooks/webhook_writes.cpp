#include "persistence/webhooks/webhook_writes.hpp"

#include "domain/addresses/outbound_url.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/deliveries/stored_filter.hpp"
#include "persistence/sql/storable_text.hpp"

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

constexpr const char* insert_sql =
    "INSERT INTO webhooks (id, workspace_id, type, name, url, chat_id, events, filter, headers, enabled, "
    "disabled_reason, created_at) VALUES (:id, :workspace, :type, :name, :url, :chat, :events, :filter, :headers, 1, "
    "'', :now)";

} // namespace

webhook_writes::webhook_writes(soci::session& session, dialect spoken, webhook_events& events, audit_writes& log)
    : events_{events}, log_{log}, webhooks_{session, spoken, true}, keys_{session},
      keep_workspace_{session, std::string{"SELECT row FROM workspaces WHERE id = :id AND deleted_at IS NULL"}.append(
                                   hold_row(spoken))},
      count_{session, "SELECT COUNT(*) FROM webhooks WHERE workspace_id = :workspace AND deleted_at IS NULL"},
      insert_{session, spoken, insert_sql},
      insert_keys_{session, "INSERT INTO webhook_keys (webhook_row, id, workspace_id, sealed_api_key, sealed_secret, "
                            "bot, created_at, active_from) VALUES (:webhook, :id, :workspace, :api_key, :secret, :bot, "
                            ":now, :active_from)"},
      change_{session, "UPDATE webhooks SET name = :name, url = :url, chat_id = :chat, events = :events, filter = "
                       ":filter, headers = "
                       ":headers, enabled = :enabled, disabled_reason = :reason WHERE row = :row"},
      forget_health_{session, "UPDATE webhooks SET gone_since = NULL, failing_since = NULL, failures = 0 WHERE row = "
                              ":row"},
      delete_{session, "UPDATE webhooks SET deleted_at = :now WHERE row = :row"},
      drop_waiting_keys_{session,
                         "DELETE FROM webhook_keys WHERE webhook_row = :webhook AND active_from > :now AND row > "
                         "(SELECT MIN(f.row) FROM webhook_keys f WHERE f.webhook_row = :of)"},
      activate_{session, "UPDATE webhook_keys SET active_from = :now WHERE row = (SELECT MAX(row) FROM webhook_keys "
                         "WHERE webhook_row = :webhook)"},
      drop_old_keys_{session, "DELETE FROM webhook_keys WHERE webhook_row = :webhook AND row < (SELECT MAX(n.row) FROM "
                              "webhook_keys n WHERE n.webhook_row = :of)"} {}

void webhook_writes::note(const act& by, std::string_view action, const webhook* before, const webhook* after,
                          timestamp now) {
  const auto& about = after != nullptr ? *after : *before;
  log_.note(by, {about.workspace.view(), action, about.id.view(), described(before), described(after)}, now);
}

void webhook_writes::insert_keys(std::int64_t webhook_row, const workspace_id& of, const sealed_webhook_keys& keys,
                                 timestamp from, timestamp now) {
  insert_keys_.run(webhook_row, keys.id, of.view(), keys.api_key, keys.secret, keys.bot, to_millis(now),
                   to_millis(from));
}

result<made_webhook> webhook_writes::carry_out(const create_webhook& command, const moment& when) {
  const auto& wanted = command.record;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? keys_.find(command.key, wanted.workspace, when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    auto first = webhooks_.find(wanted.workspace, webhook_id::from_store(used->subject), when.now);
    if (!first) return first.error();
    return made_webhook{std::move(*first), first->id != wanted.id};
  }
  // Two that are made at once are counted one after the other.
  if (!keep_workspace_.first(wanted.workspace.view())) return errc::not_found;
  if (auto first = webhooks_.find(wanted.workspace, wanted.id, when.now)) return made_webhook{std::move(*first)};
  count_.first(wanted.workspace.view());
  if (count_.column<0>().value >= webhooks_of_workspace_max) return errc::conflict;
  const auto row = insert_.run(wanted.id.view(), wanted.workspace.view(), static_cast<std::int64_t>(wanted.type),
                               wanted.name, wanted.url, wanted.chat_id, std::int64_t{wanted.events},
                               stored_filter(wanted.filter), stored_headers(wanted.headers), to_millis(when.now));
  if (!row) return errc::internal_error;
  insert_keys(*row, wanted.workspace, command.keys, when.now, when.now);
  auto made = wanted;
  made.row = *row;
  made.created_at = when.now;
  note(command.by, "webhook.created", nullptr, &made, when.now);
  if (command.test) events_.record_test(made.workspace, made.row, *command.test, when.now);
  if (has_key) keys_.note(command.key, wanted.workspace, wanted.id.view(), when.now);
  return made_webhook{std::move(made)};
}

result<webhook> webhook_writes::carry_out(const change_webhook& command, const moment& when) {
  const auto before = webhooks_.find(command.workspace, command.id, when.now);
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
  change_.run(after.name, after.url, after.chat_id, std::int64_t{after.events}, stored_filter(after.filter),
              stored_headers(after.headers), std::int64_t{after.is_enabled}, to_text(after.disabled), after.row);
  const bool leads_elsewhere = after.url != before->url || after.chat_id != before->chat_id || change.keys;
  if (after.is_enabled && (!before->is_enabled || leads_elsewhere)) forget_health_.run(after.row);
  if (change.keys) {
    insert_keys(after.row, after.workspace, *change.keys, when.now, when.now);
    drop_old_keys_.run(after.row, after.row);
    after.rotates_at.reset();
  }
  if (command.test && after.is_enabled) events_.record_test(after.workspace, after.row, *command.test, when.now);
  auto was = described(&*before), became = described(&after, change.keys.has_value());
  const auto* action = change.keys && !change.url ? "webhook.rotated" : "webhook.changed";
  if (was != became)
    log_.note(command.by, {after.workspace.view(), action, after.id.view(), std::move(was), std::move(became)},
              when.now);
  return after;
}

result<no_reply> webhook_writes::carry_out(const delete_webhook& command, const moment& when) {
  const auto before = webhooks_.find(command.workspace, command.id, when.now);
  if (!before) return before.error();
  delete_.run(to_millis(when.now), before->row);
  note(command.by, "webhook.deleted", &*before, nullptr, when.now);
  return no_reply{};
}

result<webhook> webhook_writes::carry_out(const rotate_webhook& command, const moment& when) {
  auto found = webhooks_.find(command.workspace, command.id, when.now);
  if (!found) return found.error();
  drop_waiting_keys_.run(found->row, to_millis(when.now), found->row);
  // Of those that have served, the one in force stays.
  drop_old_keys_.run(found->row, found->row);
  found->rotates_at = when.now + rotation_delay;
  insert_keys(found->row, found->workspace, command.keys, *found->rotates_at, when.now);
  log_.note(command.by, {found->workspace.view(), "webhook.rotated", found->id.view()}, when.now);
  return found;
}

result<webhook> webhook_writes::carry_out(const activate_webhook_keys& command, const moment& when) {
  auto found = webhooks_.find(command.workspace, command.id, when.now);
  if (!found) return found.error();
  if (!found->rotates_at) return errc::conflict;
  activate_.run(to_millis(when.now), found->row);
  drop_old_keys_.run(found->row, found->row);
  found->rotates_at.reset();
  log_.note(command.by, {found->workspace.view(), "webhook.keys_activated", found->id.view()}, when.now);
  return found;
}

result<started_delivery> webhook_writes::carry_out(const test_webhook& command, const moment& when) {
  const auto found = webhooks_.find(command.workspace, command.id, when.now);
  if (!found) return found.error();
  if (!found->is_enabled) return errc::conflict;
  events_.record_test(command.workspace, found->row, command.event, when.now);
  log_.note(command.by, {found->workspace.view(), "webhook.tested", found->id.view()}, when.now);
  return started_delivery{command.event.delivery, when.now};
}

} // namespace paylink
