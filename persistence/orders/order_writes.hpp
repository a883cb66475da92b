#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/orders/order_row.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/row_insert.hpp"
#include "persistence/sql/used_keys.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The verbs that create and close orders, on the writer's connection.
class order_writes {
public:
  order_writes(soci::session& session, dialect spoken, webhook_events& events, audit_writes& log);

  result<made_order> carry_out(const create_order& command, const moment& when);
  result<payment_order> carry_out(const close_order& command, const moment& when);
  result<expired_orders> carry_out(const expire_orders& command, const moment& when);

private:
  /// A new order, or the existing one with the same id.
  result<payment_order> make(const payment_order& order);
  std::optional<payment_order> find(workspace_id in, order_id id);
  /// Tells the webhooks, unless the Workspace is deleted.
  void tell_failed(const payment_order& order, timestamp now);

  webhook_events& events_;
  audit_writes& log_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_text, sql_number, sql_text>> receiver_;
  row_insert<sql_row<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text, sql_number, sql_number,
                     sql_number, sql_text>>
      insert_;
  statement<sql_row<sql_number, sql_number>> remember_expiry_;
  statement<sql_row<sql_text, sql_text>, order_row> find_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_text, sql_text, sql_number>> close_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number>> take_due_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number>> expire_;
  statement<sql_row<sql_text>, order_row> find_all_;
  statement<sql_row<>, sql_row<sql_number>> next_due_;
  statement<sql_row<sql_text>, sql_row<sql_number>> is_kept_;
  used_keys keys_;
};

} // namespace paylink
