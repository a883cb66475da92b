#pragma once
#include "persistence/sql/connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

class audit_writes;
class chat_turns;
class count_tally;
class delivery_payloads;
class lost_claims;
class mail_writes;
class own_life;
class settings_watch;
class webhook_events;
class webhook_targets;
struct chore_hands;

/// What verbs are carried out with: the writer's connection, in an open transaction, and the parts that several
/// subjects share.
struct writing {
  connection& db;
  const moment& when; ///< Of the transaction.
  const store_context& context;
  batch_claims& claims;
  count_tally& tally;
  audit_writes& audit;
  mail_writes& mails;
  webhook_targets& targets;
  chat_turns& turns;
  delivery_payloads& payloads;
  webhook_events& events;
  lost_claims& lost;
  own_life& life;
  settings_watch& settings;
  const chore_hands& hands;
  bool is_shared; ///< Other processes may use the database.
};

} // namespace paylink
