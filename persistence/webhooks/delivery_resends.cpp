#include "persistence/webhooks/delivery_resends.hpp"

#include "domain/values/json_string.hpp"
#include "persistence/sql/storable_text.hpp"

#include <algorithm>

namespace paylink {

// Locked in the order of their rows, so that two nodes whose portions meet wait for each other in turn.
std::string delivery_resends::rows_sql(dialect spoken, std::string_view which) {
  return "SELECT d.row, d.state, d.attempt, d.round_start, d.event_id, d.body, d.event, d.subject_id, "
         "d.transaction_row, o.event_id, w.id, w.type, CASE w.type WHEN 0 THEN w.url ELSE d.url END, CASE WHEN "
         "w.enabled = 1 AND w.deleted_at IS NULL THEN 1 "
         "ELSE 0 "
         "END, r.repeats, d.purged, d.payload_row FROM deliveries d JOIN webhooks w ON w.row = d.webhook_row LEFT JOIN "
         "deliveries o "
         "ON o.row = "
         "d.resend_of LEFT JOIN callback_rounds r ON r.delivery_row = d.row AND r.first_attempt = d.attempt + 1 "
         "WHERE " +
         std::string{which} + " ORDER BY d.row + 0" + (spoken == dialect::postgresql ? " FOR UPDATE OF d" : "");
}

delivery_resends::delivery_resends(soci::session& session, dialect spoken, webhook_events& events, audit_writes& log)
    : events_{events}, log_{log}, webhooks_{session, spoken}, rounds_{session, spoken},
      find_{session, rows_sql(spoken, "d.workspace_id = :workspace AND d.webhook_row IS NOT NULL AND d.row" +
                                          std::string{is_among_numbers(spoken)})},
      find_at_goal_{session, rows_sql(spoken, "d.subject_id = :subject AND d.webhook_row = :webhook AND d.event = "
                                              ":event")},
      note_origin_{session, "UPDATE deliveries SET resend_of = :origin WHERE row = :row"} {}

result<resent_delivery> delivery_resends::carry_out(const resend_delivery& command, const moment& when) {
  if (const auto unused = rounds_.check(command.key, command.workspace, when.now); !unused) return unused.error();
  const auto goal = find_goal(command.workspace, command.to, when.now);
  if (!goal) return goal.error();
  auto done = send(command.workspace, {command.row}, *goal, command.asked_by, when.now);
  if (done.sent.empty()) return done.is_found ? errc::conflict : errc::not_found;
  auto& sent = done.sent.front();
  rounds_.note_key(
      command.key, command.workspace,
      sent.id.text() + "/" + std::to_string(sent.first_attempt) + "/" + std::to_string(to_millis(when.now)), when.now);
  std::string became = R"({"webhook":)";
  append_json_string(became, sent.webhook.view());
  log_.note(command.by, {command.workspace.view(), "delivery.resent", sent.id.view(), {}, became + "}"}, when.now);
  return std::move(sent);
}

result<resend_counts> delivery_resends::carry_out(const resend_deliveries& command, const moment& when) {
  if (const auto unused = rounds_.check(command.key, command.workspace, when.now); !unused) return unused.error();
  const auto goal = find_goal(command.workspace, command.to, when.now);
  if (!goal) return goal.error();
  const auto done = send(command.workspace, command.rows, *goal, command.asked_by, when.now);
  auto counts = command.so_far;
  counts.queued += std::ssize(done.sent);
  counts.counted_at = when.now;
  // A row for each portion: a walk that does not come to its end has sent these.
  if (!done.sent.empty()) {
    auto became = R"({"queued":)" + std::to_string(done.sent.size());
    if (*goal) {
      became += R"(,"webhook":)";
      append_json_string(became, (*goal)->id.view());
    }
    log_.note(command.by, {command.workspace.view(), "deliveries.resent", command.workspace.view(), {}, became + "}"},
              when.now);
  }
  if (command.is_last) rounds_.note_key(command.key, command.workspace, counts);
  return counts;
}

result<std::optional<webhook>> delivery_resends::find_goal(workspace_id in, const webhook_id& to, timestamp now) {
  if (to.empty()) return std::optional<webhook>{};
  auto found = webhooks_.find(in, to, now);
  if (!found) return found.error();
  if (!found->is_enabled) return errc::conflict;
  return std::optional{std::move(*found)};
}

delivery_resends::outcome delivery_resends::send(workspace_id in, const std::vector<std::int64_t>& rows,
                                                 const std::optional<webhook>& goal, const creator& asked_by,
                                                 timestamp now) {
  std::vector<ended_row> all;
  find_.each([&](const ended_row& columns) { all.push_back(columns); }, in.view(), to_json(rows));
  outcome done{.is_found = !all.empty()};
  for (const auto& one : all) {
    if (goal)
      send_to(*goal, one, asked_by, now, done);
    else
      reopen(one, asked_by, now, done);
  }
  rounds_.open(done.reopened, asked_by, now);
  return done;
}

void delivery_resends::send_to(const webhook& goal, const ended_row& one, const creator& asked_by, timestamp now,
                               outcome& into) {
  if (one.purged.value != 0) return;
  // A chat is told in other words.
  if (static_cast<webhook_type>(one.webhook_type.value) != goal.type) return;
  if (find_at_goal_.first(one.subject.view(), goal.row, one.event.value))
    reopen(find_at_goal_.out(), asked_by, now, into);
  else
    into.sent.push_back(repeat(goal, one, now));
}

resent_delivery delivery_resends::repeat(const webhook& goal, const ended_row& one, timestamp now) {
  const auto origin = delivery_id::from_store(one.id.view());
  const auto event = static_cast<webhook_event>(one.event.value);
  const auto id = delivery_id::derived_from(origin, number_of(goal.row, event));
  const auto row = events_.record_again({.workspace = goal.workspace,
                                         .id = id,
                                         .event = event,
                                         .subject = one.subject.value,
                                         .body = one.body.value,
                                         .transaction_row = one.transaction_row.or_zero(),
                                         .payload_row = one.payload_row.or_zero()},
                                        goal.row, now);
  note_origin_.run(one.row.value, row);
  return {.id = id, .webhook = goal.id, .resend_of = origin, .asked_at = now};
}

void delivery_resends::reopen(const ended_row& one, const creator& asked_by, timestamp now, outcome& into) {
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

} // namespace paylink
