#pragma once
#include "persistence/orders/order_row.hpp"
#include "persistence/records/records.hpp"
#include "persistence/sql/dialect.hpp"

namespace paylink {

/// Queries about orders, on one reading connection.
class order_reads {
public:
  order_reads(soci::session& session, dialect spoken);

  /// By its own id or ours.
  result<payment_order> find(workspace_id in, std::string_view id);
  page<payment_order> list(workspace_id in, const order_filter& filter, timestamp now);

private:
  using list_statement = statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_text, sql_text,
                                           sql_number, sql_number, sql_number>,
                                   order_row>;
  /// The only order that the filter's own id or reference can mean, if it passes the rest of the filter.
  page<payment_order> look_up(workspace_id in, const order_filter& filter, timestamp now);

  soci::session& session_;
  dialect spoken_;
  statement<sql_row<sql_text, sql_text>, order_row> find_, find_own_;
  statement<sql_row<sql_text, sql_number>, order_row> find_reference_;
  list_statement rising_, falling_;
};

} // namespace paylink
