#pragma once
#include "persistence/deliveries/attempt_writes.hpp"
#include "persistence/deliveries/chat_turns.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/deliveries/lost_claims.hpp"
#include "persistence/deliveries/webhook_targets.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// What the attempt that a command stores has come to.
struct settled_attempt {
  delivery::life life{};
  std::optional<early_verdict> verdict{}; ///< What the next attempt is compared with.
  bool is_unconfirmed = false;            ///< The attempt has found it, and nothing has ended.
};
settled_attempt settle(const record_attempt& command, const store_context& context, timestamp now);
/// As in a delivery's column `state`.
std::int64_t stored_state(const delivery::life& life);

/// The verbs that claim deliveries and store outcomes, on the writer's connection. A claim is fenced by its epoch: an
/// outcome that arrives after another claim changes nothing.
class delivery_writes {
public:
  delivery_writes(soci::session& session, dialect spoken, const store_context& context, batch_claims& claims,
                  endpoint_watch& endpoints, webhook_targets& targets, chat_turns& turns, attempt_writes& attempts,
                  lost_claims& lost);

  result<claimed_jobs> carry_out(const claim_due& command, const moment& when);
  result<claimed_jobs> carry_out(const claim_line& command, const moment& when);
  result<delivery_job> carry_out(const claim_delivery& command, const moment& when);
  result<no_reply> carry_out(const extend_lease& command, const moment& when);
  result<no_reply> carry_out(const hand_back& command, const moment& when);
  result<recorded_attempt> carry_out(const record_attempt& command, const moment& when);

private:
  std::int64_t lease_end(timestamp now) const;
  /// Up to which due time this life may take deliveries whose verdict it has found itself.
  std::int64_t own_verdicts_until(timestamp now) const;
  /// A claim as it was read; its webhook is looked up afterwards.
  struct claimed_row {
    delivery_job job;
    std::int64_t webhook_row = 0; ///< 0: a callback.
  };
  claimed_row read_claimed(const job_row& columns) const;
  /// Gives the claims their webhooks, in order. Those whose webhook is disabled are skipped, those without a turn are
  /// put off; both give back their places.
  void aim_all(std::vector<claimed_row> claimed, claimed_jobs& into, timestamp now);
  /// `put_off_to`: the earliest time that a delivery was put off to.
  bool aim(claimed_row& claimed, std::optional<timestamp>& put_off_to, timestamp now);

  const store_context& context_;
  batch_claims& claims_;
  endpoint_watch& endpoints_;
  webhook_targets& targets_;
  chat_turns& turns_;
  attempt_writes& attempts_;
  lost_claims& lost_;
  statement<sql_row<sql_number, sql_number>> bring_near_, shorten_leases_;
  statement<sql_row<sql_number, sql_number, sql_text, sql_number, sql_number>, sql_row<sql_number, sql_text, sql_text>>
      due_;
  statement<sql_row<sql_text>> put_in_line_;
  statement<sql_row<>, sql_row<sql_text, sql_text>> lines_;
  statement<sql_row<sql_text, sql_number, sql_text>, job_row> claim_rows_;
  statement<sql_row<sql_text, sql_number, sql_text, sql_text, sql_number, sql_text, sql_number, sql_number>, job_row>
      claim_line_;
  statement<sql_row<sql_text, sql_number, sql_number, sql_number, sql_text, sql_number, sql_text, sql_number>, job_row>
      claim_one_;
  statement<sql_row<sql_number, sql_text, sql_number>, sql_row<sql_number>> next_due_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_text, sql_text, sql_number, sql_number>> extend_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_text, sql_text>> put_back_;
  statement<sql_row<sql_number, sql_number, sql_text, sql_text>> hand_back_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_text, sql_number, sql_number, sql_number,
                    sql_text, sql_text, sql_number>>
      settle_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_text>,
            sql_row<sql_number, sql_number, sql_number, sql_number, sql_number>>
      settled_;
  statement<sql_row<sql_number, sql_number>> skip_, put_off_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number>> redirect_;
  statement<sql_row<sql_number, sql_number, sql_number>, sql_row<sql_number>> fail_spent_due_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_number>, sql_row<sql_number>> fail_spent_in_line_;
};

} // namespace paylink
