#pragma once
#include "domain/orders/payment_order.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// An order with its data from other tables.
struct order_row {
  static constexpr std::string_view columns =
      "o.row, o.id, o.own_id, o.workspace_id, a.id, a.bin, a.number, o.reference, o.status, o.amount, "
      "o.received_amount, o.customer_email, t.id, o.failure_reason, o.created_at, o.expires_at, o.closed_at, "
      "o.created_by_type, o.created_by_id";
  static constexpr std::string_view beside = " JOIN bank_accounts a ON a.row = o.account_row LEFT JOIN transactions t "
                                             "ON t.row = o.transaction_row ";
  static std::string select(std::string_view rest) {
    return std::string{"SELECT "}.append(columns).append(" FROM orders o").append(beside).append("WHERE ").append(rest);
  }

  sql_number row;
  sql_text id, own_id, workspace, account, account_bin, account_number;
  sql_number reference, status, amount, received_amount;
  sql_text customer_email, transaction;
  sql_number failure, created_at, expires_at, closed_at, created_by_type;
  sql_text created_by_id;

  payment_order read() const;

  /// The order of the Workspace with this id; none: not found.
  static std::optional<payment_order> find(connection& db, workspace_id in, order_id id);
};

} // namespace paylink
