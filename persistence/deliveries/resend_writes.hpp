#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/deliveries/round_writes.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that send callbacks again by hand, on the writer's connection.
class resend_writes {
public:
  resend_writes(soci::session& session, dialect spoken, event_signer& signer, audit_writes& log);

  result<opened_round> carry_out(const resend_callback& command, const moment& when);
  result<resend_counts> carry_out(const resend_callbacks& command, const moment& when);

private:
  /// A link's delivery, with the key that signed it if it still exists, and the current key.
  struct delivery_row {
    sql_number row, kind, state, attempt, round_start, signed_at;
    sql_text event, signature, key_id, body, url, kept_key, current_key, sealed;
    sql_number purged;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(kind), visitor(state), visitor(attempt), visitor(round_start), visitor(signed_at);
      visitor(event), visitor(signature), visitor(key_id), visitor(body), visitor(url), visitor(kept_key),
          visitor(current_key), visitor(sealed), visitor(purged);
    }
  };
  struct outcome {
    std::vector<opened_round> opened;
    std::size_t pending = 0; ///< Callbacks that are still being sent.
  };
  /// Opens a round for each callback of these links that has ended and still has its body.
  outcome open(workspace_id in, const std::vector<std::int64_t>& link_rows, const creator& asked_by, timestamp now);

  event_signer& signer_;
  audit_writes& log_;
  statement<sql_row<sql_text, sql_text>, delivery_row> find_;
  round_writes rounds_;
};

} // namespace paylink
