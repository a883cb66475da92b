#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/account_holders.hpp"
#include "persistence/credits/statement_pairing.hpp"
#include "persistence/deliveries/attempt_writes.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/deliveries/lost_claims.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/deliveries/webhook_watch.hpp"
#include "persistence/incarnations/clock_marks.hpp"
#include "persistence/incarnations/own_incarnation.hpp"
#include "persistence/incarnations/settings_watch.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/stores/bulk_writes.hpp"
#include "persistence/stores/verb_places.hpp"
#include "persistence/transactions/transaction_writes.hpp"

#include <algorithm>
#include <span>

namespace paylink {

/// What the verbs share, on the writer's connection, and how a batch of them is carried out.
struct writer_parts {
  writer_parts(soci::session& session, dialect spoken, const store_context& context, batch_claims& claims,
               own_incarnation& incarnation, bool is_shared)
      : db{session, spoken}, tally{db, incarnation.id()}, marks{db}, audit{db, context.digest}, mails{db}, targets{db},
        turns{db}, payloads{db}, events{db, context, claims, targets, turns, payloads},
        watched{db, mails, audit, turns}, endpoints{db, watched}, attempts{db, tally},
        lost{db, context, endpoints, attempts}, settings{db, context}, transactions{db}, holders{db}, statements{db},
        at{.db = db,
           .when = when,
           .context = context,
           .claims = claims,
           .incarnation = incarnation,
           .is_shared = is_shared,
           .tally = tally,
           .audit = audit,
           .mails = mails,
           .targets = targets,
           .turns = turns,
           .payloads = payloads,
           .events = events,
           .endpoints = endpoints,
           .attempts = attempts,
           .lost = lost,
           .settings = settings,
           .transactions = transactions,
           .holders = holders,
           .statements = statements} {}

  /// Carries out a whole batch, and gives the replies in its order.
  void run(std::span<const write_command> batch, std::vector<result<write_reply>>& given) {
    tally.begin();
    if (!endpoints.is_ready()) endpoints.refresh(when.now);
    while (!batch.empty()) {
      holders.forget();
      statements.forget();
      targets.forget();
      const auto stretch = batch.first(stretch_of(batch));
      bulk_replies settled(stretch.size());
      if (is_server(db.spoken())) settle_together(at, stretch, settled); // where a statement costs a round trip
      for (std::size_t place = 0; place < stretch.size(); ++place)
        given.push_back(settled[place] ? std::move(*settled[place]) : perform_any(stretch[place]));
      batch = batch.subspan(stretch.size());
    }
    endpoints.settle(when.now);
    tally.store();
  }

  result<write_reply> perform_any(const write_command& wanted) {
    return std::visit([this](const auto& verb) { return perform(verb); }, wanted);
  }

  template <class Verb>
  result<write_reply> perform(const Verb& verb) {
    reach_before(verb);
    auto reply = refuse_or_write(verb);
    reach_after(verb);
    return reply;
  }

  template <class Verb>
  result<write_reply> refuse_or_write(const Verb& verb) {
    if (needs_sound_clock<Verb> && !when.clock_is_sound) return errc::service_unavailable;
    return carry_out(at, verb);
  }

  static std::size_t stretch_of(std::span<const write_command> batch) {
    const auto last = std::ranges::find_if(batch, [](const write_command& command) {
      return std::visit([]<class Verb>(const Verb&) { return ends_stretch<Verb>; }, command);
    });
    return static_cast<std::size_t>(last - batch.begin() + (last == batch.end() ? 0 : 1));
  }

  connection db;
  moment when; ///< Of the running transaction.
  count_tally tally;
  clock_marks marks;
  audit_writes audit;
  mail_writes mails;
  webhook_targets targets;
  chat_turns turns;
  delivery_payloads payloads;
  webhook_events events;
  webhook_watch watched;
  endpoint_watch endpoints;
  attempt_writes attempts;
  lost_claims lost;
  settings_watch settings;
  transaction_writes transactions;
  account_holders holders;
  statement_pairing statements;
  writing at;
};

} // namespace paylink
