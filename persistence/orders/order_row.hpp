#pragma once
#include "domain/orders/payment_order.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// An order with its data from other tables.
struct order_row {
  static constexpr std::string_view beside = " JOIN bank_accounts a ON a.row = o.account_row LEFT JOIN transactions t "
                                             "ON t.row = o.transaction_row ";
  static std::string select(std::string_view rest) {
    return "SELECT " + sql_columns<order_row>() + " FROM orders o" + std::string{beside} + "WHERE " + std::string{rest};
  }

  number_column<"o.row"> row;
  text_column<"o.id"> id;
  text_column<"o.own_id"> own_id;
  text_column<"o.workspace_id"> workspace;
  text_column<"a.id"> account;
  text_column<"a.bin"> account_bin;
  text_column<"a.number"> account_number;
  number_column<"o.reference"> reference;
  number_column<"o.status"> status;
  number_column<"o.amount"> amount;
  number_column<"o.received_amount"> received_amount;
  text_column<"o.customer_email"> customer_email;
  text_column<"t.id"> transaction;
  number_column<"o.failure_reason"> failure;
  number_column<"o.created_at"> created_at;
  number_column<"o.expires_at"> expires_at;
  number_column<"o.closed_at"> closed_at;
  number_column<"o.created_by_type"> created_by_type;
  text_column<"o.created_by_id"> created_by_id;

  payment_order read() const;

  /// The order of the Workspace with this id; none: not found.
  static std::optional<payment_order> find(connection& db, workspace_id in, order_id id);
};

} // namespace paylink
