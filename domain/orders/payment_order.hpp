#pragma once
#include "domain/banks/settlement.hpp"
#include "domain/identity/creator.hpp"
#include "domain/links/reference.hpp"
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink {

// The numbers are those on disk.
enum class order_status { pending, success, failed, cancelled };
enum class order_failure { none, expired, bank_account_removed, workspace_deleted };

/// An order: expects one payment on a bank account, and tells the Workspace's webhooks how it has ended.
struct payment_order {
  std::int64_t row = 0; ///< Its row number in the store; 0 if not stored.
  order_id id{};
  std::string own_id{}; ///< The merchant's own id, unique in the Workspace; else the same as `id`.
  workspace_id workspace{};
  bank_account_id account{};
  std::string account_bin{}, account_number{}; ///< Of that account.
  paylink::reference reference{};
  order_status status = order_status::pending;
  money amount{};
  std::optional<money> received_amount{}; ///< The completing credit's amount, after success.
  std::string customer_email{};           ///< Empty: none.
  transaction_id transaction{};           ///< The completing credit, after success.
  order_failure failure = order_failure::none;
  timestamp created_at{};
  timestamp expires_at{};
  std::optional<timestamp> closed_at{};
  creator created_by{};
};

/// The order as in the answer to its creation, whatever has happened to it since.
payment_order as_created(payment_order order);

/// What can move an order out of `pending`.
enum class order_trigger { completing_credit, cancel, expiry, account_removed, workspace_deleted };

/// The status after `trigger`, or `conflict`: a closed order never changes.
result<order_status> transition(order_status from, order_trigger trigger);

/// Why an order that `trigger` closed has failed; `none` if the trigger does not lead to `failed`.
order_failure order_failure_of(order_trigger trigger);

/// Whether the webhooks are told when `trigger` has closed an order: of success and failure, never of what the merchant
/// does, and not of what nobody is left to be told.
constexpr bool raises_event(order_trigger trigger) {
  return trigger != order_trigger::cancel && trigger != order_trigger::workspace_deleted;
}

/// Past `expires_at` a pending order has failed, even before the sweep has stored it.
bool has_run_out(const payment_order& order, timestamp now);
order_status visible_status(const payment_order& order, timestamp now);
order_failure visible_failure(const payment_order& order, timestamp now);

/// What a credit that names it finds: credits relate to orders by the rule for links.
named_target target_of(const payment_order& order);

std::string_view to_text(order_status value);
std::string_view to_text(order_failure value); ///< Empty for `none`.
std::optional<order_status> parse_order_status(std::string_view text);

} // namespace paylink
