#include "persistence/credits/account_holders.hpp"

#include "persistence/sql/invariant.hpp"

namespace paylink {

account_holders::account_holders(soci::session& session)
    : find_{session, "SELECT " + std::string{account_holder::columns} + std::string{account_holder::tables} +
                         "WHERE a.row = :account"} {}

const account_holder& account_holders::of(std::int64_t account_row) {
  const auto known = known_.find(account_row);
  if (known != known_.end()) return known->second;
  ensure(find_.first(account_row), "an entry names an account that exists");
  return known_.emplace(account_row, account_holder::read(find_.column<1>(), find_.column<2>(), find_.column<3>()))
      .first->second;
}

} // namespace paylink
