#include "failpoints/failpoint.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/deliveries/webhook_events.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/orders/order_row.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_text, sql_number, sql_text>(sql_text, sql_text)> find_order_receiver_sql{
    "SELECT w.status, a.row, a.state FROM workspaces w LEFT JOIN bank_accounts a ON a.workspace_id = w.id AND a.id = "
    ":account WHERE w.id = :workspace"};

const sql_row_insert<sql_text, sql_text, sql_text, sql_number, sql_number, sql_number, sql_text, sql_number, sql_number,
                     sql_number, sql_text>
    insert_order_sql{
        "INSERT INTO orders (id, own_id, workspace_id, account_row, reference, amount, customer_email, created_at, "
        "expires_at, created_by_type, created_by_id) VALUES (:id, :own_id, :workspace, :account, :reference, :amount, "
        ":email, :created_at, :expires_at, :by_type, :by_id) ON CONFLICT DO NOTHING"};

const sql_statement<void(sql_number, sql_number)> remember_order_expiry_sql{
    "INSERT INTO order_expiries (expires_at, order_row) VALUES (:expires_at, :row)"};

const sql_statement<void(sql_number, sql_number, sql_number, sql_text, sql_text, sql_number)> close_order_sql{
    "UPDATE orders SET status = :status, failure_reason = :reason, closed_at = :now WHERE workspace_id = :workspace "
    "AND "
    "id = :id AND status = 0 AND expires_at > :deciding"};

const sql_statement<sql_row<sql_number>(sql_number, sql_number)> take_due_orders_sql{[](dialect spoken) {
  return "DELETE FROM order_expiries WHERE (expires_at, order_row) IN (SELECT expires_at, order_row FROM "
         "order_expiries WHERE expires_at <= :now ORDER BY expires_at, order_row LIMIT :limit" +
         std::string{pick_rows(spoken)} + ") RETURNING order_row";
}};

// An order fails at its own time, even if the sweep stores it later; many have been paid or cancelled before.
const sql_statement<sql_row<sql_number>(sql_text, sql_number)> expire_orders_sql{[](dialect spoken) {
  return "UPDATE orders SET status = 2, failure_reason = 1, closed_at = expires_at WHERE row" +
         std::string{is_among_numbers(spoken)} + " AND status = 0 AND expires_at <= :now RETURNING row";
}};

const sql_statement<order_row(sql_text)> find_failed_orders_sql{[](dialect spoken) {
  return order_row::select("o.row" + std::string{is_among_numbers(spoken)} + " ORDER BY o.row");
}};

const sql_statement<sql_row<sql_number>()> next_due_order_sql{"SELECT MIN(expires_at) FROM order_expiries"};

const sql_statement<sql_row<sql_number>(sql_text)> is_workspace_kept_sql{
    "SELECT row FROM workspaces WHERE id = :id AND deleted_at IS NULL"};

/// A JSON array.
template <class Statement, class... Values>
std::pair<std::string, int> order_rows_of(Statement& wanted, const Values&... values) {
  std::string rows = "[";
  int count = 0;
  wanted.each(
      [&](const auto& columns) {
        rows.append(count++ == 0 ? "" : ",").append(std::to_string(column_at<0>(columns).value));
      },
      values...);
  return {rows + "]", count};
}

/// A new order, or the existing one with the same id.
result<payment_order> make_order(writing& at, const payment_order& order) {
  auto& receiver = at.db[find_order_receiver_sql];
  if (!receiver.first(order.account.view(), order.workspace.view())) return errc::not_found;
  const auto& [workspace_status, account, account_state] = receiver.out().fields;
  if (account.is_null()) return errc::not_found;
  if (workspace_status.view() != "active") return errc::workspace_suspended;
  if (account_state.view() != "connected") return errc::bank_account_not_connected;
  const auto new_row = at.db.insert(insert_order_sql, order.id.view(), order.own_id, order.workspace.view(),
                                    account.value, stored_reference(order.reference), order.amount.dong,
                                    order.customer_email, to_millis(order.created_at), to_millis(order.expires_at),
                                    static_cast<std::int64_t>(order.created_by.type), order.created_by.id);
  if (new_row) at.db[remember_order_expiry_sql].run(to_millis(order.expires_at), *new_row);
  // If repeated, the order already exists; otherwise another one has its reference, or its own id.
  auto stored = order_row::find(at.db, order.workspace, order.id);
  if (!stored) return errc::conflict;
  return std::move(*stored);
}

/// Notifies the webhooks, unless the Workspace is deleted.
void notify_of_failure(writing& at, const payment_order& order) {
  if (at.db[is_workspace_kept_sql].first(order.workspace.view())) at.events.record_failure(order, at.when.now);
}

} // namespace

result<made_order> carry_out(writing& at, const create_order& command) {
  const auto& wanted = command.order;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? find_use_of_key(at.db, command.key, wanted.workspace, at.when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    auto first = order_row::find(at.db, wanted.workspace, order_id::from_store(used->subject));
    ensure(first.has_value(), "an idempotency key names what was made with it");
    const bool is_replay = first->id != wanted.id;
    return made_order{std::move(*first), is_replay};
  }
  auto made = make_order(at, wanted);
  if (!made) return made.error();
  if (has_key) note_use_of_key(at.db, command.key, wanted.workspace, made->id.view(), at.when.now);
  return made_order{std::move(*made)};
}

result<payment_order> carry_out(writing& at, const close_order& command) {
  const auto closed = transition(order_status::pending, command.trigger).value();
  const auto changed = at.db[close_order_sql].run(
      static_cast<std::int64_t>(closed), static_cast<std::int64_t>(order_failure_of(command.trigger)),
      to_millis(at.when.now), command.workspace.view(), command.order.view(), to_millis(at.when.now));
  auto order = order_row::find(at.db, command.workspace, command.order);
  if (!order) return errc::not_found;
  if (changed == 0) return errc::conflict;
  if (raises_event(command.trigger)) notify_of_failure(at, *order);
  if (command.trigger == order_trigger::cancel)
    at.audit.note(command.by, {command.workspace.view(), "order.cancelled", command.order.view()}, at.when.now);
  return std::move(*order);
}

result<expired_orders> carry_out(writing& at, const expire_orders& command) {
  expired_orders expired;
  const auto [due, taken] =
      order_rows_of(at.db[take_due_orders_sql], to_millis(at.when.now), std::int64_t{command.limit});
  if (taken > 0) {
    const auto [failed, count] = order_rows_of(at.db[expire_orders_sql], due, to_millis(at.when.now));
    std::vector<payment_order> orders;
    if (count > 0)
      at.db[find_failed_orders_sql].each([&](const order_row& columns) { orders.push_back(columns.read()); }, failed);
    for (const auto& one : orders) {
      notify_of_failure(at, one);
      expired.orders.emplace_back(one.workspace, one.id);
    }
    expired.failed = count;
    if (count > 0) PAYLINK_FAILPOINT(after_orders_failed);
  }
  expired.more = taken >= command.limit;
  auto& next_due = at.db[next_due_order_sql];
  if (!expired.more && next_due.first() && !next_due.column<0>().is_null())
    expired.next_due = from_millis(next_due.column<0>().value);
  return expired;
}

} // namespace paylink
