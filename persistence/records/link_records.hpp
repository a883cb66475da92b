#pragma once
#include "domain/banks/bank.hpp"
#include "domain/banks/credit.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/links/payment_link.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/resend_records.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The stores' records about payment links.
namespace paylink {

struct created_link {
  payment_link link;      ///< As it is now.
  bool is_replay = false; ///< An earlier request with the same key created it.
};

/// A complete new link: the caller sets id, public id, reference and times. `not_found` (account, virtual account),
/// `bank_account_not_connected`, `workspace_suspended`, `idempotency_key_reused`; `conflict`: another link has the
/// public id or the reference, so make new ones.
struct create_link {
  using reply = created_link;
  payment_link link;
  idempotency_key key{};
};
result<created_link> carry_out(writing& at, const create_link& command);

/// Closes a pending link for a reason other than a credit or its expiry. `not_found`, `payment_link_not_pending`.
struct close_link {
  using reply = payment_link;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  payment_link_id link;
  link_trigger trigger = link_trigger::cancel;
  act by{};
};
result<payment_link> carry_out(writing& at, const close_link& command);

struct expired_links {
  std::vector<std::string> public_ids;                         ///< For their pages.
  std::vector<std::pair<workspace_id, payment_link_id>> links; ///< The same ones, in the same order.
  bool more = false;                                           ///< The limit was reached: repeat at once.
  std::optional<timestamp> next_due;                           ///< When the next link expires; none if there is none.
};

/// Expires up to `limit` pending links whose time has come, in one transaction: few, so that credits behind them do not
/// wait long.
struct expire_links {
  using reply = expired_links;
  static constexpr bool needs_sound_clock = true;
  static constexpr bool ends_stretch = true;
  int limit = 500;
};
result<expired_links> carry_out(writing& at, const expire_links& command);

using link_verbs = verbs<create_link, close_link, expire_links>;

/// The filters of the list of payment links; empty ones do not filter.
struct link_filter {
  std::optional<link_status> status{};
  std::optional<callback_status> callback{};
  std::optional<reference> ref{};
  std::optional<std::string> public_id{};
  std::optional<bank_account_id> account{};
  std::optional<timestamp> from{}, to{}; ///< Time of creation: `from` inclusive, `to` exclusive.
  bool unnotified = false; ///< Money was received, the merchant could not be notified, and no one has settled it.
  bool ascending = false;
  int limit = 20;
  std::optional<payment_link_id> after{}; ///< The last row of the page before.
};

/// `not_found`.
struct find_link {
  workspace_id in;
  payment_link_id id;
};
result<payment_link> answer(reading& at, const find_link& wanted);

struct list_links {
  workspace_id in;
  const link_filter& filter;
  timestamp now;
};
page<payment_link> answer(reading& at, const list_links& wanted);

/// Payments of a link, including those that the switch rejected.
struct list_payments {
  workspace_id in;
  std::int64_t link_row = 0;
  int limit = 0;
  bool ascending = true;
  std::int64_t after_row = 0; ///< The `place` of the previous page's last row.
};
page<payment> answer(reading& at, const list_payments& wanted);

/// The counts of sending again for the links that the filter matches.
struct count_resendable {
  workspace_id in;
  const link_filter& filter;
  timestamp now;
};
resend_counts answer(reading& at, const count_resendable& wanted);

/// These links portion by portion, oldest first, reading at most `filter.limit` after `filter.after`.
struct list_resendable {
  workspace_id in;
  const link_filter& filter;
  timestamp now;
};
resend_portion answer(reading& at, const list_resendable& wanted);

/// A link with the other data on a payer's page.
struct payer_view {
  payment_link link;
  bank_account account;
  std::optional<virtual_account> receiver; ///< The virtual account that the link names.
  std::optional<money> short_payment{};    ///< The last credit that was too small to complete it.
};

/// `not_found`.
struct find_payer_view {
  std::string_view public_id;
};
result<payer_view> answer(reading& at, const find_payer_view& wanted);

} // namespace paylink
