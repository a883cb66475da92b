#include "persistence/deliveries/webhook_watch.hpp"

#include "domain/deliveries/notice.hpp"
#include "domain/identity/workspace.hpp"
#include "domain/values/json_string.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/paces/paces.hpp"

namespace paylink {
namespace {

constexpr std::chrono::hours between_mails{1}; ///< About one webhook.

struct watched_webhook {
  number_column<"gone_since"> gone_since;
  number_column<"failing_since"> failing_since;
  number_column<"failures"> failures;
  number_column<"enabled"> enabled;
  text_column<"workspace_id"> workspace;
  text_column<"id"> id;
  text_column<"name"> name;
  text_column<"url"> url;
};

const sql_statement<watched_webhook(sql_number)> find_watched_webhook_sql{[](dialect spoken) {
  return "SELECT " + sql_columns<watched_webhook>() + " FROM webhooks WHERE row = :row AND deleted_at IS NULL" +
         std::string{hold_row(spoken)};
}};

const sql_statement<void(sql_number, sql_number, sql_number, sql_number)> note_webhook_health_sql{
    "UPDATE webhooks SET gone_since = :gone, failing_since = :failing, failures = :failures WHERE row = :row"};

const sql_statement<void(sql_text, sql_number)> disable_webhook_sql{
    "UPDATE webhooks SET enabled = 0, disabled_reason = :reason WHERE row = :row"};

const sql_statement<void(sql_text, sql_number, sql_text)> move_chat_sql{
    "UPDATE webhooks SET chat_id = :moved_to WHERE row = :row AND chat_id = :before"};

// Whether the webhook still has the key and the chat that an attempt was made with.
const sql_statement<sql_row<sql_number>(sql_number, sql_text, sql_text)> find_unchanged_webhook_sql{
    "SELECT w.row FROM webhooks w JOIN webhook_keys k ON k.webhook_row = w.row WHERE w.row = :row AND w.chat_id = "
    ":chat AND k.id = :key"};

// The Owner and the Admins, unless the Workspace does without these mails.
const sql_statement<sql_row<sql_text, sql_text, sql_text>(sql_text)> people_of_webhook_sql{[](dialect) {
  const auto kind = std::to_string(1U << static_cast<unsigned>(notice_kind::webhook_disabled));
  return "SELECT u.email, w.language, w.name FROM workspaces w JOIN memberships m ON m.workspace_id = w.id AND "
         "m.status = 'active' AND m.role IN ('owner', 'admin') JOIN users u ON u.id = m.user_id AND u.status = "
         "'active' WHERE w.id = :workspace AND (w.notices_off & " +
         kind + ") = 0 ORDER BY u.row";
}};

std::optional<timestamp> time_of(const sql_number& stored) {
  return stored.is_null() ? std::nullopt : std::optional{from_millis(stored.value)};
}

std::optional<std::int64_t> stored_time(const std::optional<timestamp>& time) {
  return time ? std::optional{to_millis(*time)} : null_number;
}

void append_member(std::string& object, std::string_view name, std::string_view text) {
  object += object.empty() ? '{' : ',';
  append_json_string(object, name);
  object += ':';
  append_json_string(object, text);
}

// However often somebody enables it again, once an hour at most.
void tell_people(connection& db, mail_writes& by, std::int64_t webhook_row, const watched_webhook& of,
                 disabled_reason why, timestamp now) {
  const wanted_pace pace[]{{"mail/webhook/" + std::to_string(webhook_row), between_mails}};
  if (!take_turn(db, pace, now).is_taken) return;
  std::vector<personal_mail> mails;
  db[people_of_webhook_sql].each(
      [&](const auto& columns) {
        const auto& [email, lang, workspace] = columns.fields;
        std::string content;
        append_member(content, "workspace", workspace.view());
        append_member(content, "webhook", of.name.view());
        if (!of.url.view().empty()) append_member(content, "url", of.url.view());
        append_member(content, "workspace_id", of.workspace.view());
        append_member(content, "webhook_id", of.id.view());
        append_member(content, to_text(why), "1");
        mails.push_back({.kind = "webhook_disabled",
                         .recipient = email.value,
                         .lang = parse_language(lang.view()).value_or(language::vi),
                         .content = content + "}"});
      },
      of.workspace.view());
  for (const auto& one : mails) by.store(one, now);
}

} // namespace

void webhook_watch::observe_success(std::int64_t webhook_row) {
  observed_[webhook_row].push_back({.has_succeeded = true});
}

void webhook_watch::observe_failure(std::int64_t webhook_row, int status_code, const delivery_id& delivery) {
  observed_[webhook_row].push_back({.status_code = status_code, .delivery = delivery});
}

void webhook_watch::observe_judgement(std::shared_ptr<const webhook_target> of, const attempt_judgement& judged,
                                      const delivery_id& delivery) {
  if (!judged.holds_chat && judged.moved_to.empty() && !judged.disables_channel) return;
  const auto row = of->row;
  judged_.emplace(row, judgement{std::move(of), judged, delivery});
}

void webhook_watch::settle(timestamp now) {
  for (const auto& [row, seen] : observed_) settle(row, seen, now);
  observed_.clear();
  for (const auto& [row, one] : judged_) settle(one, now);
  const bool has_judged = !judged_.empty();
  judged_.clear();
  if (has_judged) PAYLINK_FAILPOINT(after_webhook_judged);
}

void webhook_watch::settle(const judgement& one, timestamp now) {
  const auto& [of, judged, delivery] = one;
  // A chat or a token that somebody has replaced meanwhile says nothing about the new one.
  const bool is_refused =
      judged.disables_channel && db_[find_unchanged_webhook_sql].first(of->row, of->chat_id, of->key_id);
  if (judged.holds_chat) turns_.hold(*of, now + judged.wait, now);
  if (!judged.moved_to.empty() && db_[move_chat_sql].run(judged.moved_to, of->row, of->chat_id) == 1)
    log::info("webhook.chat_moved", {{"webhook", of->id.view()}});
  if (is_refused) disable(of->row, disabled_reason::chat_refused, delivery, now);
}

void webhook_watch::settle(std::int64_t webhook_row, const std::vector<observation>& seen, timestamp now) {
  auto& found = db_[find_watched_webhook_sql];
  if (!found.first(webhook_row)) return;
  const auto& columns = found.out();
  webhook_health health{time_of(columns.gone_since), time_of(columns.failing_since), columns.failures.value};
  for (const auto& one : seen) {
    if (one.has_succeeded)
      health = {};
    else
      note_failure(health, one.status_code, now);
  }
  db_[note_webhook_health_sql].run(stored_time(health.gone_since), stored_time(health.failing_since), health.failures,
                                   webhook_row);
  const auto why = judge(health, now);
  if (why != disabled_reason::none) disable(webhook_row, why, seen.back().delivery, now);
}

void webhook_watch::disable(std::int64_t webhook_row, disabled_reason why, const delivery_id& delivery, timestamp now) {
  auto& found = db_[find_watched_webhook_sql];
  if (!found.first(webhook_row) || found.out().enabled.value == 0) return;
  const auto of = found.out();
  db_[disable_webhook_sql].run(to_text(why), webhook_row);
  log::warning("webhook.disabled", {{"webhook", of.id.view()}, {"reason", to_text(why)}});
  std::string became;
  append_member(became, "reason", to_text(why));
  log_.note({.id = audit_id::derived_from(delivery), .by = {}},
            {of.workspace.view(), "webhook.disabled", of.id.view(), {}, became + "}"}, now);
  tell_people(db_, mails_, webhook_row, of, why, now);
}

} // namespace paylink
