#include "persistence/credits/account_holders.hpp"

#include "persistence/sql/invariant.hpp"

namespace paylink {

account_holders::account_holders(soci::session& session, dialect spoken)
    : find_{session, "SELECT " + account_holder::columns() + std::string{account_holder::tables} +
                         "WHERE a.row = :account" + std::string{account_holder::kept(spoken)}} {}

const account_holder& account_holders::of(std::int64_t account_row) {
  const auto known = known_.find(account_row);
  if (known != known_.end()) return known->second;
  ensure(find_.first(account_row), "an entry names an account that exists");
  return known_.emplace(account_row, find_.out().read()).first->second;
}

} // namespace paylink
