#include "persistence/deliveries/planted_deliveries.hpp"

#include "failpoints/planted_bug.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink::planted {

store_context mistaken(store_context context) {
  if (PAYLINK_BUG(eleventh_attempt)) ++context.retries.max_attempts;
  if (PAYLINK_BUG(wait_not_doubled)) context.retries.backoff_multiplier = 1;
  return context;
}

attempt mistaken(attempt made) {
  const auto judged = judge(made);
  if (PAYLINK_BUG(takes_302_for_success) && made.status_code == 302) {
    made.status_code = 200;
    made.failed_by = failure_class::none;
  }
  if ((PAYLINK_BUG(retries_after_2xx) && judged == verdict::acknowledged) ||
      (PAYLINK_BUG(sends_after_terminal) && judged == verdict::failed)) {
    made.status_code = 503;
    made.failed_by = failure_class::http_5xx;
    made.final = false;
  }
  return made;
}

void sign_anew(soci::session& session, event_signer& signer, delivery_job& job, timestamp now) {
  statement<row<text>, row<text, text>> key{
      session, "SELECT id, sealed FROM signing_keys WHERE workspace_id = :workspace AND valid_until IS NULL"};
  if (!key.first(job.workspace.view())) return;
  job.signed_at = unix_seconds(now);
  job.signature =
      signer.sign(job.workspace, key.column<0>().view(), key.column<1>().view(), signed_data(job.signed_at, job.body));
}

void forget_attempts(soci::session& session) {
  session << "UPDATE deliveries SET round_start = attempt WHERE state = 0";
}

} // namespace paylink::planted
