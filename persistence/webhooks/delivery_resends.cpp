#include "domain/values/json_string.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/deliveries/round_writes.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/sql/storable_text.hpp"
#include "persistence/webhooks/webhook_row.hpp"

#include <algorithm>

namespace paylink {
namespace {

/// A delivery with its webhook, and the round that would begin with its next attempt, if that was asked for before.
struct ended_delivery {
  number_column<"d.row"> row;
  number_column<"d.state"> state;
  number_column<"d.attempt"> attempt;
  number_column<"d.round_start"> round_start;
  text_column<"d.event_id"> id;
  text_column<"d.body"> body;
  number_column<"d.event"> event;
  text_column<"d.subject_id"> subject;
  number_column<"d.transaction_row"> transaction_row;
  text_column<"o.event_id"> resend_of;
  text_column<"w.id"> webhook;
  number_column<"w.type"> webhook_type;
  text_column<"CASE w.type WHEN 0 THEN w.url ELSE d.url END"> webhook_url;
  number_column<"CASE WHEN w.enabled = 1 AND w.deleted_at IS NULL THEN 1 ELSE 0 END"> webhook_is_on;
  number_column<"r.repeats"> round_repeats;
  number_column<"d.purged"> purged;
  number_column<"d.payload_row"> payload_row;
};

// Locked in the order of their rows, so that two nodes whose portions meet wait for each other in turn.
std::string ended_deliveries_sql(dialect spoken, const std::string& which) {
  return "SELECT " + sql_columns<ended_delivery>() +
         " FROM deliveries d JOIN webhooks w ON w.row = d.webhook_row LEFT JOIN deliveries o ON o.row = d.resend_of "
         "LEFT JOIN callback_rounds r ON r.delivery_row = d.row AND r.first_attempt = d.attempt + 1 WHERE " +
         which + " ORDER BY d.row + 0" + choose(spoken, "", " FOR UPDATE OF d");
}

const sql_statement<ended_delivery(sql_text, sql_text)> find_ended_deliveries_sql{[](dialect spoken) {
  return ended_deliveries_sql(spoken, "d.workspace_id = :workspace AND d.webhook_row IS NOT NULL AND d.row" +
                                          std::string{is_among_numbers(spoken)});
}};

const sql_statement<ended_delivery(sql_text, sql_number, sql_number)> find_ended_at_goal_sql{[](dialect spoken) {
  return ended_deliveries_sql(spoken, "d.subject_id = :subject AND d.webhook_row = :webhook AND d.event = :event");
}};

const sql_statement<void(sql_number, sql_number)> note_origin_sql{
    "UPDATE deliveries SET resend_of = :origin WHERE row = :row"};

struct resend_outcome {
  std::vector<resent_delivery> sent{};
  std::vector<reopened_delivery> reopened{};
  bool is_found = false;
};

/// The webhook that they are sent to; none: each to its own. `not_found`; `conflict`: it is disabled.
result<std::optional<webhook>> find_goal(writing& at, workspace_id in, const webhook_id& to) {
  if (to.empty()) return std::optional<webhook>{};
  auto found = look_up_webhook(at.db, in, to, at.when.now);
  if (!found) return found.error();
  if (!found->is_enabled) return errc::conflict;
  return std::optional{std::move(*found)};
}

/// A further round, unless the delivery is still being sent, its body is gone, or its webhook is disabled.
void reopen_delivery(const ended_delivery& one, const creator& asked_by, timestamp now, resend_outcome& into) {
  if (one.state.value == 0 || one.webhook_is_on.value == 0 || one.purged.value != 0) return;
  // What two webhooks were told of one subject may come to the same delivery of a third.
  if (std::ranges::find(into.reopened, one.row.value, &reopened_delivery::row) != into.reopened.end()) return;
  callback_round round{
      .first_attempt = static_cast<int>(one.attempt.value) + 1,
      .repeats = static_cast<int>(one.round_repeats.is_null() ? one.round_start.value + 1 : one.round_repeats.value),
      .asked_at = now,
      .asked_by = asked_by};
  into.sent.push_back({.id = delivery_id::from_store(one.id.view()),
                       .webhook = webhook_id::from_store(one.webhook.view()),
                       .resend_of = delivery_id::from_store(one.resend_of.view()),
                       .first_attempt = round.first_attempt,
                       .asked_at = now});
  into.reopened.push_back(
      {.row = one.row.value, .round = std::move(round), .signature = {}, .key_id = {}, .url = one.webhook_url.value});
}

/// A delivery of the same event to a webhook that has not received it.
resent_delivery repeat_delivery(writing& at, const webhook& goal, const ended_delivery& one) {
  const auto origin = delivery_id::from_store(one.id.view());
  const auto event = static_cast<webhook_event>(one.event.value);
  const auto id = delivery_id::derived_from(origin, number_of(goal.row, event));
  const auto row = at.events.record_again({.workspace = goal.workspace,
                                           .id = id,
                                           .event = event,
                                           .subject = one.subject.value,
                                           .body = one.body.value,
                                           .transaction_row = one.transaction_row.or_zero(),
                                           .payload_row = one.payload_row.or_zero()},
                                          goal.row, at.when.now);
  at.db[note_origin_sql].run(one.row.value, row);
  return {.id = id, .webhook = goal.id, .resend_of = origin, .asked_at = at.when.now};
}

void send_to(writing& at, const webhook& goal, const ended_delivery& one, const creator& asked_by,
             resend_outcome& into) {
  if (one.purged.value != 0) return;
  // A chat gets another text.
  if (static_cast<webhook_type>(one.webhook_type.value) != goal.type) return;
  auto& found = at.db[find_ended_at_goal_sql];
  if (found.first(one.subject.view(), goal.row, one.event.value))
    reopen_delivery(found.out(), asked_by, at.when.now, into);
  else
    into.sent.push_back(repeat_delivery(at, goal, one));
}

/// Sends again those of these deliveries that can be.
resend_outcome send_again(writing& at, workspace_id in, const std::vector<std::int64_t>& rows,
                          const std::optional<webhook>& goal, const creator& asked_by) {
  std::vector<ended_delivery> all;
  at.db[find_ended_deliveries_sql].each([&](const ended_delivery& columns) { all.push_back(columns); }, in.view(),
                                        to_json(rows));
  resend_outcome done{.is_found = !all.empty()};
  for (const auto& one : all) {
    if (goal)
      send_to(at, *goal, one, asked_by, done);
    else
      reopen_delivery(one, asked_by, at.when.now, done);
  }
  open_rounds(at, done.reopened, asked_by);
  return done;
}

} // namespace

result<resent_delivery> carry_out(writing& at, const resend_delivery& command) {
  if (const auto unused = check_resend_key(at, command.key, command.workspace); !unused) return unused.error();
  const auto goal = find_goal(at, command.workspace, command.to);
  if (!goal) return goal.error();
  auto done = send_again(at, command.workspace, {command.row}, *goal, command.asked_by);
  if (done.sent.empty()) return done.is_found ? errc::conflict : errc::not_found;
  auto& sent = done.sent.front();
  note_resend_key(at, command.key, command.workspace,
                  sent.id.text() + "/" + std::to_string(sent.first_attempt) + "/" +
                      std::to_string(to_millis(at.when.now)));
  std::string became = R"({"webhook":)";
  append_json_string(became, sent.webhook.view());
  at.audit.note(command.by, {command.workspace.view(), "delivery.resent", sent.id.view(), {}, became + "}"},
                at.when.now);
  return std::move(sent);
}

result<resend_counts> carry_out(writing& at, const resend_deliveries& command) {
  if (const auto unused = check_resend_key(at, command.key, command.workspace); !unused) return unused.error();
  const auto goal = find_goal(at, command.workspace, command.to);
  if (!goal) return goal.error();
  const auto done = send_again(at, command.workspace, command.rows, *goal, command.asked_by);
  auto counts = command.so_far;
  counts.queued += std::ssize(done.sent);
  counts.counted_at = at.when.now;
  // A row for each portion: a walk that does not come to its end has sent these.
  if (!done.sent.empty()) {
    auto became = R"({"queued":)" + std::to_string(done.sent.size());
    if (*goal) {
      became += R"(,"webhook":)";
      append_json_string(became, (*goal)->id.view());
    }
    at.audit.note(command.by,
                  {command.workspace.view(), "deliveries.resent", command.workspace.view(), {}, became + "}"},
                  at.when.now);
  }
  if (command.is_last) note_resend_key(at, command.key, command.workspace, counts);
  return counts;
}

} // namespace paylink
