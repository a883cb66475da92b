#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/banks/account_fetches.hpp"
#include "persistence/banks/bank_account_writes.hpp"
#include "persistence/changes/hint_writes.hpp"
#include "persistence/chores/chore_writes.hpp"
#include "persistence/credits/entry_writes.hpp"
#include "persistence/credits/quarantine.hpp"
#include "persistence/deliveries/attempt_writes.hpp"
#include "persistence/deliveries/delivery_writes.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/deliveries/lost_claims.hpp"
#include "persistence/deliveries/notice_writes.hpp"
#include "persistence/deliveries/resend_writes.hpp"
#include "persistence/feeds/feed_writes.hpp"
#include "persistence/held/held_entries.hpp"
#include "persistence/links/link_writes.hpp"
#include "persistence/lives/life_writes.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/stores/bulk_writes.hpp"
#include "persistence/stores/verb_places.hpp"
#include "persistence/stores/writing.hpp"
#include "persistence/transactions/transaction_writes.hpp"
#include "persistence/upkeep/account_upkeep.hpp"
#include "persistence/webhooks/delivery_resends.hpp"
#include "persistence/webhooks/webhook_writes.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace paylink {

/// The parts that carry out the verbs, with their prepared statements, on the writer's connection.
struct writer_parts {
  writer_parts(soci::session& session, dialect spoken, const store_context& context, batch_claims& claims,
               own_life& life, bool is_shared)
      : db{session, spoken}, tally{session, spoken, life.id()}, marks{session, spoken}, audit{db, context.digest},
        mails{session, spoken}, targets{session}, turns{session, spoken}, payloads{session, spoken},
        told{session, spoken, context, claims, targets, turns, payloads},
        at{db, when, context, claims, tally, audit, mails, targets, turns, payloads, told},
        watched{session, spoken, mails, audit, turns}, endpoints{session, spoken, watched},
        notices{session, spoken, endpoints}, links{session, spoken, audit, tally}, transactions{session, spoken, audit},
        entries{session, spoken, context, claims, transactions, told, tally, audit},
        held{session, spoken, entries, audit}, attempts{session, tally},
        lost{session, spoken, context, endpoints, attempts},
        deliveries{session, spoken, context, claims, endpoints, targets, turns, attempts, lost},
        lives{session, spoken, context, life, lost, is_shared}, hints{session, spoken, life},
        resends{session, spoken, context.signer, audit}, connections{session, spoken, audit},
        accounts{session, spoken, connections, audit}, quarantine{session}, webhooks{session, spoken, told, audit},
        repeats{session, spoken, told, audit}, feeds{session, spoken},
        upkeep{session, spoken, at, entries, tally, connections}, fetches{session, spoken, audit},
        purges{session, spoken, context, payloads}, chores{session, spoken, context, {at, purges, connections}} {
    if (spoken == dialect::postgresql)
      bulk.emplace(session, context, claims, transactions, told, endpoints, attempts, tally);
  }

  /// Carries out a whole batch, and gives the replies in its order.
  void run(std::span<const write_command> batch, std::vector<result<write_reply>>& given) {
    tally.begin();
    if (!endpoints.is_ready()) endpoints.refresh(when.now);
    while (!batch.empty()) {
      entries.forget_holders();
      entries.forget_numbers();
      targets.forget();
      const auto stretch = batch.first(stretch_of(batch));
      bulk_writes::replies settled(stretch.size());
      if (bulk) bulk->run(stretch, when, settled);
      for (std::size_t place = 0; place < stretch.size(); ++place)
        given.push_back(settled[place] ? std::move(*settled[place]) : carry_out(stretch[place]));
      batch = batch.subspan(stretch.size());
    }
    endpoints.settle(when.now);
    tally.store();
  }

  result<write_reply> carry_out(const write_command& wanted) {
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
    if constexpr (requires { paylink::carry_out(at, verb); })
      return paylink::carry_out(at, verb);
    else
      return part_for<Verb>(links, entries, held, deliveries, resends, transactions, lives, notices, mails, quarantine,
                            connections, accounts, upkeep, fetches, webhooks, repeats, feeds, chores, hints)
          .carry_out(verb, when);
  }

  /// The part that carries out this verb.
  template <class Verb, class Part, class... Others>
  static auto& part_for(Part& part, Others&... others) {
    if constexpr (requires(const Verb& verb, const moment& at_once) { part.carry_out(verb, at_once); })
      return part;
    else
      return part_for<Verb>(others...);
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
  webhook_events told;
  writing at;
  webhook_watch watched;
  endpoint_watch endpoints;
  notice_writes notices;
  link_writes links;
  transaction_writes transactions;
  entry_writes entries;
  held_entries held;
  attempt_writes attempts;
  lost_claims lost;
  delivery_writes deliveries;
  life_writes lives;
  hint_writes hints;
  resend_writes resends;
  account_connections connections;
  bank_account_writes accounts;
  quarantine_writes quarantine;
  webhook_writes webhooks;
  delivery_resends repeats;
  feed_writes feeds;
  account_upkeep upkeep;
  account_fetches fetches;
  retention_purges purges;
  chore_writes chores;
  std::optional<bulk_writes> bulk; ///< If a statement costs a round trip.
};

} // namespace paylink
