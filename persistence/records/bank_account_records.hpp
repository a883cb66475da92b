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

/// The accounts of a Workspace.
struct listed_accounts {
  std::vector<bank_account> accounts;
  std::vector<virtual_account> virtual_accounts;
};

using bank_account_verbs = verbs<connect_account, create_virtual_account>;

} // namespace paylink
