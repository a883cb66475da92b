#pragma once
#include "domain/orders/payment_order.hpp"
#include "persistence/records/credit_records.hpp"
#include "persistence/sql/connection.hpp"

#include <map>
#include <set>
#include <span>
#include <utility>

/// Reads and completes the orders that credits name, in the transaction that settles these.
namespace paylink::order_settling {

/// Whether the entry is a credit whose text names an order. Only such credits cost a look at the orders.
inline bool names_order(const record_entry& command) {
  return command.link && command.link->kind == reference_kind::order && command.entry.type == transfer_type::credit;
}

/// An order and the credit that completes it.
struct completed_order {
  std::int64_t row = 0;
  money received;
  std::int64_t transaction_row = 0;
};

/// The current order of the entry's account that the entry names, without what an event does not tell; none: there is
/// none, or another transaction has locked it.
std::optional<payment_order> find(connection& db, const record_entry& command);
/// After `find` has found none: whether there is one that another transaction has locked.
bool is_held_up(connection& db, const record_entry& command);
void complete(connection& db, const completed_order& one, timestamp now);

/// The same for the credits of a batch, with one statement for all of them, on PostgreSQL.
class batch {
public:
  std::optional<payment_order> find(const record_entry& command) const;
  bool is_held_up(const record_entry& command) const;

private:
  friend batch find_all(connection& db, std::span<const reference> named);
  std::map<std::int64_t, std::pair<payment_order, std::int64_t>> orders_; ///< With its account, by reference.
  std::set<std::pair<std::int64_t, std::int64_t>> locked_;                ///< References and accounts.
};
batch find_all(connection& db, std::span<const reference> named);
void complete_all(connection& db, std::span<const completed_order> all, timestamp now);

} // namespace paylink::order_settling
