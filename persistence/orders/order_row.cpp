#include "persistence/orders/order_row.hpp"

#include "persistence/links/link_row.hpp"

namespace paylink {
namespace {

const sql_statement<order_row(sql_text, sql_text)> find_order_sql{
    [](dialect) { return order_row::select("o.workspace_id = :workspace AND o.id = :id"); }};

} // namespace

// The numbers on disk are those of the enumerations: an enumeration may grow at its end, and nowhere else.
static_assert(static_cast<int>(order_status::success) == 1 && static_cast<int>(order_status::failed) == 2);
static_assert(static_cast<int>(order_status::cancelled) == 3);
static_assert(static_cast<int>(order_failure::expired) == 1);
static_assert(static_cast<int>(order_failure::workspace_deleted) == 3);

payment_order order_row::read() const {
  payment_order order;
  order.row = row.value;
  order.id = order_id::from_store(id.view());
  order.own_id = own_id.value;
  order.workspace = workspace_id::from_store(workspace.view());
  order.account = bank_account_id::from_store(account.view());
  order.account_bin = account_bin.value;
  order.account_number = account_number.value;
  order.reference = reference_of(reference.value);
  order.status = static_cast<order_status>(status.value);
  order.amount = {amount.value};
  if (!received_amount.is_null()) order.received_amount = money{received_amount.value};
  order.customer_email = customer_email.value;
  order.transaction = transaction_id::from_store(transaction.view());
  order.failure = static_cast<order_failure>(failure.value);
  order.created_at = from_millis(created_at.value);
  order.expires_at = from_millis(expires_at.value);
  if (!closed_at.is_null()) order.closed_at = from_millis(closed_at.value);
  order.created_by = {static_cast<creator::kind>(created_by_type.value), created_by_id.value};
  return order;
}

std::optional<payment_order> order_row::find(connection& db, workspace_id in, order_id id) {
  auto& found = db[find_order_sql];
  if (!found.first(in.view(), id.view())) return std::nullopt;
  return found.out().read();
}

} // namespace paylink
