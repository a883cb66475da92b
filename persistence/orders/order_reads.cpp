#include "persistence/orders/order_reads.hpp"

#include "persistence/links/link_row.hpp"
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

} // namespace

order_reads::order_reads(soci::session& session, dialect spoken)
    : session_{session}, spoken_{spoken},
      find_{session, order_row::select("o.workspace_id = :workspace AND o.id = :id")},
      find_own_{session, order_row::select("(o.workspace_id || '') = :workspace AND o.own_id = :own_id")},
      find_reference_{session, order_row::select("o.workspace_id = :workspace AND o.reference = :reference")},
      rising_{session, orders_sql(true)}, falling_{session, orders_sql(false)} {}

result<payment_order> order_reads::find(workspace_id in, std::string_view id) {
  // A merchant's id has never the form of ours.
  auto& wanted = order_id::parse(id) ? find_ : find_own_;
  if (!wanted.first(in.view(), id)) return errc::not_found;
  return wanted.out().read();
}

page<payment_order> order_reads::look_up(workspace_id in, const order_filter& filter, timestamp now) {
  page<payment_order> found;
  // There is no next page.
  if (filter.after) return found;
  const bool is_there = filter.ref ? find_reference_.first(in.view(), stored_reference(*filter.ref))
                                   : find_own_.first(in.view(), *filter.own_id);
  if (!is_there) return found;
  auto order = filter.ref ? find_reference_.out().read() : find_own_.out().read();
  if (passes_filter(order, filter, now)) found.rows.push_back(std::move(order));
  return found;
}

page<payment_order> order_reads::list(workspace_id in, const order_filter& filter, timestamp now) {
  if (filter.ref || filter.own_id) return look_up(in, filter, now);
  const auto status = filter.status ? std::optional{static_cast<std::int64_t>(*filter.status)} : std::nullopt;
  page<payment_order> found;
  const planned_list planned{session_,
                             spoken_ == dialect::postgresql ? std::optional{list_plan::in_order} : std::nullopt};
  auto& wanted = filter.ascending ? rising_ : falling_;
  wanted.each(
      [&](const order_row& columns) {
        found.has_more = std::ssize(found.rows) == filter.limit;
        if (!found.has_more) found.rows.push_back(columns.read());
      },
      in.view(),
      filter.after       ? filter.after->view()
      : filter.ascending ? std::string_view{}
                         : behind_order_ids,
      to_millis(now), status.value_or(0), status.value_or(3),
      filter.account ? filter.account->view() : std::string_view{},
      filter.account ? filter.account->view() : behind_order_ids, filter.from ? to_millis(*filter.from) : earliest,
      filter.to ? to_millis(*filter.to) : latest, std::int64_t{filter.limit} + 1);
  return found;
}

} // namespace paylink
