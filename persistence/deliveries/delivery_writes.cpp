#include "persistence/deliveries/delivery_writes.hpp"

#include "domain/deliveries/delivery_channel.hpp"
#include "domain/deliveries/early_verdict.hpp"
#include "domain/deliveries/retry_after.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/deliveries/chat_turns.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/deliveries/lease.hpp"
#include "persistence/deliveries/lost_claims.hpp"
#include "persistence/deliveries/webhook_targets.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace paylink {
namespace {

// Whose claim it is. After a failover to a standby that was behind, a number may stand for another event's row.
constexpr std::string_view claim_of = " WHERE row = :row AND epoch = :epoch AND event_id = :event";

// A newer version may have recorded deliveries of a kind that this one cannot send: they are left to it.
std::string is_known_kind() { return "kind < " + std::to_string(delivery_kind_count); }

// Whose second look this node may take: while others live, one that it does not owe itself. The column has its name.
constexpr std::string_view may_look =
    " AND (verdict_incarnation IS NULL OR verdict_incarnation <> :looker OR next_at <= :left_until)";

constexpr std::string_view set_claim =
    "UPDATE deliveries SET in_queue = 0, owner = :incarnation, lease_until = :lease, epoch = epoch + 1, "
    "attempt = attempt + 1, unanswered = unanswered + 1 ";

std::string returning_job() { return " RETURNING " + job_row::columns(); }

// The settings may have lowered the last number while deliveries were waiting.
std::string fail_spent_sql(std::string_view among) {
  return "UPDATE deliveries SET state = 2, in_queue = 0, next_at = NULL, finished_at = :now WHERE " +
         std::string{among} + " AND attempt - round_start >= :max RETURNING row";
}

// Whether the webhook is as it was when the lease began; otherwise what waits in memory would go where it led, or be
// signed with keys that were replaced.
constexpr std::string_view is_as_claimed =
    "(SELECT 1 FROM webhooks w WHERE w.row = deliveries.webhook_row AND (w.enabled = 0 OR w.deleted_at IS NOT NULL OR "
    "(deliveries.kind = 1 AND w.url <> deliveries.url) OR (SELECT MAX(k.active_from) FROM webhook_keys k WHERE "
    "k.webhook_row = w.row AND k.active_from <= :now) >= deliveries.lease_until - :length)) IS NULL";

// Rows that a clock jump has left further ahead than any delay can be.
const sql_statement<void(sql_number, sql_number)> bring_near_sql{
    "UPDATE deliveries SET next_at = :now WHERE state = 0 AND owner IS NULL AND in_queue = 0 AND next_at > :farthest"};

// The same for a lease: its claim may be lost, and would not be taken back before that time.
const sql_statement<void(sql_number, sql_number)> shorten_leases_sql{
    "UPDATE deliveries SET lease_until = :lease WHERE state = 0 AND owner IS NOT NULL AND lease_until > :farthest"};

const sql_statement<sql_row<sql_number, sql_text, sql_text>(sql_number, sql_number, sql_text, sql_number, sql_number)>
    due_deliveries_sql{[](dialect spoken) {
      return "SELECT row, destination, workspace_id FROM deliveries WHERE state = 0 AND owner IS NULL AND in_queue = 0 "
             "AND next_at <= :now AND attempt - round_start < :max AND " +
             is_known_kind().append(may_look) + " ORDER BY next_at LIMIT :limit" + std::string{pick_rows(spoken)};
    }};

const sql_statement<void(sql_text)> put_in_queue_sql{[](dialect spoken) {
  return "UPDATE deliveries SET in_queue = 1 WHERE row" + std::string{is_among_numbers(spoken)};
}};

// From one queue to the next over their index, however many deliveries each has: first within a destination, then to
// the next one. (SQLite would walk through a destination for one comparison of both.)
const sql_statement<sql_row<sql_text, sql_text>()> list_queues_sql{
    "WITH RECURSIVE queues (destination, workspace_id) AS (SELECT * FROM (SELECT destination, workspace_id FROM "
    "deliveries WHERE in_queue = 1 ORDER BY destination, workspace_id LIMIT 1) AS first UNION ALL SELECT "
    "d.destination, "
    "d.workspace_id FROM queues l JOIN deliveries d ON d.row = COALESCE("
    "(SELECT n.row FROM deliveries n WHERE n.in_queue = 1 AND n.destination = l.destination AND n.workspace_id > "
    "l.workspace_id ORDER BY n.destination, n.workspace_id LIMIT 1), "
    "(SELECT n.row FROM deliveries n WHERE n.in_queue = 1 AND n.destination > l.destination ORDER BY n.destination, "
    "n.workspace_id LIMIT 1))) SELECT destination, workspace_id FROM queues"};

const sql_statement<job_row(sql_text, sql_number, sql_text)> claim_rows_sql{[](dialect spoken) {
  return std::string{set_claim} + "WHERE row" + std::string{is_among_numbers(spoken)} + returning_job();
}};

const sql_statement<job_row(sql_text, sql_number, sql_text, sql_text, sql_number, sql_text, sql_number, sql_number)>
    claim_queue_sql{[](dialect spoken) {
      return std::string{set_claim} + "WHERE " +
             is_picked(spoken, "SELECT row FROM deliveries WHERE in_queue = 1 AND destination = :destination AND "
                               "workspace_id = :workspace AND attempt - round_start < :max AND " +
                                   is_known_kind().append(may_look) + " ORDER BY next_at LIMIT :limit" +
                                   std::string{pick_rows(spoken)}) +
             returning_job();
    }};

const sql_statement<job_row(sql_text, sql_number, sql_number, sql_number, sql_text, sql_number, sql_text, sql_number)>
    claim_one_sql{[](dialect) {
      return std::string{set_claim}.append(claim_of) +
             " AND attempt - round_start < :max AND state = 0 AND owner IS NULL" + std::string{may_look} +
             returning_job();
    }};

const sql_statement<sql_row<sql_number>(sql_number, sql_text, sql_number)> next_due_delivery_sql{[](dialect) {
  return "SELECT MIN(next_at) FROM deliveries WHERE state = 0 AND owner IS NULL AND in_queue = 0 AND attempt - "
         "round_start < :max" +
         std::string{may_look};
}};

const sql_statement<void(sql_number, sql_number, sql_number, sql_text, sql_text, sql_number, sql_number)>
    extend_lease_sql{[](dialect) {
      return ("UPDATE deliveries SET lease_until = :lease" + std::string{claim_of})
          .append(" AND owner = :incarnation AND ")
          .append(is_as_claimed);
    }};

// A sweep claims it again.
const sql_statement<void(sql_number, sql_number, sql_number, sql_text, sql_text)> put_back_sql{[](dialect) {
  constexpr std::string_view put_back = "UPDATE deliveries SET next_at = :next_at, owner = NULL, lease_until = NULL, "
                                        "unanswered = unanswered - 1, attempt = attempt - 1";
  return std::string{put_back}.append(claim_of) + " AND owner = :incarnation";
}};

const sql_statement<void(sql_number, sql_number, sql_text, sql_text)> hand_back_sql{[](dialect) {
  constexpr std::string_view give_up =
      "UPDATE deliveries SET in_queue = 1, owner = NULL, lease_until = NULL, epoch = epoch + 1, "
      "attempt = attempt - 1, unanswered = unanswered - 1";
  return std::string{give_up}.append(claim_of) + " AND owner = :incarnation";
}};

const sql_statement<void(sql_number, sql_number, sql_number, sql_number, sql_text, sql_number, sql_number, sql_number,
                         sql_text, sql_text, sql_number)>
    settle_delivery_sql{[](dialect) {
      constexpr std::string_view settle =
          "UPDATE deliveries SET state = :state, next_at = :next_at, finished_at = "
          ":finished_at, verdict_class = :verdict_class, verdict_incarnation = :verdict_incarnation, "
          "verdict_at = :verdict_at, owner = NULL, lease_until = NULL, unanswered = 0";
      return std::string{settle}.append(claim_of) + " AND owner = :incarnation AND attempt = :number";
    }};

const sql_statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_number>(sql_number, sql_number,
                                                                                        sql_number, sql_text)>
    find_settled_sql{
        "SELECT d.state, d.attempt, d.next_at, d.lease_until, d.finished_at FROM attempts p JOIN deliveries d ON "
        "d.row = p.delivery_row AND d.epoch = p.epoch "
        "WHERE p.delivery_row = :row AND p.number = :number AND p.epoch = :epoch AND d.event_id = :event"};

const sql_statement<void(sql_number, sql_number)> skip_delivery_sql{
    "UPDATE deliveries SET state = 2, is_skipped = 1, owner = NULL, lease_until = NULL, in_queue = 0, next_at = NULL, "
    "finished_at = :now, unanswered = 0, attempt = attempt - 1 WHERE row = :row"};

const sql_statement<void(sql_number, sql_number)> put_off_delivery_sql{
    "UPDATE deliveries SET next_at = :next_at, owner = NULL, lease_until = NULL, unanswered = unanswered - 1, attempt "
    "= attempt - 1 WHERE row = :row"};

const sql_statement<void(sql_text, sql_text, sql_number, sql_number)> redirect_delivery_sql{
    "UPDATE deliveries SET url = :url, destination = :destination, next_at = :next_at, verdict_class = NULL, "
    "verdict_incarnation = NULL, verdict_at = NULL, owner = NULL, lease_until = NULL, unanswered = unanswered - 1, "
    "attempt = "
    "attempt - 1 WHERE row = :row"};

const sql_statement<sql_row<sql_number>(sql_number, sql_number, sql_number)> fail_spent_due_sql{
    [](dialect) { return fail_spent_sql("state = 0 AND owner IS NULL AND in_queue = 0 AND next_at <= :until"); }};

const sql_statement<sql_row<sql_number>(sql_number, sql_text, sql_text, sql_number)> fail_spent_in_queue_sql{
    [](dialect) {
      return fail_spent_sql("in_queue = 1 AND destination = :destination AND workspace_id = :workspace");
    }};

/// A longer wait was caused by a moved clock. Receivers may ask for more than our own longest delay, and a small clock
/// correction must not end a wait early.
std::chrono::milliseconds farthest_wait(const retry_policy& retries) {
  constexpr std::chrono::minutes small_correction{1};
  return std::max<std::chrono::milliseconds>(retries.max_delay, asked_wait_max) + small_correction;
}

std::int64_t lease_end(writing& at) { return to_millis(at.when.now + lease_length(at.context.retries)); }

/// Up to which due time this incarnation may take deliveries whose verdict it has found itself.
std::int64_t own_verdicts_until(writing& at) {
  return at.context.has_company ? to_millis(at.when.now - left_to_others) : std::numeric_limits<std::int64_t>::max();
}

/// A claim as it was read; its webhook is looked up afterwards.
struct claimed_row {
  delivery_job job;
  std::int64_t webhook_row = 0; ///< 0: a callback.
};

claimed_row read_claimed(writing& at, const job_row& columns) {
  auto job = columns.read();
  ensure(job.attempt - job.round_start <= at.context.retries.max_attempts, "no attempt above the last number");
  return {std::move(job), columns.webhook.or_zero()};
}

/// `put_off_to`: the earliest time that a delivery was put off to.
bool aim(writing& at, claimed_row& claimed, std::optional<timestamp>& put_off_to) {
  const auto now = at.when.now;
  auto& job = claimed.job;
  if (claimed.webhook_row == 0) return true;
  job.webhook = at.targets.of_row(claimed.webhook_row, now);
  if (!job.webhook || !job.webhook->is_enabled) {
    at.db[skip_delivery_sql].run(to_millis(now), job.row);
    PAYLINK_FAILPOINT(after_delivery_skipped);
    return false;
  }
  // One whose webhook leads elsewhere by now is found again at once, in the queue of the new address.
  if (job.kind == delivery_kind::webhook && job.url != job.webhook->url) {
    at.db[redirect_delivery_sql].run(job.webhook->url, destination_of(job.webhook->url), to_millis(now), job.row);
    put_off_to = now;
    return false;
  }
  const auto later = channel_of(job.kind).is_paced ? at.turns.take(*job.webhook, now) : std::nullopt;
  if (!later) return true;
  at.db[put_off_delivery_sql].run(to_millis(*later), job.row);
  put_off_to = std::min(put_off_to.value_or(*later), *later);
  return false;
}

/// Gives the claims their webhooks, in order. Those whose webhook is disabled are skipped, those without a turn are put
/// off; both give back their places.
void aim_all(writing& at, std::vector<claimed_row> claimed, claimed_jobs& into) {
  // An UPDATE returns its rows in any order, and on PostgreSQL it changes with what other connections hold open. The
  // oldest is sent first.
  std::ranges::sort(claimed, {}, [](const claimed_row& one) { return one.job.row; });
  into.jobs.reserve(claimed.size());
  for (auto& one : claimed) {
    if (aim(at, one, into.next_due))
      into.jobs.push_back(std::move(one.job));
    else
      at.claims.give_back_one(queue_of(one.job));
  }
}

} // namespace

settled_attempt settle(const record_attempt& command, const store_context& context, timestamp now) {
  const auto& made = command.made;
  const auto number = made.number - command.round_start;
  const auto judged = command.judged ? *command.judged : judge_by_table(made, now);
  const looked_at look{made, judged.what, context.node, now, context.had_company};
  settled_attempt settled{.progress = delivery::after(judged, made.failed_by, number, context.retries, now,
                                                      is_confirmed(command.earlier, look))};
  if (delivery::has_ended(settled.progress)) return settled;
  settled.verdict = kept_verdict(command.earlier, look);
  settled.is_unconfirmed = judged.what == verdict::unconfirmed;
  return settled;
}

std::int64_t stored_state(const delivery::progress& progress) {
  if (std::holds_alternative<delivery::delivered>(progress)) return 1;
  return std::holds_alternative<delivery::failed>(progress) ? 2 : 0;
}

result<claimed_jobs> carry_out(writing& at, const claim_due& command) {
  at.endpoints.refresh(at.when.now);
  const auto& retries = at.context.retries;
  at.db[bring_near_sql].run(to_millis(at.when.now), to_millis(at.when.now + farthest_wait(retries)));
  at.db[shorten_leases_sql].run(lease_end(at), to_millis(at.when.now + farthest_wait(retries)));

  const auto lost = at.lost.settle_overdue(command.limit, at.when.now);
  PAYLINK_FAILPOINT(after_leases_over);

  claimed_jobs claimed;
  std::vector<std::int64_t> admitted, waiting;
  std::set<delivery_queue> queues;
  at.db[due_deliveries_sql].each(
      [&](const auto& columns) {
        const auto& [row, destination, workspace] = columns.fields;
        delivery_queue queue{destination.value, workspace_id::from_store(workspace.view())};
        if (at.claims.admit(queue)) return admitted.push_back(row.value);
        waiting.push_back(row.value);
        queues.insert(std::move(queue));
      },
      to_millis(at.when.now), std::int64_t{retries.max_attempts}, at.context.node, own_verdicts_until(at),
      std::int64_t{command.limit});
  if (!waiting.empty()) at.db[put_in_queue_sql].run(to_json(waiting));
  PAYLINK_FAILPOINT(after_rows_put_in_queue);
  std::vector<claimed_row> rows;
  const auto take = [&](const job_row& columns) { rows.push_back(read_claimed(at, columns)); };
  if (!admitted.empty()) at.db[claim_rows_sql].each(take, at.context.incarnation, lease_end(at), to_json(admitted));
  aim_all(at, std::move(rows), claimed);
  PAYLINK_FAILPOINT(after_rows_claimed);
  const auto limit = static_cast<std::size_t>(command.limit);
  claimed.more = admitted.size() + waiting.size() == limit || lost == limit;
  // Due rows that were skipped have no attempts left.
  const auto note_failure = [&](const auto& columns) { at.endpoints.observe_failure(column_at<0>(columns).value); };
  if (!claimed.more)
    at.db[fail_spent_due_sql].each(note_failure, to_millis(at.when.now), to_millis(at.when.now),
                                   std::int64_t{retries.max_attempts});

  if (command.list_queues)
    at.db[list_queues_sql].each([&](const auto& columns) {
      const auto& [destination, workspace] = columns.fields;
      queues.insert({destination.value, workspace_id::from_store(workspace.view())});
    });
  claimed.queues.assign(queues.begin(), queues.end());
  auto& next_due = at.db[next_due_delivery_sql];
  if (next_due.first(std::int64_t{retries.max_attempts}, at.context.node, own_verdicts_until(at)) &&
      !next_due.column<0>().is_null())
    claimed.next_due = from_millis(next_due.column<0>().value);
  return claimed;
}

result<claimed_jobs> carry_out(writing& at, const claim_queue& command) {
  std::size_t places = 0;
  while (places < static_cast<std::size_t>(command.limit) && at.claims.admit(command.queue)) ++places;
  claimed_jobs claimed;
  std::vector<claimed_row> rows;
  const auto take = [&](const job_row& columns) { rows.push_back(read_claimed(at, columns)); };
  if (places > 0)
    at.db[claim_queue_sql].each(take, at.context.incarnation, lease_end(at), command.queue.destination,
                                command.queue.workspace.view(), std::int64_t{at.context.retries.max_attempts},
                                at.context.node, own_verdicts_until(at), static_cast<std::int64_t>(places));
  ensure(rows.size() <= places, "no more deliveries are claimed than have places");
  at.claims.give_back_last(places - rows.size());
  const bool may_have_more = rows.size() == places;
  aim_all(at, std::move(rows), claimed);
  if (may_have_more) {
    claimed.queues.push_back(command.queue);
    return claimed;
  }
  const auto note_failure = [&](const auto& columns) { at.endpoints.observe_failure(column_at<0>(columns).value); };
  at.db[fail_spent_in_queue_sql].each(note_failure, to_millis(at.when.now), command.queue.destination,
                                      command.queue.workspace.view(), std::int64_t{at.context.retries.max_attempts});
  return claimed;
}

result<no_reply> carry_out(writing& at, const hand_back& command) {
  if (at.db[hand_back_sql].run(command.row, command.epoch, command.event_id, at.context.incarnation) == 0)
    return errc::conflict;
  return no_reply{};
}

result<delivery_job> carry_out(writing& at, const claim_delivery& command) {
  const auto& retries = at.context.retries;
  auto& claim = at.db[claim_one_sql];
  if (!claim.first(at.context.incarnation, lease_end(at), command.row, command.epoch, command.event_id,
                   std::int64_t{retries.max_attempts}, at.context.node, own_verdicts_until(at)))
    return errc::conflict;
  auto claimed = read_claimed(at, claim.out());
  std::optional<timestamp> put_off_to;
  if (!aim(at, claimed, put_off_to)) return errc::conflict;
  return std::move(claimed.job);
}

result<no_reply> carry_out(writing& at, const extend_lease& command) {
  const auto extended =
      at.db[extend_lease_sql].run(lease_end(at), command.row, command.epoch, command.event_id, at.context.incarnation,
                                  to_millis(at.when.now), std::int64_t{lease_length(at.context.retries).count()});
  if (extended == 0) {
    at.db[put_back_sql].run(to_millis(at.when.now), command.row, command.epoch, command.event_id,
                            at.context.incarnation);
    return errc::conflict;
  }
  return no_reply{};
}

result<recorded_attempt> carry_out(writing& at, const record_attempt& command) {
  const auto& made = command.made;
  const auto settled = settle(command, at.context, at.when.now);
  recorded_attempt recorded{.progress = settled.progress, .decided_at = at.when.now};
  const auto next_at = delivery::next_attempt_at(recorded.progress);
  const auto& kept = settled.verdict;
  const auto changed = at.db[settle_delivery_sql].run(
      stored_state(recorded.progress), next_at ? std::optional{to_millis(*next_at)} : null_number,
      delivery::has_ended(recorded.progress) ? std::optional{to_millis(at.when.now)} : null_number,
      kept ? std::optional{static_cast<std::int64_t>(kept->found)} : null_number,
      kept ? std::optional<std::string_view>{kept->node} : std::nullopt,
      kept ? std::optional{to_millis(kept->at)} : null_number, command.row, command.epoch, command.event_id,
      at.context.incarnation, std::int64_t{made.number});
  if (changed == 1) {
    PAYLINK_FAILPOINT(after_outcome_settled);
    at.attempts.store(command, settled.is_unconfirmed);
    PAYLINK_FAILPOINT(after_attempt_row);
    at.endpoints.observe(command, recorded.progress);
    return recorded;
  }
  // If repeated, the outcome is already stored; otherwise another claim owns the delivery.
  auto& stored = at.db[find_settled_sql];
  recorded = {.stale = !stored.first(command.row, std::int64_t{made.number}, command.epoch, command.event_id),
              .progress = {},
              .decided_at = at.when.now};
  if (recorded.stale) return recorded;
  const auto& [state, attempt, due, lease_until, finished_at] = stored.out().fields;
  recorded.progress = progress_of(state, attempt, due, lease_until, finished_at, made.failed_by);
  return recorded;
}

} // namespace paylink
