#pragma once
#include "domain/addresses/address_policy.hpp"
#include "domain/errors/field_fault.hpp"
#include "domain/identity/workspace.hpp"
#include "domain/links/payment_link.hpp"

namespace paylink {

/// What the rules for a new link depend on besides the request.
struct link_rules {
  banking_mode mode = banking_mode::open_banking;
  money amount_max{499'999'999};
  const address_policy& addresses;
  timestamp now;
};

/// The values read from a request; only meaningful if there are no faults.
struct checked_link {
  std::optional<money> amount;
  timestamp expires_at;
  bank_account_id account;
  virtual_account_id virtual_account; ///< Empty: none given.
  field_faults faults;                ///< All faults that need no look-up, in the order of the members.
};

/// Checks the rules for a new link that need no look-up: required members, amount, addresses, lengths, lifetime,
/// metadata. The caller checks whether the accounts exist (`not_found`).
checked_link check_link_request(const link_request& request, const link_rules& rules);

} // namespace paylink
