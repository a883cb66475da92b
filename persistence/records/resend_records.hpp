#pragma once
#include "domain/deliveries/callback_round.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <vector>

/// The stores' records about sending callbacks again by hand.
namespace paylink {

struct opened_round {
  event_id event;
  callback_round round;
};

/// Opens a new round of a link's callback that was delivered or has failed: the same event is due again at once.
/// `not_found`: no callback, or its body is gone; `conflict`: it is still being sent; `idempotency_key_reused`;
/// `idempotency_in_progress`: the key was used since it was looked up, so ask again.
struct resend_callback {
  using reply = opened_round;
  static constexpr bool needs_sound_clock = true;
  workspace_id workspace;
  std::int64_t link_row = 0;
  creator asked_by;
  idempotency_key key{};
  act by{};
  payment_link_id link{}; ///< For the audit log.
};
result<opened_round> carry_out(writing& at, const resend_callback& command);

/// How many links a filter matches, and how many of their callbacks are sent again; the other links have no callback
/// that has ended and still has its body.
struct resend_counts {
  std::int64_t matched = 0;
  std::int64_t queued = 0;
  timestamp counted_at{};
};

/// Does the same for the ended callbacks of many links, a portion of a filter's matches. The key and the total counts
/// are stored with the last portion. `idempotency_key_reused`, `idempotency_in_progress` as above.
struct resend_callbacks {
  using reply = resend_counts;
  static constexpr bool needs_sound_clock = true;
  workspace_id workspace;
  std::vector<std::int64_t> link_rows;
  creator asked_by;
  resend_counts so_far{}; ///< The counts of earlier portions, and the links matched by this one.
  bool is_last = false;
  idempotency_key key{};
  act by{};
};
result<resend_counts> carry_out(writing& at, const resend_callbacks& command);

/// The links with ended callbacks among the next `matched` links of a filter.
struct resend_portion {
  std::vector<std::int64_t> link_rows;
  std::int64_t matched = 0;
  std::optional<payment_link_id> more_after{}; ///< Where the next portion begins; none: this is the last.
};

using resend_verbs = verbs<resend_callback, resend_callbacks>;

} // namespace paylink
