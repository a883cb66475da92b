#pragma once
#include "domain/banks/bank.hpp"

#include <variant>

/// What the stores take and give about bank accounts.
namespace paylink {

struct connect_account {
  using reply = std::monostate;
  bank_account account; ///< Whole, already connected.
};

struct create_virtual_account {
  using reply = std::monostate;
  virtual_account record;
  workspace_id workspace;
};

} // namespace paylink
