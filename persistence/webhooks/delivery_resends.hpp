#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/deliveries/round_writes.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/webhooks/webhook_reads.hpp"

namespace paylink {

/// The verbs that send deliveries to webhooks again by hand, on the writer's connection.
class delivery_resends {
public:
  delivery_resends(soci::session& session, dialect spoken, webhook_events& events, audit_writes& log);

  result<resent_delivery> carry_out(const resend_delivery& command, const moment& when);
  result<resend_counts> carry_out(const resend_deliveries& command, const moment& when);

private:
  /// A delivery with its webhook, and the round that would begin with its next attempt, if that was asked for before.
  struct ended_row {
    sql_number row, state, attempt, round_start;
    sql_text id, body;
    sql_number event;
    sql_text subject;
    sql_number transaction_row;
    sql_text resend_of, webhook;
    sql_number webhook_type;
    sql_text webhook_url;
    sql_number webhook_is_on, round_repeats, purged, payload_row;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(state), visitor(attempt), visitor(round_start), visitor(id), visitor(body), visitor(event);
      visitor(subject), visitor(transaction_row), visitor(resend_of), visitor(webhook), visitor(webhook_type);
      visitor(webhook_url), visitor(webhook_is_on), visitor(round_repeats), visitor(purged);
      visitor(payload_row);
    }
  };
  struct outcome {
    std::vector<resent_delivery> sent{};
    std::vector<reopened_delivery> reopened{};
    bool is_found = false;
  };
  static std::string rows_sql(dialect spoken, std::string_view which);
  /// The webhook that they are sent to; none: each to its own. `not_found`; `conflict`: it is disabled.
  result<std::optional<webhook>> find_goal(workspace_id in, const webhook_id& to, timestamp now);
  /// Sends again those of these deliveries that can be.
  outcome send(workspace_id in, const std::vector<std::int64_t>& rows, const std::optional<webhook>& goal,
               const creator& asked_by, timestamp now);
  void send_to(const webhook& goal, const ended_row& one, const creator& asked_by, timestamp now, outcome& into);
  /// A delivery of the same event to a webhook that has not been told of it.
  resent_delivery repeat(const webhook& goal, const ended_row& one, timestamp now);
  /// A further round, unless the delivery is still being sent, its body is gone, or its webhook is disabled.
  static void reopen(const ended_row& one, const creator& asked_by, timestamp now, outcome& into);

  webhook_events& events_;
  audit_writes& log_;
  webhook_reads webhooks_;
  round_writes rounds_;
  statement<sql_row<sql_text, sql_text>, ended_row> find_;
  statement<sql_row<sql_text, sql_number, sql_number>, ended_row> find_at_goal_;
  statement<sql_row<sql_number, sql_number>> note_origin_;
};

} // namespace paylink
