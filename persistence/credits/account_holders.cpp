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
  const auto& [row, owner, status, moved, first_webhook, stated_to, namesake] = find_.out().fields;
  return known_.emplace(account_row, account_holder::read(owner, status, moved, first_webhook, stated_to, namesake))
      .first->second;
}

} // namespace paylink
