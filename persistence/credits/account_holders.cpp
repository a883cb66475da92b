#include "persistence/credits/account_holders.hpp"

#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

const sql_statement<account_holder::found(sql_number)> find_holder_sql{[](dialect spoken) {
  return "SELECT " + account_holder::columns() + std::string{account_holder::tables} + "WHERE a.row = :account" +
         std::string{account_holder::kept(spoken)};
}};

} // namespace

const account_holder& account_holders::of(std::int64_t account_row) {
  const auto known = known_.find(account_row);
  if (known != known_.end()) return known->second;
  auto& find = db_[find_holder_sql];
  ensure(find.first(account_row), "an entry names an account that exists");
  return known_.emplace(account_row, find.out().read()).first->second;
}

} // namespace paylink
