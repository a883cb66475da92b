#pragma once
#include "persistence/audit/audit_reads.hpp"
#include "persistence/credits/credit_matching.hpp"
#include "persistence/credits/quarantine.hpp"
#include "persistence/deliveries/webhook_targets.hpp"
#include "persistence/feeds/feed_reads.hpp"
#include "persistence/held/held_reads.hpp"
#include "persistence/identity/identity_reads.hpp"
#include "persistence/identity/operator_reads.hpp"
#include "persistence/identity/second_factor_reads.hpp"
#include "persistence/identity/session_reads.hpp"
#include "persistence/identity/tries.hpp"
#include "persistence/keys/sealed_values.hpp"
#include "persistence/keys/signing_keys.hpp"
#include "persistence/members/member_reads.hpp"
#include "persistence/plans/plan_reads.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/used_keys.hpp"
#include "persistence/stores/reading.hpp"
#include "persistence/tokens/token_reads.hpp"
#include "persistence/webhooks/delivery_reads.hpp"
#include "persistence/webhooks/webhook_reads.hpp"
#include "persistence/workspaces/workspace_reads.hpp"

namespace paylink {

/// The parts that answer the queries, with their prepared statements, on a reader's connection.
struct reader_parts {
  reader_parts(soci::session& session, dialect spoken, bool has_text_index)
      : db{session, spoken}, credits{session, spoken}, held{session}, quarantine{session}, identity{session},
        sessions{session, spoken}, factors{session}, tried{session}, tokens{session, spoken}, webhooks{session, spoken},
        targets{session}, deliveries{session, spoken}, feeds{session, spoken}, audit{session, spoken},
        operators{session}, sealed{session}, workspaces{session}, members{session}, plans{session},
        find_key{session, used_keys::find_sql()}, find_signing_keys{session, signing_keys::find_sql()},
        schema{session, "SELECT MAX(number) FROM schema_migrations"}, at{db, has_text_index, targets} {}
  connection db;
  credit_matching credits;
  held_reads held;
  quarantine_reads quarantine;
  identity_reads identity;
  session_reads sessions;
  second_factor_reads factors;
  try_reads tried;
  token_reads tokens;
  webhook_reads webhooks;
  webhook_targets targets;
  delivery_reads deliveries;
  feed_reads feeds;
  audit_reads audit;
  operator_reads operators;
  sealed_value_reads sealed;
  workspace_reads workspaces;
  member_reads members;
  plan_reads plans;
  used_keys::find_statement find_key;
  signing_keys::find_statement find_signing_keys;
  statement<sql_row<>, sql_row<sql_number>> schema;
  reading at;
};

} // namespace paylink
