#include "persistence/orders/order_writes.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

constexpr const char* order_receiver_sql =
    "SELECT w.status, a.row, a.state FROM workspaces w LEFT JOIN bank_accounts a ON "
    "a.workspace_id = w.id AND a.id = :account WHERE w.id = :workspace";

constexpr const char* insert_order_sql =
    "INSERT INTO orders (id, own_id, workspace_id, account_row, reference, amount, customer_email, created_at, "
    "expires_at, created_by_type, created_by_id) VALUES (:id, :own_id, :workspace, :account, :reference, :amount, "
    ":email, :created_at, :expires_at, :by_type, :by_id) ON CONFLICT DO NOTHING";

constexpr const char* close_order_sql =
    "UPDATE orders SET status = :status, failure_reason = :reason, closed_at = :now "
    "WHERE workspace_id = :workspace AND id = :id AND status = 0 AND expires_at > "
    ":deciding";

std::string take_due_orders_sql(dialect spoken) {
  return "DELETE FROM order_expiries WHERE (expires_at, order_row) IN (SELECT expires_at, order_row FROM "
         "order_expiries WHERE expires_at <= :now ORDER BY expires_at, order_row LIMIT :limit" +
         std::string{pick_rows(spoken)} + ") RETURNING order_row";
}

// An order fails at its own time, even if the sweep stores it later; many have been paid or cancelled before.
std::string expire_orders_sql(dialect spoken) {
  return "UPDATE orders SET status = 2, failure_reason = 1, closed_at = expires_at WHERE row" +
         std::string{is_among_numbers(spoken)} + " AND status = 0 AND expires_at <= :now RETURNING row";
}

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

} // namespace

order_writes::order_writes(soci::session& session, dialect spoken, webhook_events& events, audit_writes& log)
    : events_{events}, log_{log}, receiver_{session, order_receiver_sql}, insert_{session, spoken, insert_order_sql},
      remember_expiry_{session, "INSERT INTO order_expiries (expires_at, order_row) VALUES (:expires_at, :row)"},
      find_{session, order_row::select("o.workspace_id = :workspace AND o.id = :id")}, close_{session, close_order_sql},
      take_due_{session, take_due_orders_sql(spoken)}, expire_{session, expire_orders_sql(spoken)},
      find_all_{session, order_row::select("o.row" + std::string{is_among_numbers(spoken)} + " ORDER BY o.row")},
      next_due_{session, "SELECT MIN(expires_at) FROM order_expiries"},
      is_kept_{session, "SELECT row FROM workspaces WHERE id = :id AND deleted_at IS NULL"}, keys_{session} {}

std::optional<payment_order> order_writes::find(workspace_id in, order_id id) {
  if (!find_.first(in.view(), id.view())) return std::nullopt;
  return find_.out().read();
}

result<made_order> order_writes::carry_out(const create_order& command, const moment& when) {
  const auto& wanted = command.order;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? keys_.find(command.key, wanted.workspace, when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    auto first = find(wanted.workspace, order_id::from_store(used->subject));
    ensure(first.has_value(), "an idempotency key names what was made with it");
    const bool is_replay = first->id != wanted.id;
    return made_order{std::move(*first), is_replay};
  }
  auto made = make(wanted);
  if (!made) return made.error();
  if (has_key) keys_.note(command.key, wanted.workspace, made->id.view(), when.now);
  return made_order{std::move(*made)};
}

result<payment_order> order_writes::make(const payment_order& order) {
  if (!receiver_.first(order.account.view(), order.workspace.view())) return errc::not_found;
  const auto& [workspace_status, account, account_state] = receiver_.out().fields;
  if (account.is_null()) return errc::not_found;
  if (workspace_status.view() != "active") return errc::workspace_suspended;
  if (account_state.view() != "connected") return errc::bank_account_not_connected;
  const auto new_row = insert_.run(order.id.view(), order.own_id, order.workspace.view(), account.value,
                                   stored_reference(order.reference), order.amount.dong, order.customer_email,
                                   to_millis(order.created_at), to_millis(order.expires_at),
                                   static_cast<std::int64_t>(order.created_by.type), order.created_by.id);
  if (new_row) remember_expiry_.run(to_millis(order.expires_at), *new_row);
  // If repeated, the order already exists; otherwise another one has its reference, or its own id.
  auto stored = find(order.workspace, order.id);
  if (!stored) return errc::conflict;
  return std::move(*stored);
}

result<payment_order> order_writes::carry_out(const close_order& command, const moment& when) {
  const auto closed = transition(order_status::pending, command.trigger).value();
  const auto changed =
      close_.run(static_cast<std::int64_t>(closed), static_cast<std::int64_t>(order_failure_of(command.trigger)),
                 to_millis(when.now), command.workspace.view(), command.order.view(), to_millis(when.now));
  auto order = find(command.workspace, command.order);
  if (!order) return errc::not_found;
  if (changed == 0) return errc::conflict;
  if (raises_event(command.trigger)) tell_failed(*order, when.now);
  if (command.trigger == order_trigger::cancel)
    log_.note(command.by, {command.workspace.view(), "order.cancelled", command.order.view()}, when.now);
  return std::move(*order);
}

result<expired_orders> order_writes::carry_out(const expire_orders& command, const moment& when) {
  expired_orders expired;
  const auto [due, taken] = order_rows_of(take_due_, to_millis(when.now), std::int64_t{command.limit});
  if (taken > 0) {
    const auto [failed, count] = order_rows_of(expire_, due, to_millis(when.now));
    std::vector<payment_order> orders;
    if (count > 0) find_all_.each([&](const order_row& columns) { orders.push_back(columns.read()); }, failed);
    for (const auto& one : orders) {
      tell_failed(one, when.now);
      expired.orders.emplace_back(one.workspace, one.id);
    }
    expired.failed = count;
    if (count > 0) PAYLINK_FAILPOINT(after_orders_failed);
  }
  expired.more = taken >= command.limit;
  if (!expired.more && next_due_.first() && !next_due_.column<0>().is_null())
    expired.next_due = from_millis(next_due_.column<0>().value);
  return expired;
}

void order_writes::tell_failed(const payment_order& order, timestamp now) {
  if (is_kept_.first(order.workspace.view())) events_.record_failure(order, now);
}

} // namespace paylink
