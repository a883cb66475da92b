#pragma once
#include "domain/banks/bank.hpp"

/// What the stores take and give about bank accounts.
namespace paylink {

struct connect_account {
  bank_account account; ///< Whole, already connected.
};

struct create_virtual_account {
  virtual_account record;
  workspace_id workspace;
};

} // namespace paylink
