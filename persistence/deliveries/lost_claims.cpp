#include "persistence/deliveries/lost_claims.hpp"

#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/deliveries/lease.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

using claim_columns = sql_row<sql_number, sql_number, sql_number, sql_number, sql_number, sql_text, sql_number>;

std::string claims_sql(std::string_view which) {
  return "SELECT row, attempt, unanswered, lease_until, round_start, workspace_id, kind FROM deliveries WHERE state = "
         "0 AND owner IS NOT NULL AND " +
         std::string{which};
}

const sql_statement<claim_columns(sql_number, sql_number)> overdue_claims_sql{[](dialect spoken) {
  return claims_sql("lease_until <= :now ORDER BY lease_until LIMIT :limit").append(pick_rows(spoken));
}};

// A process frozen in a transaction may have locked rows: those are taken back when their lease is over.
const sql_statement<claim_columns(sql_text)> claims_of_incarnations_sql{[](dialect spoken) {
  return claims_sql("owner").append(is_among_texts(spoken)).append(" ORDER BY row + 0").append(pick_rows(spoken));
}};

const sql_statement<claim_columns(sql_text)> claims_of_other_incarnations_sql{
    [](dialect spoken) { return claims_sql("owner <> :incarnation ORDER BY row + 0").append(pick_rows(spoken)); }};

const sql_statement<void(sql_number, sql_number)> release_claim_sql{
    "UPDATE deliveries SET owner = NULL, lease_until = NULL, next_at = :next_at WHERE row = :row"};

const sql_statement<void(sql_number, sql_number)> fail_claim_sql{
    "UPDATE deliveries SET state = 2, owner = NULL, lease_until = NULL, next_at = NULL, finished_at = :now WHERE row = "
    ":row"};

template <class Claims, class... Values>
std::vector<lost_claim> read_lost(Claims& claims, const Values&... values) {
  std::vector<lost_claim> lost;
  claims.each(
      [&](const claim_columns& columns) {
        const auto& [row, attempt, unanswered, leased_until, round_start, workspace, kind] = columns.fields;
        lost.push_back({.row = row.value,
                        .attempt = static_cast<int>(attempt.value),
                        .unanswered = unanswered.value,
                        .leased_until = from_millis(leased_until.value),
                        .round_start = static_cast<int>(round_start.value),
                        .workspace = workspace_id::from_store(workspace.view()),
                        .kind = kind_of(kind)});
      },
      values...);
  return lost;
}

} // namespace

std::size_t lost_claims::settle_overdue(int limit, timestamp now) {
  const auto lost = read_lost(db_[overdue_claims_sql], to_millis(now), std::int64_t{limit});
  for (const auto& one : lost) settle(one, now);
  return lost.size();
}

void lost_claims::take_back(const std::vector<std::string>& incarnations, timestamp now) {
  for (const auto& one : read_lost(db_[claims_of_incarnations_sql], to_json(incarnations))) settle(one, now);
}

void lost_claims::take_back_all_but(const std::string& incarnation, timestamp now) {
  for (const auto& one : read_lost(db_[claims_of_other_incarnations_sql], incarnation)) settle(one, now);
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
    db_[fail_claim_sql].run(to_millis(now), lost.row);
    PAYLINK_FAILPOINT(after_lost_claim_failed);
    endpoints_.observe_failure(lost.row);
    return;
  }
  // After one lost outcome, the next attempt follows at once; after a second in a row it waits, so that a crash loop
  // does not use up the attempts.
  const auto next_at = lost.unanswered >= 2 ? now + context_.retries.wait_after(number) : now;
  db_[release_claim_sql].run(to_millis(next_at), lost.row);
  PAYLINK_FAILPOINT(after_lost_claim_released);
}

} // namespace paylink
