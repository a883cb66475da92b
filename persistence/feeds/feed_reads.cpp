#include "persistence/feeds/feed_reads.hpp"

#include "persistence/sql/invariant.hpp"

#include <algorithm>
#include <limits>

namespace paylink {
namespace {

/// An extension gives at most so many places, and looks at about so many rows: the writer is not to be held up, and
/// neither is a reader.
constexpr std::size_t places_max = 1'000;
constexpr std::int64_t rows_of_a_scan = 1'000;
constexpr std::int64_t scanned_max = 5'000;
/// So many rows of the owner's other Workspaces are passed over again and again before it is noted that they are.
constexpr std::int64_t passed_over_max = 500;

// The places are taken first, so that a kind of which there are few is not looked for among all others.
constexpr const char* places_sql =
    " FROM (SELECT n.position, n.event, n.subject_row FROM event_positions n WHERE n.workspace_id = :workspace AND "
    "n.position > :after ORDER BY n.position LIMIT :limit) p ";

std::string transactions_sql() {
  return "SELECT p.position, p.event, " + std::string{transaction_row::columns} + places_sql +
         "JOIN transactions t ON t.row = p.subject_row AND p.event < 2" + std::string{transaction_row::beside} +
         "ORDER BY p.position";
}

std::string orders_sql() {
  return "SELECT p.position, p.event, " + std::string{order_row::columns} + places_sql +
         "JOIN orders o ON o.row = p.subject_row AND p.event > 1" + std::string{order_row::beside} +
         "ORDER BY p.position";
}

// What is counted for an owner is found by numbers of rows, month by month, without an index that credits would pay
// for. Most months end before the row: a look into each costs next to nothing.
std::string scan_sql(dialect spoken) {
  const std::string rows = "SELECT u.transaction_row FROM usage u WHERE u.owner_id = m.owner_id AND u.month = m.month "
                           "AND u.transaction_row > :after ORDER BY u.transaction_row LIMIT :limit";
  // Row by row: PostgreSQL might join with a walk through all transactions.
  return "WITH RECURSIVE months (owner_id, month) AS (SELECT w.id, (SELECT MIN(u.month) FROM usage u WHERE u.owner_id "
         "= "
         "w.id) FROM users w WHERE w.id = :owner UNION ALL SELECT m.owner_id, (SELECT MIN(u.month) FROM usage u WHERE "
         "u.owner_id = m.owner_id AND u.month > m.month) FROM months m WHERE m.month IS NOT NULL) SELECT t.row, "
         "t.type, "
         "CASE WHEN t.workspace_id <> :workspace THEN 0 WHEN (SELECT p.row FROM event_positions p WHERE p.workspace_id "
         "= t.workspace_id AND p.event = t.type AND p.subject_row = t.row) IS NULL THEN 1 ELSE 0 END FROM months m " +
         std::string{spoken == dialect::postgresql
                         ? "JOIN LATERAL (" + rows +
                               ") c ON TRUE JOIN LATERAL (SELECT x.row, x.type, x.workspace_id FROM transactions x "
                               "WHERE x.row = c.transaction_row LIMIT 1) t ON TRUE"
                         : "JOIN transactions t ON t.row IN (" + rows + ")"} +
         " WHERE m.month IS NOT NULL ORDER BY t.row + 0 LIMIT :page_limit";
}

} // namespace

static_assert(static_cast<int>(webhook_event::transaction_credit) == static_cast<int>(transfer_type::credit) &&
              static_cast<int>(webhook_event::transaction_debit) == static_cast<int>(transfer_type::debit));

feed_reads::feed_reads(soci::session& session, dialect spoken)
    : spoken_{spoken}, transactions_{session, transactions_sql()}, orders_{session, orders_sql()},
      head_{session, "SELECT last_position, settled, seen_row, seen_xid FROM event_feeds WHERE workspace_id = "
                     ":workspace"},
      scan_{session, scan_sql(spoken)},
      orders_without_place_{session, "SELECT o.row, o.status FROM orders o WHERE (o.workspace_id || '') = :workspace "
                                     "AND o.in_feed = 0 AND o.status IN (1, 2) AND o.failure_reason < 3 ORDER BY "
                                     "o.row + 0 LIMIT :limit"},
      owner_{session, "SELECT owner_id FROM workspaces WHERE id = :id"},
      epoch_{session, "SELECT epoch FROM event_epoch WHERE row = 1"} {
  if (spoken != dialect::postgresql) return;
  drawn_.emplace(session, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM transactions_row_seq");
  snapshot_.emplace(session, "SELECT txid_snapshot_xmin(txid_current_snapshot()), "
                             "txid_snapshot_xmax(txid_current_snapshot())");
}

template <class Row>
void feed_reads::read(event_list<Row>& list, workspace_id in, std::int64_t after, int limit,
                      std::vector<feed_event>& into) {
  list.each(
      [&](const event_row<Row>& columns) {
        into.push_back({columns.position.value, static_cast<webhook_event>(columns.event.value), columns.about.read()});
      },
      in.view(), after, std::int64_t{limit} + 1);
}

page<feed_event> feed_reads::list(workspace_id in, std::int64_t after, int limit) {
  page<feed_event> found;
  read(transactions_, in, after, limit, found.rows);
  const auto first_order = std::ssize(found.rows);
  read(orders_, in, after, limit, found.rows);
  std::ranges::inplace_merge(found.rows, found.rows.begin() + first_order, {}, &feed_event::position);
  found.has_more = std::ssize(found.rows) > limit;
  if (found.has_more) found.rows.resize(static_cast<std::size_t>(limit));
  return found;
}

// A number is drawn by a transaction that has its id already, since it has raised its mark. So if the transaction that
// noted `seen_row` began after the number was seen, whatever had been drawn belongs to older transactions; and once all
// of those have ended, it is settled. An id that the server has not come to yet is from before a restore.
feed_reads::progress feed_reads::look_around(const feed_head& head) {
  if (spoken_ == dialect::sqlite) return {0, std::numeric_limits<std::int64_t>::max(), false};
  drawn_->first();
  progress found{.drawn = drawn_->column<0>().value, .settled = head.settled};
  snapshot_->first();
  const auto oldest_running = snapshot_->column<0>().value, next = snapshot_->column<1>().value;
  found.is_settled = head.seen_xid == 0 || head.seen_xid <= oldest_running || head.seen_xid >= next;
  if (found.is_settled) found.settled = std::max(head.settled, head.seen_row);
  return found;
}

std::int64_t feed_reads::find_epoch() {
  ensure(epoch_.first(), "the order of events has an epoch");
  return epoch_.column<0>().value;
}

feed_extension feed_reads::find_extension(workspace_id in) {
  feed_extension found;
  if (head_.first(in.view())) {
    const auto& [last_position, settled, seen_row, seen_xid] = head_.out().fields;
    found.before = {last_position.value, settled.value, seen_row.value, seen_xid.value};
  }
  if (!owner_.first(in.view())) return found;
  const auto owner = owner_.column<0>().value;
  const auto around = look_around(found.before);
  std::int64_t last = found.before.settled, scanned = 0;
  bool is_complete = false;
  // What is not settled is scanned once more, however much it is: until something is found, or the end comes.
  const auto goes_on = [&] {
    if (is_complete || found.events.size() >= places_max) return false;
    return scanned < scanned_max || (found.events.empty() && around.settled <= found.before.settled);
  };
  while (goes_on()) {
    std::int64_t rows = 0;
    scan_.each(
        [&](const auto& columns) {
          const auto& [row, event, is_wanted] = columns.fields;
          ++rows;
          last = row.value;
          if (is_wanted.value != 0) found.events.push_back({static_cast<webhook_event>(event.value), row.value});
        },
        owner, in.view(), last, rows_of_a_scan, rows_of_a_scan);
    scanned += rows;
    is_complete = rows < rows_of_a_scan;
  }
  const auto room = static_cast<std::int64_t>(places_max - std::min(found.events.size(), places_max));
  orders_without_place_.each(
      [&](const auto& columns) {
        const auto& [row, status] = columns.fields;
        const bool is_success = status.value == static_cast<std::int64_t>(order_status::success);
        found.events.push_back({is_success ? webhook_event::order_success : webhook_event::order_failed, row.value});
      },
      in.view(), room);
  const bool ends_settled = is_complete && spoken_ == dialect::postgresql;
  found.settled = std::max(found.before.settled, ends_settled ? around.settled : std::min(last, around.settled));
  if (around.is_settled) found.seen_row = around.drawn;
  const bool has_gone_on = found.settled > found.before.settled || found.seen_row > found.before.seen_row;
  found.is_due = !found.events.empty() || (scanned > passed_over_max && has_gone_on);
  return found;
}

} // namespace paylink
