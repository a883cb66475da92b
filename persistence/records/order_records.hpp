#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/orders/payment_order.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The stores' records about orders.
namespace paylink {

struct made_order {
  payment_order order;    ///< As it is now.
  bool is_replay = false; ///< An earlier request with the same key made it.
};

/// A complete new order: the caller sets the ids, the reference and the times. `not_found` (account),
/// `bank_account_not_connected`, `workspace_suspended`, `idempotency_key_reused`; `conflict`: another order has the
/// reference, or another of the Workspace the merchant's id.
struct create_order {
  using reply = made_order;
  payment_order order;
  idempotency_key key{};
};
result<made_order> carry_out(writing& at, const create_order& command);

/// Closes a pending order for a reason other than a credit or its expiry. One that fails tells the webhooks.
/// `not_found`; `conflict`: it is not pending.
struct close_order {
  using reply = payment_order;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  order_id order;
  order_trigger trigger = order_trigger::cancel;
  act by{};
};
result<payment_order> carry_out(writing& at, const close_order& command);

struct expired_orders {
  int failed = 0;                                        ///< How many have failed, and may have raised an event.
  std::vector<std::pair<workspace_id, order_id>> orders; ///< These.
  bool more = false;                                     ///< The limit was reached: repeat at once.
  std::optional<timestamp> next_due;                     ///< When the next order expires; none if there is none.
};

/// Fails up to `limit` pending orders whose time has come, and records the deliveries of their events, due at once, in
/// the same transaction: few, so that credits behind them do not wait long.
struct expire_orders {
  using reply = expired_orders;
  static constexpr bool needs_sound_clock = true;
  static constexpr bool ends_stretch = true;
  int limit = 100;
};
result<expired_orders> carry_out(writing& at, const expire_orders& command);

using order_verbs = verbs<create_order, close_order, expire_orders>;

/// The filters of the list of orders; empty ones do not filter.
struct order_filter {
  std::optional<order_status> status{};
  std::optional<std::string> own_id{};
  std::optional<reference> ref{};
  std::optional<bank_account_id> account{};
  std::optional<timestamp> from{}, to{}; ///< Time of creation: `from` inclusive, `to` exclusive.
  bool ascending = false;
  int limit = 20;
  std::optional<order_id> after{}; ///< The last row of the page before.
};

/// An order by its own id or ours. `not_found`.
struct find_order {
  workspace_id in;
  std::string_view id;
};
result<payment_order> answer(reading& at, const find_order& wanted);

struct list_orders {
  workspace_id in;
  const order_filter& filter;
  timestamp now;
};
page<payment_order> answer(reading& at, const list_orders& wanted);

} // namespace paylink
