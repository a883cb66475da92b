#pragma once
#include "persistence/sql/connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

class account_holders;
class attempt_writes;
class audit_writes;
class chat_turns;
class count_tally;
class delivery_payloads;
class endpoint_watch;
class lost_claims;
class mail_writes;
class own_incarnation;
class settings_watch;
class statement_pairing;
class transaction_writes;
class webhook_events;
class webhook_targets;

/// What verbs are carried out with: the writer's connection, in an open transaction, and the parts that several
/// subjects share.
struct writing {
  connection& db;
  const moment& when; ///< Of the transaction.
  const store_context& context;
  batch_claims& claims;
  own_incarnation& incarnation;
  bool is_shared; ///< Other processes may use the database.
  count_tally& tally;
  audit_writes& audit;
  mail_writes& mails;
  webhook_targets& targets;
  chat_turns& turns;
  delivery_payloads& payloads;
  webhook_events& events;
  endpoint_watch& endpoints;
  attempt_writes& attempts;
  lost_claims& lost;
  settings_watch& settings;
  transaction_writes& transactions;
  account_holders& holders;      ///< Those that this transaction has read.
  statement_pairing& statements; ///< And what it has found out about their statements.
};

} // namespace paylink
