#include "persistence/workspaces/workspace_clearing.hpp"

#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/sql/storable_text.hpp"

#include <charconv>

namespace paylink {
namespace {

// In the order of clearing_step; orders follow the links in each of the first two.
constexpr int closing_links = 1, clearing_links = 2, clearing_transactions = 3, clearing_rest = 4;

/// By then, every transaction has ended that began before the Workspace was deleted.
constexpr std::chrono::minutes rest_before_clearing{1};
/// How long unfinished callbacks and deliveries are waited for before they are looked at again.
constexpr std::chrono::minutes wait_for_callbacks{1};

// One that another node is clearing is skipped: credits that share a batch with a portion must not wait for the batch
// of that node.
std::string next_to_clear_sql(dialect spoken) {
  return std::string{"SELECT id FROM workspaces WHERE clear_at IS NOT NULL AND clear_at <= :now ORDER BY clear_at "
                     "LIMIT 1"} +
         (spoken == dialect::postgresql ? " FOR NO KEY UPDATE SKIP LOCKED" : "");
}

std::string find_to_clear_sql(dialect spoken) {
  return std::string{"SELECT deleted_at, clearing_step, cleared_to, ends_callbacks FROM workspaces WHERE id = :id AND "
                     "clear_at IS NOT NULL"}
      .append(hold_row(spoken));
}

constexpr std::string_view next_links = " WHERE workspace_id = :workspace AND id > :after AND id <= :last";

/// SQL: the column is the row of one of the next links; the inner query runs once.
std::string is_of_links(dialect spoken, const std::string& column) {
  const auto rows = "SELECT row FROM payment_links" + std::string{next_links};
  return column + (spoken == dialect::postgresql ? " = ANY (ARRAY(" + rows + "))" : " IN (" + rows + ")");
}

// A link whose time had come before is left to expire; one that has expired since is closed for the deletion.
std::string close_links_sql() {
  return "UPDATE payment_links SET status = 2, failure_reason = 2, closed_at = :deleted_at" + std::string{next_links} +
         " AND (status = 0 OR status = 3) AND expires_at > :deleted AND COALESCE(closed_at, expires_at) > :since "
         "RETURNING public_id";
}

// The same for orders: no webhook is told.
std::string close_orders_sql() {
  return "UPDATE orders SET status = 2, failure_reason = 3, closed_at = :deleted_at" + std::string{next_links} +
         " AND (status = 0 OR failure_reason = 1) AND expires_at > :deleted AND COALESCE(closed_at, expires_at) > "
         ":since";
}

constexpr const char* end_callbacks_sql = "UPDATE deliveries SET state = 2, next_at = NULL, owner = NULL, lease_until "
                                          "= NULL, in_line = 0, finished_at = :now WHERE state = 0 AND ";

// What was counted stays: time, amount and direction, and the link that it has paid.
constexpr const char* clear_transactions_sql =
    "UPDATE transactions SET content = '', note = '', source_id = 'cleared ' || row, paired_source_id = NULL, "
    "statement_id = NULL, statement_ref = NULL, claimed_id = NULL, claimed_ref = NULL, transfer_print = NULL, "
    "transfer_turn = NULL, likely_link_row = NULL, "
    "imported_by = NULL, assigned_by = NULL "
    "WHERE account_row = "
    ":account AND made_at >= 0 "
    "AND made_at > :after AND made_at <= :last";

std::string drop_texts_sql(dialect spoken) {
  const std::string rows = "SELECT row FROM transactions WHERE account_row = :account AND made_at >= 0 AND made_at > "
                           ":after AND made_at <= :last";
  return "DELETE FROM transaction_texts WHERE transaction_row" +
         (spoken == dialect::postgresql ? " = ANY (ARRAY(" + rows + "))" : " IN (" + rows + ")");
}

std::string drop_entries_sql(dialect spoken) {
  return "DELETE FROM kept_entries WHERE " +
         is_picked(spoken, "SELECT row FROM kept_entries WHERE workspace_id IS NOT NULL AND (workspace_id || '') = "
                           ":workspace ORDER BY row LIMIT :limit");
}

// Deliveries are held until they are gone: a node that settles one meanwhile, or sends it again, would store an attempt
// after its attempts were deleted.
std::string hold_callbacks_sql(dialect spoken) {
  return "SELECT row, state FROM deliveries WHERE " + is_of_links(spoken, "link_row") + " ORDER BY row + 0" +
         std::string{lock_row(spoken)};
}

// One that another transaction holds is for a later portion.
std::string hold_told_sql(dialect spoken) {
  return "SELECT row FROM deliveries WHERE webhook_row = :webhook AND owner IS NULL ORDER BY row LIMIT :limit" +
         std::string{pick_rows(spoken)};
}

std::string next_told_sql(std::string_view which) {
  return "SELECT w.row FROM webhooks w WHERE (w.workspace_id || '') = :workspace AND (SELECT MIN(d.row) FROM "
         "deliveries d WHERE "
         "d.webhook_row = w.row" +
         std::string{which} + ") IS NOT NULL LIMIT 1";
}

// How far the order of events had come, which is otherwise seen by its last row.
std::string note_places_sql(dialect spoken) {
  return "UPDATE event_epoch SET cleared_to = " + std::string{spoken == dialect::postgresql ? "GREATEST" : "MAX"} +
         "(cleared_to, (SELECT COALESCE(MAX(p.row), 0) FROM event_positions p)) WHERE row = 1";
}

std::string drop_places_sql(dialect spoken) {
  return "DELETE FROM event_positions WHERE " +
         is_picked(spoken, "SELECT row FROM event_positions WHERE workspace_id = :workspace ORDER BY position LIMIT "
                           ":limit");
}

} // namespace

workspace_clearing::workspace_clearing(soci::session& session, dialect spoken, delivery_payloads& payloads)
    : payloads_{payloads}, next_{session, next_to_clear_sql(spoken)}, find_{session, find_to_clear_sql(spoken)},
      note_{session, "UPDATE workspaces SET clearing_step = :step, cleared_to = :to, clear_at = :at WHERE id = :id"},
      last_link_{session, "SELECT MAX(id) FROM (SELECT id FROM payment_links WHERE workspace_id = :workspace AND id > "
                          ":after ORDER BY id LIMIT :limit) AS next_rows"},
      close_links_{session, close_links_sql()},
      end_callbacks_{session, end_callbacks_sql + is_of_links(spoken, "link_row")},
      last_order_{session, "SELECT MAX(id) FROM (SELECT id FROM orders WHERE workspace_id = :workspace AND id > :after "
                           "ORDER BY id LIMIT :limit) AS next_rows"},
      close_orders_{session, close_orders_sql()},
      clear_orders_{session,
                    "UPDATE orders SET own_id = id, customer_email = '', created_by_id = ''" + std::string{next_links}},
      hold_callbacks_{session, hold_callbacks_sql(spoken)}, hold_told_{session, hold_told_sql(spoken)},
      drop_rounds_{session, "DELETE FROM callback_rounds WHERE delivery_row" + std::string{is_among_numbers(spoken)}},
      drop_attempts_{session, "DELETE FROM attempts WHERE delivery_row" + std::string{is_among_numbers(spoken)}},
      drop_deliveries_{session, "DELETE FROM deliveries WHERE row" + std::string{is_among_numbers(spoken)}},
      clear_links_{session, "UPDATE payment_links SET callback_url = '', metadata = '{}', created_by_id = ''" +
                                std::string{next_links}},
      account_{session, "SELECT row FROM bank_accounts WHERE workspace_id = :workspace AND id = :id"},
      next_account_{session, "SELECT id FROM bank_accounts WHERE workspace_id = :workspace AND id > :after ORDER BY id "
                             "LIMIT 1"},
      last_transaction_{session, "SELECT MAX(made_at) FROM (SELECT made_at FROM transactions WHERE account_row = "
                                 ":account AND made_at >= 0 AND made_at > :after ORDER BY made_at LIMIT :limit) AS "
                                 "next_rows"},
      clear_transactions_{session, clear_transactions_sql}, drop_texts_{session, drop_texts_sql(spoken)},
      drop_entries_{session, drop_entries_sql(spoken)}, drop_places_{session, drop_places_sql(spoken)},
      note_places_{session, note_places_sql(spoken)}, next_told_{session, next_told_sql(" AND d.owner IS NULL")},
      told_in_flight_{session, next_told_sql("")},
      drop_webhook_keys_{session, "DELETE FROM webhook_keys WHERE webhook_row IN (SELECT row FROM webhooks WHERE "
                                  "(workspace_id || '') = :workspace)"},
      clear_webhooks_{session, "UPDATE webhooks SET name = '', url = '', chat_id = '', filter = '', headers = '' WHERE "
                               "(workspace_id || '') = :workspace"},
      drop_feed_{session, "DELETE FROM event_feeds WHERE workspace_id = :workspace"},
      clear_virtual_accounts_{session, "UPDATE virtual_accounts SET number = 'cleared ' || row, name = '', status = "
                                       "'closed' WHERE account_row IN (SELECT row FROM bank_accounts WHERE "
                                       "workspace_id = :workspace)"},
      drop_keys_{session, "DELETE FROM signing_keys WHERE workspace_id = :workspace"},
      drop_hours_{session, "DELETE FROM hourly_counts WHERE workspace_id = :workspace"},
      drop_days_{session, "DELETE FROM daily_counts WHERE workspace_id = :workspace"},
      drop_endpoints_{session, "DELETE FROM failing_endpoints WHERE workspace_id = :workspace"},
      drop_invitations_{session, "DELETE FROM invitations WHERE workspace_id = :workspace"},
      drop_members_{session, "DELETE FROM memberships WHERE workspace_id = :workspace"},
      clear_name_{session, "UPDATE workspaces SET name = '', description = '' WHERE id = :workspace"} {}

std::optional<workspace_clearing::place> workspace_clearing::find(const clear_workspace& command, timestamp now) {
  place at;
  at.workspace = command.only.text();
  if (command.only.empty()) {
    if (!next_.first(to_millis(now))) return std::nullopt;
    at.workspace = next_.column<0>().value;
  }
  if (!find_.first(at.workspace)) return std::nullopt;
  const auto& [deleted_at, step, cleared_to, ends_callbacks] = find_.out().fields;
  at.deleted_at = deleted_at.value;
  at.step = static_cast<int>(step.value);
  at.cleared_to = cleared_to.value;
  at.ends_callbacks = ends_callbacks.value != 0;
  at.limit = command.limit;
  at.now = to_millis(now);
  return at;
}

result<cleared_portion> workspace_clearing::carry_out(const clear_workspace& command, const moment& when) {
  cleared_portion portion;
  const auto at = find(command, when.now);
  if (!at) {
    portion.has_closed_links = true;
    return portion;
  }
  portion.workspace = workspace_id::from_store(at->workspace);
  portion.has_closed_links = at->step > closing_links;
  // A caller waits for the links alone.
  if (!command.only.empty() && portion.has_closed_links) return portion;
  switch (clear_portion(*at, portion)) {
  case progress::goes_on:
    portion.is_more_due = true;
    break;
  case progress::wait:
    note(*at, at->step, at->cleared_to, at->now + std::chrono::milliseconds{wait_for_callbacks}.count());
    break;
  case progress::done:
    begin_next_step(*at, portion);
    break;
  }
  PAYLINK_FAILPOINT(after_portion_cleared);
  return portion;
}

workspace_clearing::progress workspace_clearing::clear_portion(const place& at, cleared_portion& portion) {
  switch (at.step) {
  case closing_links:
    return close_links(at, portion);
  case clearing_links:
    return clear_links(at, portion);
  case clearing_transactions:
    return clear_transactions(at);
  default:
    return clear_rest(at);
  }
}

void workspace_clearing::begin_next_step(const place& at, cleared_portion& portion) {
  portion.has_closed_links = true;
  if (at.step == clearing_rest) {
    note(at, 0, {}, std::nullopt);
    log::info("workspace.cleared", {{"workspace", at.workspace}});
    return;
  }
  portion.is_more_due = at.step != closing_links;
  note(at, at.step + 1, {},
       portion.is_more_due ? at.now : at.deleted_at + std::chrono::milliseconds{rest_before_clearing}.count());
}

std::optional<std::string> workspace_clearing::last_of_next_links(const place& at) {
  if (at.cleared_to.starts_with(before_orders)) return std::nullopt;
  last_link_.first(at.workspace, at.cleared_to, at.limit);
  if (last_link_.column<0>().is_null()) return std::nullopt;
  return last_link_.column<0>().value;
}

void workspace_clearing::close_pending(const place& at, const std::string& last, cleared_portion& portion) {
  close_links_.each([&](const auto& columns) { portion.public_ids.push_back(column_at<0>(columns).value); },
                    at.deleted_at, at.workspace, at.cleared_to, last, at.deleted_at, at.deleted_at);
  PAYLINK_FAILPOINT(after_deleted_links_closed);
  if (at.ends_callbacks) end_callbacks_.run(at.now, at.workspace, at.cleared_to, last);
  PAYLINK_FAILPOINT(after_callbacks_ended);
}

workspace_clearing::progress workspace_clearing::walk_orders(place at) {
  if (!at.cleared_to.starts_with(before_orders)) at.cleared_to = before_orders;
  last_order_.first(at.workspace, at.cleared_to, at.limit);
  if (last_order_.column<0>().is_null()) return progress::done;
  const auto last = last_order_.column<0>().value;
  close_orders_.run(at.deleted_at, at.workspace, at.cleared_to, last, at.deleted_at, at.deleted_at);
  if (at.step == clearing_links) clear_orders_.run(at.workspace, at.cleared_to, last);
  go_on(at, last);
  return progress::goes_on;
}

workspace_clearing::progress workspace_clearing::close_links(const place& at, cleared_portion& portion) {
  const auto last = last_of_next_links(at);
  if (!last) return walk_orders(at);
  close_pending(at, *last, portion);
  go_on(at, *last);
  return progress::goes_on;
}

workspace_clearing::progress workspace_clearing::clear_links(const place& at, cleared_portion& portion) {
  const auto last = last_of_next_links(at);
  if (!last) return walk_orders(at);
  // Whatever was stored while the Workspace was being deleted.
  close_pending(at, *last, portion);
  std::vector<std::int64_t> held;
  bool has_ended = true;
  hold_callbacks_.each(
      [&](const auto& columns) {
        const auto& [row, state] = columns.fields;
        held.push_back(row.value);
        has_ended = has_ended && state.value != 0;
      },
      at.workspace, at.cleared_to, *last);
  if (!has_ended) return progress::wait;
  drop_deliveries(held);
  clear_links_.run(at.workspace, at.cleared_to, *last);
  go_on(at, *last);
  return progress::goes_on;
}

void workspace_clearing::drop_deliveries(const std::vector<std::int64_t>& held) {
  const auto rows = to_json(held);
  const auto shared = payloads_.hold(rows);
  for (auto* each : {&drop_rounds_, &drop_attempts_, &drop_deliveries_}) each->run(rows);
  payloads_.drop_unused(shared);
}

// cleared_to is an account, a space, and the time of its last cleared transaction.
workspace_clearing::progress workspace_clearing::clear_transactions(const place& at) {
  const auto gap = at.cleared_to.find(' ');
  const auto id = at.cleared_to.substr(0, gap);
  std::int64_t after = -1;
  if (gap != std::string::npos)
    std::from_chars(at.cleared_to.data() + gap + 1, at.cleared_to.data() + at.cleared_to.size(), after);
  if (!id.empty() && account_.first(at.workspace, id)) {
    const auto account = account_.column<0>().value;
    last_transaction_.first(account, after, at.limit);
    if (!last_transaction_.column<0>().is_null()) {
      const auto last = last_transaction_.column<0>().value;
      clear_transactions_.run(account, after, last);
      drop_texts_.run(account, after, last);
      go_on(at, id + ' ' + std::to_string(last));
      return progress::goes_on;
    }
  }
  if (!next_account_.first(at.workspace, id)) return progress::done;
  go_on(at, next_account_.column<0>().view());
  return progress::goes_on;
}

// Deliveries that wait are not sent any more: their webhooks were deleted with the Workspace.
workspace_clearing::progress workspace_clearing::clear_webhooks(const place& at) {
  if (next_told_.first(at.workspace)) {
    std::vector<std::int64_t> held;
    hold_told_.each([&](const auto& columns) { held.push_back(column_at<0>(columns).value); },
                    next_told_.column<0>().value, at.limit);
    if (held.empty()) return progress::wait;
    drop_deliveries(held);
    return progress::goes_on;
  }
  if (told_in_flight_.first(at.workspace)) return progress::wait;
  note_places_.run();
  return drop_places_.run(at.workspace, at.limit) == at.limit ? progress::goes_on : progress::done;
}

workspace_clearing::progress workspace_clearing::clear_rest(const place& at) {
  if (drop_entries_.run(at.workspace, at.limit) == at.limit) return progress::goes_on;
  if (const auto webhooks = clear_webhooks(at); webhooks != progress::done) return webhooks;
  for (auto* each : {&drop_webhook_keys_, &clear_webhooks_, &drop_feed_, &clear_virtual_accounts_, &drop_keys_,
                     &drop_hours_, &drop_days_, &drop_endpoints_, &drop_invitations_, &drop_members_, &clear_name_})
    each->run(at.workspace);
  return progress::done;
}

// Links are closed at once, though the clock by which the Workspace was deleted may have been ahead.
void workspace_clearing::go_on(const place& at, std::string_view cleared_to) {
  note(at, at.step, cleared_to, at.step == closing_links ? 0 : at.now);
}

void workspace_clearing::note(const place& at, int step, std::string_view cleared_to,
                              std::optional<std::int64_t> clear_at) {
  note_.run(std::int64_t{step}, cleared_to, clear_at, at.workspace);
}

} // namespace paylink
