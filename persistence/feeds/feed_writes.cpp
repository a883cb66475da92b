#include "persistence/feeds/feed_writes.hpp"

#include "persistence/sql/json_rows.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

std::string place_sql(dialect spoken) {
  return "WITH wanted AS (SELECT * FROM " +
         rows_of_json(spoken, {{"position", "BIGINT"}, {"event", "SMALLINT"}, {"subject", "BIGINT"}}) +
         ") INSERT INTO event_positions (workspace_id, position, event, subject_row) SELECT " +
         (spoken == dialect::postgresql ? "CAST(:workspace AS TEXT)" : ":workspace") +
         ", w.position, w.event, w.subject FROM wanted w ORDER BY w.position";
}

} // namespace

feed_writes::feed_writes(soci::session& session, dialect spoken)
    : keep_workspace_{session, keep_workspace_sql(spoken)},
      begin_{session, "INSERT INTO event_feeds (workspace_id) VALUES (:workspace) ON CONFLICT DO NOTHING"},
      hold_{session, "SELECT last_position, settled, seen_row, seen_xid FROM event_feeds WHERE workspace_id = "
                     ":workspace" +
                         std::string{lock_row(spoken)}},
      place_{session, place_sql(spoken)},
      note_orders_{session, "UPDATE orders SET in_feed = 1 WHERE row" + std::string{is_among_numbers(spoken)}},
      note_{session,
            "UPDATE event_feeds SET last_position = :last, settled = :settled, seen_row = :seen_row, seen_xid = "
            ":seen_xid WHERE workspace_id = :workspace"} {
  if (spoken == dialect::postgresql) own_transaction_.emplace(session, "SELECT txid_current()");
}

result<extended_feed> feed_writes::carry_out(const extend_feed& command, const moment&) {
  const auto in = command.workspace.view();
  const auto& by = command.by;
  if (!keep_workspace_.first(in)) return errc::not_found;
  begin_.run(in);
  hold_.first(in);
  const auto& [last_position, settled, seen_row, seen_xid] = hold_.out().fields;
  if (by.before != feed_head{last_position.value, settled.value, seen_row.value, seen_xid.value})
    return extended_feed{};
  auto head = by.before;
  json::array wanted, orders;
  for (const auto& one : by.events) {
    wanted.push_back(json::object{
        {"position", ++head.last_position}, {"event", static_cast<int>(one.event)}, {"subject", one.subject_row}});
    if (is_of_order(one.event)) orders.emplace_back(one.subject_row);
  }
  if (!wanted.empty()) place_.run(json::serialize(wanted), in);
  if (!orders.empty()) note_orders_.run(json::serialize(orders));
  head.settled = by.settled;
  // This transaction began after the number was seen: see feed_reads.
  if (own_transaction_ && by.seen_row != 0 && own_transaction_->first()) {
    head.seen_row = by.seen_row;
    head.seen_xid = own_transaction_->column<0>().value;
  }
  note_.run(head.last_position, head.settled, head.seen_row, head.seen_xid, in);
  return extended_feed{true};
}

} // namespace paylink
