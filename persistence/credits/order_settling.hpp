#pragma once
#include "domain/orders/payment_order.hpp"
#include "persistence/records/credit_records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

#include <map>
#include <set>
#include <span>
#include <vector>

namespace paylink {

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

/// Reads and completes the orders that credits name, in the transaction that settles these.
class order_settling {
public:
  order_settling(soci::session& session, dialect spoken);

  /// The current order of the entry's account that the entry names, without what an event does not tell; none: there is
  /// none, or another transaction has locked it.
  std::optional<payment_order> find(const record_entry& command);
  /// After `find` has found none: whether there is one that another transaction has locked.
  bool is_held_up(const record_entry& command);
  void complete(const completed_order& one, timestamp now);

  /// The same for the credits of a batch, with one statement for all of them, on PostgreSQL.
  class batch {
  public:
    std::optional<payment_order> find(const record_entry& command) const;
    bool is_held_up(const record_entry& command) const;

  private:
    friend class order_settling;
    std::map<std::int64_t, std::pair<payment_order, std::int64_t>> orders_; ///< With its account, by reference.
    std::set<std::pair<std::int64_t, std::int64_t>> locked_;                ///< References and accounts.
  };
  batch find_all(std::span<const reference> named);
  void complete_all(std::span<const completed_order> all, timestamp now);

private:
  struct truth {
    sql_number row, account, status, amount, expires_at, reference;
    sql_text workspace, id, own_id, customer_email;
    sql_number created_at;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(account), visitor(status), visitor(amount), visitor(expires_at), visitor(reference);
      visitor(workspace), visitor(id), visitor(own_id), visitor(customer_email), visitor(created_at);
    }
    payment_order read() const;
  };
  static std::optional<payment_order> of_entry(payment_order order, std::int64_t account_row,
                                               const record_entry& command);

  statement<sql_row<sql_number>, truth> find_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_number>> complete_;
  // If another writer may lock rows.
  std::optional<statement<sql_row<sql_number, sql_number>, sql_row<sql_number>>> probe_;
  std::optional<statement<sql_row<sql_text>, truth>> find_all_;
  std::optional<statement<sql_row<sql_text>, sql_row<sql_number, sql_number>>> probe_all_;
  std::optional<statement<sql_row<sql_text, sql_number, sql_number>>> complete_all_;
};

} // namespace paylink
