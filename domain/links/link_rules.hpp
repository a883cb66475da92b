#pragma once
#include "domain/addresses/address_policy.hpp"
#include "domain/errors/field_fault.hpp"
#include "domain/identity/workspace.hpp"
#include "domain/links/payment_link.hpp"

namespace paylink {

/// What the rules of a new link depend on beside the request.
struct link_rules {
  banking_mode mode = banking_mode::open_banking;
  money amount_max{499'999'999};
  const address_policy& addresses;
  timestamp now;
};

/// A request whose values were read; only meaningful where there is no fault.
struct checked_link {
  std::optional<money> amount;
  timestamp expires_at;
  bank_account_id account;
  virtual_account_id virtual_account; ///< Empty: none named.
  field_faults faults;                ///< All that is wrong by itself, in the order of the members.
};

/// The table of rules of the create call, as far as they need no look-up: required members, amount, addresses, lengths,
/// lifetime, metadata. Whether the accounts exist is for the caller to add (`not_found`).
checked_link check_link_request(const link_request& request, const link_rules& rules);

} // namespace paylink
