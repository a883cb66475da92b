#include "tests/simulation/bugs/mistaken_deliveries.hpp"

#include "persistence/deliveries/lease.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink::planted {

store_context with_equal_waits(store_context context) {
  context.retries.backoff_multiplier = 1;
  return context;
}

store_context with_another_attempt(store_context context) {
  ++context.retries.max_attempts;
  return context;
}

attempt failed_if(verdict judged, attempt made) {
  if (judge(made) != judged) return made;
  made.status_code = 503;
  made.failed_by = failure_class::http_5xx;
  made.final = false;
  return made;
}

attempt acknowledged_by_302(attempt made) {
  if (made.status_code != 302) return made;
  made.status_code = 200;
  made.failed_by = failure_class::none;
  return made;
}

void sign_again(soci::session& session, const store_context& context, delivery_job& job) {
  statement<sql_row<sql_text>, sql_row<sql_text, sql_text>> key{
      session, "SELECT id, sealed FROM signing_keys WHERE workspace_id = :workspace AND valid_until IS NULL"};
  if (!key.first(job.workspace.view())) return;
  job.signed_at = unix_seconds(job.lease_until - lease_length(context.retries));
  job.signature = context.signer.sign(job.workspace, key.column<0>().view(), key.column<1>().view(),
                                      signed_data(job.signed_at, job.body));
}

void forget_attempts(soci::session& session) {
  session << "UPDATE deliveries SET round_start = attempt WHERE state = 0";
}

} // namespace paylink::planted
