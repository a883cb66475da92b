#pragma once
#include "persistence/banks/account_reads.hpp"
#include "persistence/credits/credit_matching.hpp"
#include "persistence/credits/quarantine.hpp"
#include "persistence/deliveries/webhook_targets.hpp"
#include "persistence/feeds/feed_reads.hpp"
#include "persistence/held/held_reads.hpp"
#include "persistence/links/link_lists.hpp"
#include "persistence/links/link_reads.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/statistics/statistics_reads.hpp"
#include "persistence/stores/reading.hpp"
#include "persistence/transactions/daily_reads.hpp"
#include "persistence/transactions/transaction_reads.hpp"
#include "persistence/webhooks/delivery_reads.hpp"
#include "persistence/webhooks/webhook_reads.hpp"

namespace paylink {

/// The parts that answer the queries, with their prepared statements, on a reader's connection.
struct reader_parts {
  reader_parts(soci::session& session, dialect spoken, bool has_text_index)
      : db{session, spoken}, links{session}, link_lists{session, spoken}, transactions{session, spoken, has_text_index},
        days{session, spoken}, credits{session, spoken}, held{session}, quarantine{session}, webhooks{session, spoken},
        targets{session}, deliveries{session, spoken}, feeds{session, spoken}, accounts{session}, statistics{session},
        schema{session, "SELECT MAX(number) FROM schema_migrations"}, at{db, has_text_index, targets} {}
  connection db;
  link_reads links;
  paylink::link_lists link_lists;
  transaction_reads transactions;
  daily_reads days;
  credit_matching credits;
  held_reads held;
  quarantine_reads quarantine;
  webhook_reads webhooks;
  webhook_targets targets;
  delivery_reads deliveries;
  feed_reads feeds;
  account_reads accounts;
  statistics_reads statistics;
  statement<sql_row<>, sql_row<sql_number>> schema;
  reading at;
};

} // namespace paylink
