#pragma once
#include "domain/banks/bank.hpp"
#include "domain/identity/audit.hpp"
#include "persistence/records/verb.hpp"

#include <vector>

/// The stores' records about bank accounts.
namespace paylink {

/// `not_found` (Workspace), `bank_account_taken`.
struct connect_account {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  static constexpr bool is_apart = true;
  bank_account account; ///< Whole, already connected.
  act by{};
};

/// `not_found` (account), `conflict`.
struct create_virtual_account {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  virtual_account record;
  workspace_id workspace;
};

/// `not_found`. What is disconnected already stays as it is.
struct disconnect_account {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id id;
  act by{};
};

/// `not_found`; `conflict`: a pending link names it. What is closed already stays as it is.
struct close_virtual_account {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id account;
  virtual_account_id id;
  act by{};
};

/// An account as its Workspace sees it.
struct account_overview {
  bank_account account;
  bool has_virtual_accounts = false;
  std::optional<timestamp> connected_at{};  ///< None while it is pending.
  std::optional<timestamp> last_heard_at{}; ///< When its newest transaction was recorded.
};

using bank_account_verbs = verbs<connect_account, disconnect_account, create_virtual_account, close_virtual_account>;

} // namespace paylink
