#pragma once
#include "domain/banks/transaction.hpp"
#include "domain/errors/errc.hpp"
#include "domain/orders/payment_order.hpp"
#include "domain/webhooks/webhook_event.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <variant>
#include <vector>

/// The stores' records about the events that a Workspace fetches.
namespace paylink {

/// An event with its place in the order of recording. The places of a Workspace's events are numbered from 1 without a
/// gap, and never change.
struct feed_event {
  std::int64_t position = 0;
  webhook_event event = webhook_event::transaction_credit;
  std::variant<bank_transaction, payment_order> about; ///< What it tells of, as it is now.
};

/// How far the events of a Workspace have their places; see the table `event_feeds`.
struct feed_head {
  std::int64_t last_position = 0, settled = 0, seen_row = 0, seen_xid = 0;
  bool operator==(const feed_head&) const = default;
};

/// An event that has no place yet.
struct unplaced_event {
  webhook_event event = webhook_event::transaction_credit;
  std::int64_t subject_row = 0;
};

/// What follows in a Workspace's feed, and how far it has been looked for.
struct feed_extension {
  feed_head before;
  std::vector<unplaced_event> events;
  std::int64_t settled = 0;  ///< Up to this row, everything has a place once these have.
  std::int64_t seen_row = 0; ///< The last number drawn for a row; 0: what was seen before is not settled yet.
  bool is_due = false;       ///< It is worth a write.
};

struct extended_feed {
  bool is_extended = false; ///< If not: another call has extended it meanwhile.
};

/// Gives these events the next places. `not_found`: the Workspace.
struct extend_feed {
  using reply = extended_feed;
  workspace_id workspace;
  feed_extension by;
};
result<extended_feed> carry_out(writing& at, const extend_feed& command);

using event_feed_verbs = verbs<extend_feed>;

/// A Workspace's events after a place, in the order of recording.
struct list_events {
  workspace_id in;
  std::int64_t after = 0;
  int limit = 0;
};
page<feed_event> answer(reading& at, const list_events& wanted);

/// What can be given the next places.
struct find_feed_extension {
  workspace_id in;
};
feed_extension answer(reading& at, const find_feed_extension& wanted);

/// In which positions of events never change.
struct find_event_epoch {};
std::int64_t answer(reading& at, const find_event_epoch& wanted);

} // namespace paylink
