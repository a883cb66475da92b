#include "persistence/context/kept_workspace.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/orders/order_row.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/json_rows.hpp"
#include "persistence/transactions/transaction_row.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <limits>

// The events that a Workspace fetches, and the places that they get.
namespace paylink {
namespace {

namespace json = boost::json;

static_assert(static_cast<int>(webhook_event::transaction_credit) == static_cast<int>(transfer_type::credit) &&
              static_cast<int>(webhook_event::transaction_debit) == static_cast<int>(transfer_type::debit));

/// An extension gives at most so many places, and looks at about so many rows: the writer is not to be held up, and
/// neither is a reader.
constexpr std::size_t places_max = 1'000;
constexpr std::int64_t rows_of_a_scan = 1'000;
constexpr std::int64_t scanned_max = 5'000;
/// So many rows of the owner's other Workspaces are passed over again and again before it is noted that they are.
constexpr std::int64_t passed_over_max = 500;

template <class Row>
struct event_row {
  number_column<"p.position"> position;
  number_column<"p.event"> event;
  Row about;
};
template <class Row>
using event_list = sql_statement<event_row<Row>(sql_text, sql_number, sql_number)>;

// The places are taken first, so that a kind of which there are few is not looked for among all others.
constexpr std::string_view event_places =
    " FROM (SELECT n.position, n.event, n.subject_row FROM event_positions n WHERE n.workspace_id = :workspace AND "
    "n.position > :after ORDER BY n.position LIMIT :limit) p ";

const event_list<transaction_row> list_transaction_events_sql{[](dialect) {
  return "SELECT " + sql_columns<event_row<transaction_row>>() + std::string{event_places} +
         "JOIN transactions t ON t.row = p.subject_row AND p.event < 2" + std::string{transaction_row::beside} +
         "ORDER BY p.position";
}};

const event_list<order_row> list_order_events_sql{[](dialect) {
  return "SELECT " + sql_columns<event_row<order_row>>() + std::string{event_places} +
         "JOIN orders o ON o.row = p.subject_row AND p.event > 1" + std::string{order_row::beside} +
         "ORDER BY p.position";
}};

constexpr std::string_view feed_head_of =
    "SELECT last_position, settled, seen_row, seen_xid FROM event_feeds WHERE workspace_id = :workspace";
using feed_head_signature = sql_row<sql_number, sql_number, sql_number, sql_number>(sql_text);
const sql_statement<feed_head_signature> find_feed_head_sql{[](dialect) { return std::string{feed_head_of}; }};
const sql_statement<feed_head_signature> hold_feed_head_sql{
    [](dialect spoken) { return std::string{feed_head_of} + std::string{lock_row(spoken)}; }};

// What is counted for an owner is found by numbers of rows, month by month, without an index that credits would pay
// for. Most months end before the row: a look into each costs next to nothing.
std::string scan_text(dialect spoken) {
  const std::string rows = "SELECT u.transaction_row FROM usage u WHERE u.owner_id = m.owner_id AND u.month = m.month "
                           "AND u.transaction_row > :after ORDER BY u.transaction_row LIMIT :limit";
  // Row by row: PostgreSQL might join with a walk through all transactions.
  return "WITH RECURSIVE months (owner_id, month) AS (SELECT w.id, (SELECT MIN(u.month) FROM usage u WHERE u.owner_id "
         "= w.id) FROM users w WHERE w.id = :owner UNION ALL SELECT m.owner_id, (SELECT MIN(u.month) FROM usage u "
         "WHERE u.owner_id = m.owner_id AND u.month > m.month) FROM months m WHERE m.month IS NOT NULL) SELECT t.row, "
         "t.type, CASE WHEN t.workspace_id <> :workspace THEN 0 WHEN (SELECT p.row FROM event_positions p WHERE "
         "p.workspace_id = t.workspace_id AND p.event = t.type AND p.subject_row = t.row) IS NULL THEN 1 ELSE 0 END "
         "FROM months m " +
         choose(spoken, "JOIN transactions t ON t.row IN (" + rows + ")",
                "JOIN LATERAL (" + rows +
                    ") c ON TRUE JOIN LATERAL (SELECT x.row, x.type, x.workspace_id FROM transactions x WHERE x.row = "
                    "c.transaction_row LIMIT 1) t ON TRUE") +
         " WHERE m.month IS NOT NULL ORDER BY t.row + 0 LIMIT :page_limit";
}
const sql_statement<sql_row<sql_number, sql_number, sql_number>(sql_text, sql_text, sql_number, sql_number, sql_number)>
    scan_transactions_sql{scan_text};

const sql_statement<sql_row<sql_number, sql_number>(sql_text, sql_number)> find_orders_without_place_sql{
    "SELECT o.row, o.status FROM orders o WHERE (o.workspace_id || '') = :workspace AND o.in_feed = 0 AND o.status IN "
    "(1, 2) AND o.failure_reason < 3 ORDER BY o.row + 0 LIMIT :limit"};

const sql_statement<sql_row<sql_text>(sql_text)> find_workspace_owner_sql{
    "SELECT owner_id FROM workspaces WHERE id = :id"};

const sql_statement<sql_row<sql_number>()> find_event_epoch_sql{"SELECT epoch FROM event_epoch WHERE row = 1"};

const sql_statement<sql_row<sql_number>()> last_drawn_row_sql{[](dialect spoken) {
  return on_server(spoken, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM transactions_row_seq");
}};

const sql_statement<sql_row<sql_number, sql_number>()> find_snapshot_sql{[](dialect spoken) {
  return on_server(spoken, "SELECT txid_snapshot_xmin(txid_current_snapshot()), "
                           "txid_snapshot_xmax(txid_current_snapshot())");
}};

const sql_statement<sql_row<sql_number>()> find_own_transaction_sql{
    [](dialect spoken) { return on_server(spoken, "SELECT txid_current()"); }};

const sql_statement<void(sql_text)> begin_feed_sql{
    "INSERT INTO event_feeds (workspace_id) VALUES (:workspace) ON CONFLICT DO NOTHING"};

const sql_statement<void(sql_text, sql_text)> place_events_sql{[](dialect spoken) {
  return "WITH wanted AS (SELECT * FROM " +
         rows_of_json(spoken, {{"position", "BIGINT"}, {"event", "SMALLINT"}, {"subject", "BIGINT"}}) +
         ") INSERT INTO event_positions (workspace_id, position, event, subject_row) SELECT " +
         choose(spoken, ":workspace", "CAST(:workspace AS TEXT)") +
         ", w.position, w.event, w.subject FROM wanted w ORDER BY w.position";
}};

const sql_statement<void(sql_text)> note_orders_in_feed_sql{
    [](dialect spoken) { return "UPDATE orders SET in_feed = 1 WHERE row" + std::string{is_among_numbers(spoken)}; }};

const sql_statement<void(sql_number, sql_number, sql_number, sql_number, sql_text)> note_feed_head_sql{
    "UPDATE event_feeds SET last_position = :last, settled = :settled, seen_row = :seen_row, seen_xid = :seen_xid "
    "WHERE workspace_id = :workspace"};

template <class Row>
void read_events(reading& at, const event_list<Row>& list, const list_events& wanted, std::vector<feed_event>& into) {
  at.db[list].each(
      [&](const event_row<Row>& columns) {
        into.push_back({columns.position.value, static_cast<webhook_event>(columns.event.value), columns.about.read()});
      },
      wanted.in.view(), wanted.after, std::int64_t{wanted.limit} + 1);
}

/// What PostgreSQL's transactions have drawn and ended.
struct feed_progress {
  std::int64_t drawn = 0;   ///< The last number of a row of transactions that has been drawn.
  std::int64_t settled = 0; ///< Whatever has a number up to this one is committed, or never will be.
  bool is_settled = false;  ///< What was seen before is settled.
};

// A number is drawn by a transaction that has its id already, since it has raised its mark. So if the transaction that
// noted `seen_row` began after the number was seen, whatever had been drawn belongs to older transactions; and once all
// of those have ended, it is settled. An id that the server has not come to yet is from before a restore.
feed_progress find_progress(reading& at, const feed_head& head) {
  if (!has_other_writers(at.db.spoken())) return {0, std::numeric_limits<std::int64_t>::max(), false};
  auto& drawn = at.db[last_drawn_row_sql];
  drawn.first();
  feed_progress found{.drawn = drawn.column<0>().value, .settled = head.settled};
  auto& snapshot = at.db[find_snapshot_sql];
  snapshot.first();
  const auto oldest_running = snapshot.column<0>().value, next = snapshot.column<1>().value;
  found.is_settled = head.seen_xid == 0 || head.seen_xid <= oldest_running || head.seen_xid >= next;
  if (found.is_settled) found.settled = std::max(head.settled, head.seen_row);
  return found;
}

} // namespace

page<feed_event> answer(reading& at, const list_events& wanted) {
  page<feed_event> found;
  read_events(at, list_transaction_events_sql, wanted, found.rows);
  const auto first_order = std::ssize(found.rows);
  read_events(at, list_order_events_sql, wanted, found.rows);
  std::ranges::inplace_merge(found.rows, found.rows.begin() + first_order, {}, &feed_event::position);
  found.has_more = std::ssize(found.rows) > wanted.limit;
  if (found.has_more) found.rows.resize(static_cast<std::size_t>(wanted.limit));
  return found;
}

std::int64_t answer(reading& at, const find_event_epoch&) {
  auto& epoch = at.db[find_event_epoch_sql];
  ensure(epoch.first(), "the order of events has an epoch");
  return epoch.column<0>().value;
}

feed_extension answer(reading& at, const find_feed_extension& wanted) {
  const auto in = wanted.in;
  feed_extension found;
  auto& head = at.db[find_feed_head_sql];
  if (head.first(in.view())) {
    const auto& [last_position, settled, seen_row, seen_xid] = head.out().fields;
    found.before = {last_position.value, settled.value, seen_row.value, seen_xid.value};
  }
  auto& owner_row = at.db[find_workspace_owner_sql];
  if (!owner_row.first(in.view())) return found;
  const auto owner = owner_row.column<0>().value;
  const auto around = find_progress(at, found.before);
  std::int64_t last = found.before.settled, scanned = 0;
  bool is_complete = false;
  // What is not settled is scanned again, however much it is: until something is found, or the end comes.
  const auto goes_on = [&] {
    if (is_complete || found.events.size() >= places_max) return false;
    return scanned < scanned_max || (found.events.empty() && around.settled <= found.before.settled);
  };
  while (goes_on()) {
    std::int64_t rows = 0;
    at.db[scan_transactions_sql].each(
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
  at.db[find_orders_without_place_sql].each(
      [&](const auto& columns) {
        const auto& [row, status] = columns.fields;
        const bool is_success = status.value == static_cast<std::int64_t>(order_status::success);
        found.events.push_back({is_success ? webhook_event::order_success : webhook_event::order_failed, row.value});
      },
      in.view(), room);
  const bool ends_settled = is_complete && has_other_writers(at.db.spoken());
  found.settled = std::max(found.before.settled, ends_settled ? around.settled : std::min(last, around.settled));
  if (around.is_settled) found.seen_row = around.drawn;
  const bool has_gone_on = found.settled > found.before.settled || found.seen_row > found.before.seen_row;
  found.is_due = !found.events.empty() || (scanned > passed_over_max && has_gone_on);
  return found;
}

result<extended_feed> carry_out(writing& at, const extend_feed& command) {
  const auto in = command.workspace.view();
  const auto& by = command.by;
  if (!keep_workspace(at.db, in)) return errc::not_found;
  at.db[begin_feed_sql].run(in);
  auto& held = at.db[hold_feed_head_sql];
  held.first(in);
  const auto& [last_position, settled, seen_row, seen_xid] = held.out().fields;
  if (by.before != feed_head{last_position.value, settled.value, seen_row.value, seen_xid.value})
    return extended_feed{};
  auto head = by.before;
  json::array wanted, orders;
  for (const auto& one : by.events) {
    wanted.push_back(json::object{
        {"position", ++head.last_position}, {"event", static_cast<int>(one.event)}, {"subject", one.subject_row}});
    if (is_of_order(one.event)) orders.emplace_back(one.subject_row);
  }
  if (!wanted.empty()) at.db[place_events_sql].run(json::serialize(wanted), in);
  if (!orders.empty()) at.db[note_orders_in_feed_sql].run(json::serialize(orders));
  head.settled = by.settled;
  // This transaction began after the number was seen: see `find_progress`.
  if (has_other_writers(at.db.spoken()) && by.seen_row != 0) {
    auto& own_transaction = at.db[find_own_transaction_sql];
    own_transaction.first();
    head.seen_row = by.seen_row;
    head.seen_xid = own_transaction.column<0>().value;
  }
  at.db[note_feed_head_sql].run(head.last_position, head.settled, head.seen_row, head.seen_xid, in);
  return extended_feed{true};
}

} // namespace paylink
