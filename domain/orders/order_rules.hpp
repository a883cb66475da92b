#pragma once
#include "domain/errors/field_fault.hpp"
#include "domain/orders/payment_order.hpp"

namespace paylink {

/// What a merchant asked for, before it is checked; a member that was absent is empty.
struct order_request {
  std::optional<std::string> bank_account_id, amount, order_id, customer_email, expires_at;
};

/// The values read from a request; only meaningful if there are no faults.
struct checked_order {
  money amount;
  timestamp expires_at;
  bank_account_id account;
  field_faults faults; ///< All faults that need no look-up, in the order of the members.
};

/// Checks the rules for a new order that need no look-up. The caller checks whether the account exists (`not_found`),
/// and whether the Workspace has an order with this id.
checked_order check_order_request(const order_request& request, money amount_max, timestamp now);

/// Whether a merchant may call an order so: 1 to 64 characters, none of them a control character; what begins with
/// `ord_` is ours.
bool is_own_order_id(std::string_view text);

/// The default lifetime, and the largest.
inline constexpr std::chrono::hours order_lifetime{24};
inline constexpr std::chrono::hours order_lifetime_max{24 * 30};
inline constexpr std::size_t own_order_id_points_max = 64;

} // namespace paylink
