#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/payloads/delivery_payloads.hpp"
#include "persistence/sql/storable_text.hpp"

#include <charconv>

namespace paylink {
namespace {

// In the order of clearing_step; orders follow the links in each of the first two.
constexpr int closing_links = 1, clearing_links = 2, clearing_transactions = 3, clearing_rest = 4;

/// In `cleared_to`, before the first order: no link's id begins so.
constexpr std::string_view before_orders = "ord_";

/// By then, every transaction has ended that began before the Workspace was deleted.
constexpr std::chrono::minutes rest_before_clearing{1};
/// How long unfinished callbacks and deliveries are waited for before they are looked at again.
constexpr std::chrono::minutes wait_for_callbacks{1};

/// What is being cleared, and how far. It stands in the Workspace's row, so that any node can go on after any crash.
struct clearing_place {
  std::string workspace;
  std::int64_t deleted_at = 0;
  int step = 0;
  std::string cleared_to{};
  bool ends_callbacks = false;
  std::int64_t limit = 0;
  std::int64_t now = 0;
};

/// Of a step; `wait`: callbacks are still unfinished.
enum class clearing_progress { goes_on, done, wait };

using one_text_sql = sql_statement<void(sql_text)>;

// One that another node is clearing is skipped: credits that share a batch with a portion must not wait for the batch
// of that node.
const sql_statement<sql_row<sql_text>(sql_number)> next_to_clear_sql{[](dialect spoken) {
  return std::string{
             "SELECT id FROM workspaces WHERE clear_at IS NOT NULL AND clear_at <= :now ORDER BY clear_at LIMIT 1"} +
         choose(spoken, "", " FOR NO KEY UPDATE SKIP LOCKED");
}};

const sql_statement<sql_row<sql_number, sql_number, sql_text, sql_number>(sql_text)> find_to_clear_sql{
    [](dialect spoken) {
      return "SELECT deleted_at, clearing_step, cleared_to, ends_callbacks FROM workspaces WHERE id = :id AND clear_at "
             "IS NOT NULL" +
             std::string{hold_row(spoken)};
    }};

const sql_statement<void(sql_number, sql_text, sql_number, sql_text)> note_clearing_sql{
    "UPDATE workspaces SET clearing_step = :step, cleared_to = :to, clear_at = :at WHERE id = :id"};

const sql_statement<sql_row<sql_text>(sql_text, sql_text, sql_number)> last_link_to_clear_sql{
    "SELECT MAX(id) FROM (SELECT id FROM payment_links WHERE workspace_id = :workspace AND id > :after ORDER BY id "
    "LIMIT :limit) AS next_rows"};

const std::string next_to_clear = " WHERE workspace_id = :workspace AND id > :after AND id <= :last";

/// SQL: the column is one of the rows that the query finds; it runs once.
std::string is_found_once(dialect spoken, const std::string& column, const std::string& query) {
  return column + choose(spoken, " IN (" + query + ")", " = ANY (ARRAY(" + query + "))");
}

/// SQL: the delivery is of one of the next links.
std::string is_of_links(dialect spoken) {
  return is_found_once(spoken, "link_row", "SELECT row FROM payment_links" + next_to_clear);
}

// A link whose time had come before is left to expire; one that has expired since is closed for the deletion.
const sql_statement<sql_row<sql_text>(sql_number, sql_text, sql_text, sql_text, sql_number, sql_number)>
    close_deleted_links_sql{[](dialect) {
      return "UPDATE payment_links SET status = 2, failure_reason = 2, closed_at = :deleted_at" + next_to_clear +
             " AND (status = 0 OR status = 3) AND expires_at > :deleted AND COALESCE(closed_at, expires_at) > :since "
             "RETURNING public_id";
    }};

const sql_statement<void(sql_number, sql_text, sql_text, sql_text)> end_callbacks_sql{[](dialect spoken) {
  return "UPDATE deliveries SET state = 2, next_at = NULL, owner = NULL, lease_until = NULL, in_queue = 0, finished_at "
         "= :now WHERE state = 0 AND " +
         is_of_links(spoken);
}};

const sql_statement<sql_row<sql_text>(sql_text, sql_text, sql_number)> last_order_to_clear_sql{
    "SELECT MAX(id) FROM (SELECT id FROM orders WHERE workspace_id = :workspace AND id > :after ORDER BY id LIMIT "
    ":limit) AS next_rows"};

// The same for orders: no webhook is told.
const sql_statement<void(sql_number, sql_text, sql_text, sql_text, sql_number, sql_number)> close_deleted_orders_sql{
    [](dialect) {
      return "UPDATE orders SET status = 2, failure_reason = 3, closed_at = :deleted_at" + next_to_clear +
             " AND (status = 0 OR failure_reason = 1) AND expires_at > :deleted AND COALESCE(closed_at, expires_at) > "
             ":since";
    }};

const sql_statement<void(sql_text, sql_text, sql_text)> clear_orders_sql{
    [](dialect) { return "UPDATE orders SET own_id = id, customer_email = '', created_by_id = ''" + next_to_clear; }};

const sql_statement<void(sql_text, sql_text, sql_text)> clear_links_sql{[](dialect) {
  return "UPDATE payment_links SET callback_url = '', metadata = '{}', created_by_id = ''" + next_to_clear;
}};

// Deliveries are held until they are gone: a node that settles one meanwhile, or sends it again, would store an attempt
// after its attempts were deleted.
const sql_statement<sql_row<sql_number, sql_number>(sql_text, sql_text, sql_text)> hold_callbacks_sql{
    [](dialect spoken) {
      return "SELECT row, state FROM deliveries WHERE " + is_of_links(spoken) + " ORDER BY row + 0" +
             std::string{lock_row(spoken)};
    }};

// One that another transaction holds is for a later portion.
const sql_statement<sql_row<sql_number>(sql_number, sql_number)> hold_webhook_deliveries_sql{[](dialect spoken) {
  return "SELECT row FROM deliveries WHERE webhook_row = :webhook AND owner IS NULL ORDER BY row LIMIT :limit" +
         std::string{pick_rows(spoken)};
}};

const one_text_sql drop_deliveries_sql[]{
    one_text_sql{[](dialect spoken) {
      return "DELETE FROM callback_rounds WHERE delivery_row" + std::string{is_among_numbers(spoken)};
    }},
    one_text_sql{[](dialect spoken) {
      return "DELETE FROM attempts WHERE delivery_row" + std::string{is_among_numbers(spoken)};
    }},
    one_text_sql{
        [](dialect spoken) { return "DELETE FROM deliveries WHERE row" + std::string{is_among_numbers(spoken)}; }}};

const sql_statement<sql_row<sql_number>(sql_text, sql_text)> find_account_to_clear_sql{
    "SELECT row FROM bank_accounts WHERE workspace_id = :workspace AND id = :id"};

const sql_statement<sql_row<sql_text>(sql_text, sql_text)> next_account_to_clear_sql{
    "SELECT id FROM bank_accounts WHERE workspace_id = :workspace AND id > :after ORDER BY id LIMIT 1"};

const sql_statement<sql_row<sql_number>(sql_number, sql_number, sql_number)> last_transaction_to_clear_sql{
    "SELECT MAX(made_at) FROM (SELECT made_at FROM transactions WHERE account_row = :account AND made_at >= 0 AND "
    "made_at > :after ORDER BY made_at LIMIT :limit) AS next_rows"};

// What was counted stays: time, amount and direction, and the link that it has paid.
const sql_statement<void(sql_number, sql_number, sql_number)> clear_transactions_sql{
    "UPDATE transactions SET content = '', note = '', source_id = 'cleared ' || row, paired_source_id = NULL, "
    "statement_id = NULL, statement_ref = NULL, claimed_id = NULL, claimed_ref = NULL, transfer_print = NULL, "
    "transfer_turn = NULL, likely_link_row = NULL, imported_by = NULL, assigned_by = NULL WHERE account_row = :account "
    "AND made_at >= 0 AND made_at > :after AND made_at <= :last"};

const sql_statement<void(sql_number, sql_number, sql_number)> drop_texts_sql{[](dialect spoken) {
  return "DELETE FROM transaction_texts WHERE " +
         is_found_once(spoken, "transaction_row",
                       "SELECT row FROM transactions WHERE account_row = :account AND made_at >= 0 AND made_at > "
                       ":after AND made_at <= :last");
}};

const sql_statement<void(sql_text, sql_number)> drop_entries_sql{[](dialect spoken) {
  return "DELETE FROM kept_entries WHERE " +
         is_picked(spoken, "SELECT row FROM kept_entries WHERE workspace_id IS NOT NULL AND (workspace_id || '') = "
                           ":workspace ORDER BY row LIMIT :limit");
}};

std::string webhook_with_deliveries_sql(std::string_view which) {
  return "SELECT w.row FROM webhooks w WHERE (w.workspace_id || '') = :workspace AND (SELECT MIN(d.row) FROM "
         "deliveries d WHERE d.webhook_row = w.row" +
         std::string{which} + ") IS NOT NULL LIMIT 1";
}

const sql_statement<sql_row<sql_number>(sql_text)> next_webhook_to_clear_sql{
    [](dialect) { return webhook_with_deliveries_sql(" AND d.owner IS NULL"); }};

const sql_statement<sql_row<sql_number>(sql_text)> webhook_in_flight_sql{
    [](dialect) { return webhook_with_deliveries_sql(""); }};

// How far the order of events had come, which is otherwise seen by its last row.
const sql_statement<void()> note_event_places_sql{[](dialect spoken) {
  return std::string{"UPDATE event_epoch SET cleared_to = "} + choose(spoken, "MAX", "GREATEST") +
         "(cleared_to, (SELECT COALESCE(MAX(p.row), 0) FROM event_positions p)) WHERE row = 1";
}};

const sql_statement<void(sql_text, sql_number)> drop_event_places_sql{[](dialect spoken) {
  return "DELETE FROM event_positions WHERE " +
         is_picked(spoken,
                   "SELECT row FROM event_positions WHERE workspace_id = :workspace ORDER BY position LIMIT :limit");
}};

const one_text_sql clear_rest_sql[]{
    one_text_sql{"DELETE FROM webhook_keys WHERE webhook_row IN (SELECT row FROM webhooks WHERE "
                 "(workspace_id || '') = :workspace)"},
    one_text_sql{"UPDATE webhooks SET name = '', url = '', chat_id = '', filter = '', headers = '' WHERE "
                 "(workspace_id || '') = :workspace"},
    one_text_sql{"DELETE FROM event_feeds WHERE workspace_id = :workspace"},
    one_text_sql{"UPDATE virtual_accounts SET number = 'cleared ' || row, name = '', status = 'closed' WHERE "
                 "account_row IN (SELECT row FROM bank_accounts WHERE workspace_id = :workspace)"},
    one_text_sql{"DELETE FROM signing_keys WHERE workspace_id = :workspace"},
    one_text_sql{"DELETE FROM hourly_counts WHERE workspace_id = :workspace"},
    one_text_sql{"DELETE FROM daily_counts WHERE workspace_id = :workspace"},
    one_text_sql{"DELETE FROM failing_endpoints WHERE workspace_id = :workspace"},
    one_text_sql{"DELETE FROM invitations WHERE workspace_id = :workspace"},
    one_text_sql{"DELETE FROM memberships WHERE workspace_id = :workspace"},
    one_text_sql{"UPDATE workspaces SET name = '', description = '' WHERE id = :workspace"}};

std::optional<clearing_place> find_place_to_clear(writing& at, const clear_workspace& command) {
  clearing_place place{.workspace = command.only.text(), .limit = command.limit, .now = to_millis(at.when.now)};
  if (command.only.empty()) {
    auto& next = at.db[next_to_clear_sql];
    if (!next.first(place.now)) return std::nullopt;
    place.workspace = next.column<0>().value;
  }
  auto& found = at.db[find_to_clear_sql];
  if (!found.first(place.workspace)) return std::nullopt;
  const auto& [deleted_at, step, cleared_to, ends_callbacks] = found.out().fields;
  place.deleted_at = deleted_at.value;
  place.step = static_cast<int>(step.value);
  place.cleared_to = cleared_to.value;
  place.ends_callbacks = ends_callbacks.value != 0;
  return place;
}

void note_clearing(writing& at, const clearing_place& place, int step, std::string_view cleared_to,
                   std::optional<std::int64_t> clear_at) {
  at.db[note_clearing_sql].run(std::int64_t{step}, cleared_to, clear_at, place.workspace);
}

/// Notes that the next portion of the step begins after `cleared_to`. Links are closed at once, though the clock by
/// which the Workspace was deleted may have been ahead.
void go_on_clearing(writing& at, const clearing_place& place, std::string_view cleared_to) {
  note_clearing(at, place, place.step, cleared_to, place.step == closing_links ? 0 : place.now);
}

void begin_next_step(writing& at, const clearing_place& place, cleared_portion& portion) {
  portion.has_closed_links = true;
  if (place.step == clearing_rest) {
    note_clearing(at, place, 0, {}, std::nullopt);
    log::info("workspace.cleared", {{"workspace", place.workspace}});
    return;
  }
  portion.is_more_due = place.step != closing_links;
  const auto rested_at = place.deleted_at + std::chrono::milliseconds{rest_before_clearing}.count();
  note_clearing(at, place, place.step + 1, {}, portion.is_more_due ? place.now : rested_at);
}

/// The last of the next links; none if there are no more.
std::optional<std::string> last_of_next_links(writing& at, const clearing_place& place) {
  if (place.cleared_to.starts_with(before_orders)) return std::nullopt;
  auto& last = at.db[last_link_to_clear_sql];
  last.first(place.workspace, place.cleared_to, place.limit);
  if (last.column<0>().is_null()) return std::nullopt;
  return last.column<0>().value;
}

void close_pending(writing& at, const clearing_place& place, const std::string& last, cleared_portion& portion) {
  at.db[close_deleted_links_sql].each(
      [&](const auto& columns) { portion.public_ids.push_back(column_at<0>(columns).value); }, place.deleted_at,
      place.workspace, place.cleared_to, last, place.deleted_at, place.deleted_at);
  PAYLINK_FAILPOINT(after_deleted_links_closed);
  if (place.ends_callbacks) at.db[end_callbacks_sql].run(place.now, place.workspace, place.cleared_to, last);
  PAYLINK_FAILPOINT(after_callbacks_ended);
}

/// Of the Workspace's orders, which are walked after its links in the same steps.
clearing_progress walk_orders(writing& at, clearing_place place) {
  if (!place.cleared_to.starts_with(before_orders)) place.cleared_to = before_orders;
  auto& found = at.db[last_order_to_clear_sql];
  found.first(place.workspace, place.cleared_to, place.limit);
  if (found.column<0>().is_null()) return clearing_progress::done;
  const auto last = found.column<0>().value;
  at.db[close_deleted_orders_sql].run(place.deleted_at, place.workspace, place.cleared_to, last, place.deleted_at,
                                      place.deleted_at);
  if (place.step == clearing_links) at.db[clear_orders_sql].run(place.workspace, place.cleared_to, last);
  go_on_clearing(at, place, last);
  return clearing_progress::goes_on;
}

clearing_progress close_links(writing& at, const clearing_place& place, cleared_portion& portion) {
  const auto last = last_of_next_links(at, place);
  if (!last) return walk_orders(at, place);
  close_pending(at, place, *last, portion);
  go_on_clearing(at, place, *last);
  return clearing_progress::goes_on;
}

/// With their rounds and attempts; their rows are held.
void drop_held_deliveries(writing& at, const std::vector<std::int64_t>& held) {
  const auto rows = to_json(held);
  const auto shared = at.payloads.hold(rows);
  for (const auto& drop : drop_deliveries_sql) at.db[drop].run(rows);
  at.payloads.drop_unused(shared);
}

clearing_progress clear_links(writing& at, const clearing_place& place, cleared_portion& portion) {
  const auto last = last_of_next_links(at, place);
  if (!last) return walk_orders(at, place);
  // Whatever was stored while the Workspace was being deleted.
  close_pending(at, place, *last, portion);
  std::vector<std::int64_t> held;
  bool has_ended = true;
  at.db[hold_callbacks_sql].each(
      [&](const auto& columns) {
        const auto& [row, state] = columns.fields;
        held.push_back(row.value);
        has_ended = has_ended && state.value != 0;
      },
      place.workspace, place.cleared_to, *last);
  if (!has_ended) return clearing_progress::wait;
  drop_held_deliveries(at, held);
  at.db[clear_links_sql].run(place.workspace, place.cleared_to, *last);
  go_on_clearing(at, place, *last);
  return clearing_progress::goes_on;
}

// cleared_to is an account, a space, and the time of its last cleared transaction.
clearing_progress clear_transactions(writing& at, const clearing_place& place) {
  const auto gap = place.cleared_to.find(' ');
  const auto id = place.cleared_to.substr(0, gap);
  std::int64_t after = -1;
  if (gap != std::string::npos)
    std::from_chars(place.cleared_to.data() + gap + 1, place.cleared_to.data() + place.cleared_to.size(), after);
  if (auto& found = at.db[find_account_to_clear_sql]; !id.empty() && found.first(place.workspace, id)) {
    const auto account = found.column<0>().value;
    auto& next = at.db[last_transaction_to_clear_sql];
    next.first(account, after, place.limit);
    if (!next.column<0>().is_null()) {
      const auto last = next.column<0>().value;
      at.db[clear_transactions_sql].run(account, after, last);
      at.db[drop_texts_sql].run(account, after, last);
      go_on_clearing(at, place, id + ' ' + std::to_string(last));
      return clearing_progress::goes_on;
    }
  }
  auto& next = at.db[next_account_to_clear_sql];
  if (!next.first(place.workspace, id)) return clearing_progress::done;
  go_on_clearing(at, place, next.column<0>().view());
  return clearing_progress::goes_on;
}

// Deliveries that wait are not sent any more: their webhooks were deleted with the Workspace.
clearing_progress clear_webhooks(writing& at, const clearing_place& place) {
  if (auto& next = at.db[next_webhook_to_clear_sql]; next.first(place.workspace)) {
    std::vector<std::int64_t> held;
    at.db[hold_webhook_deliveries_sql].each([&](const auto& columns) { held.push_back(column_at<0>(columns).value); },
                                            next.column<0>().value, place.limit);
    if (held.empty()) return clearing_progress::wait;
    drop_held_deliveries(at, held);
    return clearing_progress::goes_on;
  }
  if (at.db[webhook_in_flight_sql].first(place.workspace)) return clearing_progress::wait;
  at.db[note_event_places_sql].run();
  return at.db[drop_event_places_sql].run(place.workspace, place.limit) == place.limit ? clearing_progress::goes_on
                                                                                       : clearing_progress::done;
}

clearing_progress clear_rest(writing& at, const clearing_place& place) {
  if (at.db[drop_entries_sql].run(place.workspace, place.limit) == place.limit) return clearing_progress::goes_on;
  if (const auto webhooks = clear_webhooks(at, place); webhooks != clearing_progress::done) return webhooks;
  for (const auto& clear : clear_rest_sql) at.db[clear].run(place.workspace);
  return clearing_progress::done;
}

clearing_progress clear_portion(writing& at, const clearing_place& place, cleared_portion& portion) {
  switch (place.step) {
  case closing_links:
    return close_links(at, place, portion);
  case clearing_links:
    return clear_links(at, place, portion);
  case clearing_transactions:
    return clear_transactions(at, place);
  default:
    return clear_rest(at, place);
  }
}

} // namespace

result<cleared_portion> carry_out(writing& at, const clear_workspace& command) {
  cleared_portion portion;
  const auto place = find_place_to_clear(at, command);
  if (!place) {
    portion.has_closed_links = true;
    return portion;
  }
  portion.workspace = workspace_id::from_store(place->workspace);
  portion.has_closed_links = place->step > closing_links;
  // A caller waits for the links alone.
  if (!command.only.empty() && portion.has_closed_links) return portion;
  switch (clear_portion(at, *place, portion)) {
  case clearing_progress::goes_on:
    portion.is_more_due = true;
    break;
  case clearing_progress::wait:
    note_clearing(at, *place, place->step, place->cleared_to,
                  place->now + std::chrono::milliseconds{wait_for_callbacks}.count());
    break;
  case clearing_progress::done:
    begin_next_step(at, *place, portion);
    break;
  }
  PAYLINK_FAILPOINT(after_portion_cleared);
  return portion;
}

} // namespace paylink
