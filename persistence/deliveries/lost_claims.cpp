#include "persistence/deliveries/lost_claims.hpp"

#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/deliveries/lease.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

const std::string claims_sql = "SELECT row, attempt, unanswered, lease_until, round_start, workspace_id, kind FROM "
                               "deliveries WHERE state = 0 AND owner IS NOT NULL AND ";

std::string overdue_claims_sql(dialect spoken) {
  return claims_sql + "lease_until <= :now ORDER BY lease_until LIMIT :limit" + std::string{pick_rows(spoken)};
}

// A process frozen in a transaction may have locked rows: those are taken back when their lease is over.
std::string claims_of_lives_sql(dialect spoken) {
  return claims_sql + "owner" + std::string{is_among_texts(spoken)} + " ORDER BY row + 0" +
         std::string{pick_rows(spoken)};
}

std::string claims_of_other_lives_sql(dialect spoken) {
  return claims_sql + "owner <> :life ORDER BY row + 0" + std::string{pick_rows(spoken)};
}

} // namespace

lost_claims::lost_claims(soci::session& session, dialect spoken, const store_context& context,
                         endpoint_watch& endpoints, attempt_writes& attempts)
    : context_{context}, endpoints_{endpoints}, attempts_{attempts}, overdue_{session, overdue_claims_sql(spoken)},
      of_lives_{session, claims_of_lives_sql(spoken)}, of_other_lives_{session, claims_of_other_lives_sql(spoken)},
      release_{session, "UPDATE deliveries SET owner = NULL, lease_until = NULL, next_at = :next_at WHERE row = :row"},
      fail_{session, "UPDATE deliveries SET state = 2, owner = NULL, lease_until = NULL, next_at = NULL, "
                     "finished_at = :now WHERE row = :row"} {}

std::size_t lost_claims::settle_overdue(int limit, timestamp now) {
  std::vector<lost_claim> lost;
  overdue_.each([&](const auto& columns) { lost.push_back(read(columns)); }, to_millis(now), std::int64_t{limit});
  for (const auto& one : lost) settle(one, now);
  return lost.size();
}

void lost_claims::take_back(const std::vector<std::string>& lives, timestamp now) {
  std::vector<lost_claim> lost;
  of_lives_.each([&](const auto& columns) { lost.push_back(read(columns)); }, to_json(lives));
  for (const auto& one : lost) settle(one, now);
}

void lost_claims::take_back_all_but(const std::string& life, timestamp now) {
  std::vector<lost_claim> lost;
  of_other_lives_.each([&](const auto& columns) { lost.push_back(read(columns)); }, life);
  for (const auto& one : lost) settle(one, now);
}

lost_claims::lost_claim lost_claims::read(const lost_columns& columns) {
  const auto& [row, attempt, unanswered, leased_until, round_start, workspace, kind] = columns.fields;
  return {.row = row.value,
          .attempt = static_cast<int>(attempt.value),
          .unanswered = unanswered.value,
          .leased_until = from_millis(leased_until.value),
          .round_start = static_cast<int>(round_start.value),
          .workspace = workspace_id::from_store(workspace.view()),
          .kind = kind_of(kind)};
}

void lost_claims::settle(const lost_claim& lost, timestamp now) {
  attempt unknown;
  unknown.number = lost.attempt;
  unknown.started_at = lost.leased_until - lease_length(context_.retries);
  unknown.failed_by = failure_class::reset;
  unknown.error = "The outcome of this attempt was lost: the service stopped or could not store it in time.";
  attempts_.store_lost(lost.row, lost.workspace, lost.kind, unknown);
  PAYLINK_FAILPOINT(after_lost_attempt_row);
  log::warning("delivery.outcome_lost", {{"delivery", lost.row}, {"attempt", lost.attempt}});

  const int number = lost.attempt - lost.round_start;
  if (context_.retries.is_last(number)) {
    fail_.run(to_millis(now), lost.row);
    PAYLINK_FAILPOINT(after_lost_claim_failed);
    endpoints_.observe_failure(lost.row);
    return;
  }
  // After one lost outcome, the next attempt follows at once; after a second in a row it waits, so that a crash loop
  // does not use up the attempts.
  const auto next_at = lost.unanswered >= 2 ? now + context_.retries.wait_after(number) : now;
  release_.run(to_millis(next_at), lost.row);
  PAYLINK_FAILPOINT(after_lost_claim_released);
}

} // namespace paylink
