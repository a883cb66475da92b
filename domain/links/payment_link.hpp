#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/creator.hpp"
#include "domain/links/reference.hpp"
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

enum class link_status { pending, succeeded, failed, expired, cancelled };
enum class failure_reason { none, bank_account_removed, workspace_deleted };
enum class callback_status { none, pending, sending, delivered, failed };

/// A payment link: collects exactly one payment inside one Workspace.
struct payment_link {
  std::int64_t row = 0; ///< Its row number in the store; 0 if not stored.
  payment_link_id id;
  std::string public_id;
  workspace_id workspace;
  bank_account_id account;
  virtual_account_id virtual_account; ///< Empty if none is given.
  paylink::reference reference;
  link_status status = link_status::pending;
  std::optional<money> amount;          ///< None: the payer decides.
  std::optional<money> received_amount; ///< The completing credit's amount, once `succeeded`.
  paylink::callback_status callback = callback_status::none;
  std::string description; ///< Empty: none.
  std::string callback_url;
  std::string redirect_url; ///< Empty: none.
  std::map<std::string, std::string> metadata;
  transaction_id transaction;       ///< The completing credit, once `succeeded`.
  std::optional<timestamp> paid_at; ///< The bank's time of that credit.
  failure_reason failure = failure_reason::none;
  timestamp created_at;
  timestamp expires_at;
  std::optional<timestamp> closed_at;
  creator created_by;
};

/// The link as in the answer to its creation, whatever has happened to it since.
payment_link as_created(payment_link link);

/// What can move a link out of `pending`.
enum class link_trigger { completing_credit, cancel, expiry, account_removed, workspace_deleted };

/// The status after `trigger`, or `payment_link_not_pending`: a closed link never changes.
result<link_status> transition(link_status from, link_trigger trigger);

/// Why a link that `trigger` closed has failed; `none` if the trigger does not lead to `failed`.
failure_reason failure_reason_of(link_trigger trigger);

/// The visible status: `expired` from `expires_at` on, even before the sweep has stored it.
link_status visible_status(const payment_link& link, timestamp now);

std::string_view to_text(link_status value);
std::string_view to_text(failure_reason value); ///< Empty for `none`.
std::string_view to_text(callback_status value);
std::optional<link_status> parse_link_status(std::string_view text);
std::optional<callback_status> parse_callback_status(std::string_view text);

/// What a merchant asked for, before it is checked; a member that was absent is empty.
struct link_request {
  std::optional<std::string> bank_account_id, virtual_account_id, callback_url, amount, redirect_url, description,
      expires_at;
  std::map<std::string, std::string> metadata;
};

/// The largest lifetime, also the default.
inline constexpr std::chrono::hours link_lifetime_max{24};

/// Where the payer's browser goes from a `succeeded` or `failed` link: `redirect_url` with `status`, `amount`,
/// `link_id`, `transaction_id`, `paid_at` added to its query. None if the link has no redirect.
std::optional<std::string> redirect_target(const payment_link& link);

} // namespace paylink
