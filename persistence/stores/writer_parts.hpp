#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/chores/chore_hands.hpp"
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
#include "persistence/identity/account_writes.hpp"
#include "persistence/identity/ceremonies.hpp"
#include "persistence/identity/identity_writes.hpp"
#include "persistence/identity/operator_writes.hpp"
#include "persistence/identity/second_factor_writes.hpp"
#include "persistence/keys/sealed_values.hpp"
#include "persistence/keys/signing_keys.hpp"
#include "persistence/lives/clock_marks.hpp"
#include "persistence/lives/own_life.hpp"
#include "persistence/lives/settings_watch.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/members/invitation_writes.hpp"
#include "persistence/plans/plan_writes.hpp"
#include "persistence/plans/quota_writes.hpp"
#include "persistence/plans/statement_writes.hpp"
#include "persistence/statistics/count_tally.hpp"
#include "persistence/stores/bulk_writes.hpp"
#include "persistence/stores/verb_places.hpp"
#include "persistence/stores/writing.hpp"
#include "persistence/tokens/token_writes.hpp"
#include "persistence/transactions/transaction_writes.hpp"
#include "persistence/upkeep/account_upkeep.hpp"
#include "persistence/webhooks/delivery_resends.hpp"
#include "persistence/webhooks/webhook_writes.hpp"
#include "persistence/workspaces/workspace_clearing.hpp"
#include "persistence/workspaces/workspace_deletion.hpp"
#include "persistence/workspaces/workspace_writes.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace paylink {

/// The parts that carry out the verbs, with their prepared statements, on the writer's connection.
struct writer_parts {
  writer_parts(soci::session& session, dialect spoken, const store_context& context, batch_claims& claims,
               own_life& life, bool is_shared)
      : db{session, spoken}, tally{db, life.id()}, marks{db}, audit{session, context.digest}, mails{session, spoken},
        targets{session}, turns{session, spoken}, payloads{session, spoken},
        told{session, spoken, context, claims, targets, turns, payloads}, settings{db, context},
        at{db,    when,     context, claims, tally, audit,    mails, targets,
           turns, payloads, told,    lost,   life,  settings, hands, is_shared},
        watched{session, spoken, mails, audit, turns}, endpoints{session, spoken, watched},
        notices{session, spoken, endpoints}, transactions{db},
        entries{session, spoken, context, claims, transactions, told, tally, audit},
        held{session, spoken, entries, audit}, attempts{session, tally},
        lost{session, spoken, context, endpoints, attempts},
        deliveries{session, spoken, context, claims, endpoints, targets, turns, attempts, lost},
        resends{session, spoken, context.signer, audit}, keys{session, spoken, context.signer, audit}, sealed{session},
        identity{session, spoken, keys, audit}, tried{session, spoken}, uses{session},
        sessions{session, spoken, tried, uses, mails, audit}, asked{session, spoken},
        factors{session, spoken, sessions, tried, uses, mails, audit}, members{session, spoken, audit},
        invitations{session, spoken, members, mails, audit},
        people{session, spoken, tried, sessions, mails, invitations, audit}, tokens{session, spoken, mails, audit},
        operators{session, sessions, mails, audit}, quarantine{session}, workspaces{session, spoken, identity, audit},
        deletion{session, spoken, members, invitations, audit}, clearing{session, spoken, payloads},
        webhooks{session, spoken, told, audit}, repeats{session, spoken, told, audit}, feeds{session, spoken},
        upkeep{session, spoken, at, entries, tally}, plans{session, spoken, audit}, statement_book{session, spoken},
        quotas{session, spoken, mails}, hands{plans, statement_book, quotas} {
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
      return part_for<Verb>(entries, held, deliveries, resends, notices, mails, tried, sessions, asked, factors, people,
                            tokens, operators, quarantine, identity, upkeep, keys, sealed, members, invitations,
                            workspaces, deletion, clearing, webhooks, repeats, feeds, plans)
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
  settings_watch settings;
  writing at;
  webhook_watch watched;
  endpoint_watch endpoints;
  notice_writes notices;
  transaction_writes transactions;
  entry_writes entries;
  held_entries held;
  attempt_writes attempts;
  lost_claims lost;
  delivery_writes deliveries;
  resend_writes resends;
  signing_keys keys;
  sealed_value_writes sealed;
  identity_writes identity;
  tries tried;
  factor_uses uses;
  session_writes sessions;
  ceremonies asked;
  second_factor_writes factors;
  member_writes members;
  invitation_writes invitations;
  account_writes people;
  token_writes tokens;
  operator_writes operators;
  quarantine_writes quarantine;
  workspace_writes workspaces;
  workspace_deletion deletion;
  workspace_clearing clearing;
  webhook_writes webhooks;
  delivery_resends repeats;
  feed_writes feeds;
  account_upkeep upkeep;
  plan_writes plans;
  statement_writes statement_book;
  quota_writes quotas;
  chore_hands hands;
  std::optional<bulk_writes> bulk; ///< If a statement costs a round trip.
};

} // namespace paylink
