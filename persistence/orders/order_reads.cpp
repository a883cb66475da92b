#include "persistence/context/reading.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/orders/order_row.hpp"
#include "persistence/sql/list_plan.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr auto earliest = std::numeric_limits<std::int64_t>::min();
constexpr auto latest = std::numeric_limits<std::int64_t>::max();
// Sorts behind every identifier in the order of bytes.
constexpr std::string_view behind_order_ids = "~";

// An unset filter is a range that includes everything, so that one statement serves every combination.
std::string orders_sql(bool is_rising) {
  return order_row::select("o.workspace_id = :workspace AND o.id ") + (is_rising ? ">" : "<") +
         " :after AND CASE WHEN o.status = 0 AND o.expires_at <= :now THEN 2 ELSE o.status END BETWEEN :status_min AND "
         ":status_max AND a.id BETWEEN :account_min AND :account_max AND o.created_at >= :from AND o.created_at < :to "
         "ORDER BY o.id " +
         (is_rising ? "ASC" : "DESC") + " LIMIT :limit";
}

bool passes_filter(const payment_order& order, const order_filter& filter, timestamp now) {
  return (!filter.status || visible_status(order, now) == *filter.status) &&
         (!filter.own_id || order.own_id == *filter.own_id) && (!filter.ref || order.reference == *filter.ref) &&
         (!filter.account || order.account == *filter.account) && (!filter.from || order.created_at >= *filter.from) &&
         (!filter.to || order.created_at < *filter.to);
}

const sql_statement<order_row(sql_text, sql_text)> find_order_by_own_id_sql{
    [](dialect) { return order_row::select("(o.workspace_id || '') = :workspace AND o.own_id = :own_id"); }};

const sql_statement<order_row(sql_text, sql_number)> find_order_by_reference_sql{
    [](dialect) { return order_row::select("o.workspace_id = :workspace AND o.reference = :reference"); }};

using list_orders_signature = order_row(sql_text, sql_text, sql_number, sql_number, sql_number, sql_text, sql_text,
                                        sql_number, sql_number, sql_number);
const sql_statement<list_orders_signature> rising_orders_sql{[](dialect) { return orders_sql(true); }};
const sql_statement<list_orders_signature> falling_orders_sql{[](dialect) { return orders_sql(false); }};

/// The only order that the filter's own id or reference can mean, if it passes the rest of the filter.
page<payment_order> look_up_order(reading& at, const list_orders& wanted) {
  const auto& filter = wanted.filter;
  page<payment_order> found;
  // There is no next page.
  if (filter.after) return found;
  auto& by_reference = at.db[find_order_by_reference_sql];
  auto& by_own_id = at.db[find_order_by_own_id_sql];
  const bool is_there = filter.ref ? by_reference.first(wanted.in.view(), stored_reference(*filter.ref))
                                   : by_own_id.first(wanted.in.view(), *filter.own_id);
  if (!is_there) return found;
  auto order = filter.ref ? by_reference.out().read() : by_own_id.out().read();
  if (passes_filter(order, filter, wanted.now)) found.rows.push_back(std::move(order));
  return found;
}

} // namespace

result<payment_order> answer(reading& at, const find_order& wanted) {
  // A merchant's id has never the form of ours.
  if (const auto id = order_id::parse(wanted.id)) {
    auto order = order_row::find(at.db, wanted.in, *id);
    if (!order) return errc::not_found;
    return std::move(*order);
  }
  auto& found = at.db[find_order_by_own_id_sql];
  if (!found.first(wanted.in.view(), wanted.id)) return errc::not_found;
  return found.out().read();
}

page<payment_order> answer(reading& at, const list_orders& wanted) {
  const auto& filter = wanted.filter;
  if (filter.ref || filter.own_id) return look_up_order(at, wanted);
  const auto status = filter.status ? std::optional{static_cast<std::int64_t>(*filter.status)} : std::nullopt;
  const planned_list planned{at.db, list_plan::in_order};
  return read_page<payment_order>(
      at.db[filter.ascending ? rising_orders_sql : falling_orders_sql], filter.limit, wanted.in.view(),
      filter.after       ? filter.after->view()
      : filter.ascending ? std::string_view{}
                         : behind_order_ids,
      to_millis(wanted.now), status.value_or(0), status.value_or(3),
      filter.account ? filter.account->view() : std::string_view{},
      filter.account ? filter.account->view() : behind_order_ids, filter.from ? to_millis(*filter.from) : earliest,
      filter.to ? to_millis(*filter.to) : latest);
}

} // namespace paylink
