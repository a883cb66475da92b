#include "failpoints/failpoint.hpp"
#include "persistence/banks/account_connections.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/kept_entries.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/portion_size.hpp"
#include "persistence/statistics/count_tally.hpp"

#include <algorithm>

// Does what an account's connection or removal has left to do, a portion in each transaction: takes up the entries that
// were kept while nobody had it connected, and closes the pending links and orders of a removed one. How far it has
// come stands in the account's row, so that any node can go on.
namespace paylink {
namespace {

/// By then, every transaction has ended that began before the account was connected or removed.
constexpr std::chrono::minutes second_look{1};
/// Before an entry whose link another transaction has locked is tried again.
constexpr std::chrono::seconds held_up_wait{1};
/// Rows of links or orders that a portion walks over.
constexpr std::int64_t walked_max = 200;
/// No pending link, and no pending order, is older than this.
constexpr std::chrono::hours links_age_max{25}, orders_age_max{31 * 24};

/// An account that is due.
struct due_account_row {
  account_row account;
  number_column<"a.connected_at"> connected_at;
  number_column<"a.removed_at"> removed_at;
  text_column<"a.closed_to"> closed_to;
  text_column<"a.proved_text"> proved_text;
  number_column<"a.proof_occurred_at"> proof_occurred_at;
  number_column<"a.proof_look_at"> proof_look_at;
};
const sql_statement<due_account_row(sql_number)> next_due_account_sql{[](dialect spoken) {
  return "SELECT " + sql_columns<due_account_row>() + std::string{account_row::tables} +
         "WHERE a.upkeep_at IS NOT NULL AND a.upkeep_at <= :now ORDER BY a.upkeep_at, a.row LIMIT 1" +
         choose(spoken, "", " FOR NO KEY UPDATE OF a SKIP LOCKED");
}};

const sql_statement<sql_row<sql_number>()> next_upkeep_sql{
    "SELECT MIN(upkeep_at) FROM bank_accounts WHERE upkeep_at IS NOT NULL"};

const sql_statement<void(sql_number, sql_text, sql_number)> note_upkeep_sql{
    "UPDATE bank_accounts SET upkeep_at = :at, closed_to = :to WHERE row = :row"};

// On the switch's feed the number does not identify an account by itself. They are read one by one: only what was read
// shows how many bytes the next portion would have.
const sql_statement<sql_row<sql_number, sql_text, sql_text>(sql_text, sql_number, sql_text, sql_text, sql_text,
                                                            sql_text, sql_text, sql_text)>
    next_unknown_entry_sql{[](dialect spoken) {
      return std::string{"SELECT k.row, k.feed, k.raw FROM kept_entries k WHERE k.account_number = :number AND "
                         "k.reason = 'unknown_account' AND k.processed_at IS NULL AND k.row > :after AND (k.feed = "
                         ":own OR k.feed = :bank OR k.feed = :switch) AND CASE WHEN k.feed = :shared THEN "} +
             choose(spoken, "json_extract(k.raw, '$.bin')", "CAST(k.raw AS json) ->> 'bin'") +
             " ELSE :bin END = :its_bin ORDER BY k.account_number, k.row LIMIT 1" +
             choose(spoken, "", " FOR UPDATE OF k SKIP LOCKED");
    }};

/// The smallest id of a kind that something made at this time can have.
template <class Id>
std::string first_id_of(timestamp time) {
  class lowest final : public random_source {
    void fill(std::span<std::byte> out) override { std::ranges::fill(out, std::byte{0}); }
  } chance;
  return Id::make(time, chance).text();
}

std::string last_row_sql(std::string_view table) {
  return "SELECT MAX(id) FROM (SELECT id FROM " + std::string{table} +
         " WHERE workspace_id = :workspace AND id > :after ORDER BY id LIMIT :limit) AS next_rows";
}
const sql_statement<sql_row<sql_text>(sql_text, sql_text, sql_number)> last_link_sql{
    [](dialect) { return last_row_sql("payment_links"); }};
const sql_statement<sql_row<sql_text>(sql_text, sql_text, sql_number)> last_order_sql{
    [](dialect) { return last_row_sql("orders"); }};

// A link whose time has come is left to expire.
const sql_statement<sql_row<sql_text>(sql_number, sql_text, sql_text, sql_text, sql_number, sql_number)>
    close_account_links_sql{
        "UPDATE payment_links SET status = 2, failure_reason = 1, closed_at = :closed_at WHERE workspace_id = "
        ":workspace AND id > :after AND id <= :last AND account_row + 0 = :account AND status + 0 = 0 AND expires_at > "
        ":now RETURNING public_id"};

const sql_statement<sql_row<sql_text>(sql_text, sql_text, sql_text, sql_number, sql_number)> pending_orders_sql{
    "SELECT id FROM orders WHERE workspace_id = :workspace AND id > :after AND id <= :last AND account_row + 0 = "
    ":account AND status + 0 = 0 AND expires_at > :now ORDER BY id"};

struct due_account {
  bank_account account;
  timestamp since; ///< When it was connected, or removed.
  std::string closed_to;
  transfer_proof proof; ///< As long as it is checked again; otherwise without a text.
};

void note_upkeep(writing& at, const due_account& due, std::optional<std::int64_t> again, std::string_view closed_to) {
  at.db[note_upkeep_sql].run(again, closed_to, due.account.row);
}

/// Nothing is left for now: checks again a minute after `due.since`, since a transaction that did not know of the
/// change may have ended later.
void finish_upkeep(writing& at, const due_account& due) {
  auto again = due.since + second_look;
  if (at.when.now >= again && !due.proof.text.empty()) again = due.since + proof_looks.back();
  note_upkeep(at, due, at.when.now < again ? std::optional{to_millis(again)} : null_number, "");
}

struct unknown_portion {
  std::vector<kept_entry> entries; ///< In the order of their arrival.
  bool is_last = true;
};

/// At most `most`, and no more once their texts have a MiB.
unknown_portion find_unknown_entries(writing& at, const bank_account& account, std::size_t most) {
  unknown_portion found;
  portion_size size{most};
  std::int64_t last_row = 0;
  const auto feeds = feeds_of(account);
  auto& next = at.db[next_unknown_entry_sql];
  while (!size.is_full()) {
    found.is_last =
        !next.first(account.number, last_row, feeds[0], feeds[1], feeds[2], switch_code, account.bin, account.bin);
    if (found.is_last) break;
    const auto& [row, feed, raw] = next.out().fields;
    last_row = row.value;
    size.add(raw.view().size());
    auto& one = found.entries.emplace_back(kept_entry{.row = row.value});
    auto entry = entry_of(raw.view());
    if (!entry) continue;
    one.command = record_entry{.account_row = account.row,
                               .account = account.id,
                               .workspace = account.workspace,
                               .owner = account.owner,
                               .feed = feed.value,
                               .new_transaction = {},
                               .entry = std::move(*entry)};
  }
  return found;
}

result<kept_accounts> take_up_unknown(writing& at, const due_account& due, std::size_t entries_max) {
  const auto now = at.when.now;
  kept_accounts kept{.is_more_due = true, .workspace = due.account.workspace};
  if (!due.proof.text.empty()) {
    // Until the first look, it may still turn out that somebody else's payment came back.
    if (const auto first = due.since + proof_looks.front(); now < first) {
      note_upkeep(at, due, to_millis(first), "");
      return kept;
    }
    if (due.proof.check_at <= now && is_taken_back(at, due.account, due.proof, due.since)) return kept;
  }
  unknown_portion portion;
  // What is disconnected, or of a deleted Workspace, takes up nothing.
  if (due.account.state == account_state::connected && !due.account.number.empty())
    portion = find_unknown_entries(at, due.account, entries_max);
  auto& found = portion.entries;
  complete_kept_entries(at.db, found);
  const auto record = [&](const record_entry& entry) { return carry_out(at, entry); };
  for (const auto& one : found) {
    const auto obstacle = take_up_kept_entry(at.db, one, record, now, kept.settled);
    if (!obstacle) continue;
    if (!*obstacle && kept.settled.empty()) return obstacle->error();
    note_upkeep(at, due, to_millis(now + held_up_wait), "");
    return kept;
  }
  if (portion.is_last) finish_upkeep(at, due);
  PAYLINK_FAILPOINT(after_account_kept);
  return kept;
}

kept_accounts close_links(writing& at, const due_account& due) {
  kept_accounts kept{.is_more_due = true};
  const auto& account = due.account;
  const auto now = to_millis(at.when.now);
  const auto after = due.closed_to.empty() ? first_id_of<payment_link_id>(due.since - links_age_max) : due.closed_to;
  auto& last_link = at.db[last_link_sql];
  if (!last_link.first(account.workspace.view(), after, walked_max) || last_link.column<0>().is_null()) {
    note_upkeep(at, due, now, first_id_of<order_id>(due.since - orders_age_max));
    return kept;
  }
  const auto last = last_link.column<0>().value;
  at.db[close_account_links_sql].each(
      [&](const auto& columns) { kept.public_ids.push_back(std::get<0>(columns.fields).value); }, now,
      account.workspace.view(), after, last, account.row, now);
  if (!kept.public_ids.empty())
    at.tally.count_links(account.workspace, link_status::failed, at.when.now, std::ssize(kept.public_ids));
  note_upkeep(at, due, now, last);
  return kept;
}

kept_accounts close_orders(writing& at, const due_account& due) {
  kept_accounts kept{.is_more_due = true};
  const auto& account = due.account;
  const auto now = to_millis(at.when.now);
  auto& last_order = at.db[last_order_sql];
  if (!last_order.first(account.workspace.view(), due.closed_to, walked_max) || last_order.column<0>().is_null()) {
    finish_upkeep(at, due);
    return kept;
  }
  const auto last = last_order.column<0>().value;
  std::vector<order_id> pending;
  at.db[pending_orders_sql].each(
      [&](const auto& columns) { pending.push_back(order_id::from_store(std::get<0>(columns.fields).view())); },
      account.workspace.view(), due.closed_to, last, account.row, now);
  for (const auto& id : pending)
    if (carry_out(at, close_order{account.workspace, id, order_trigger::account_removed})) kept.has_notified = true;
  note_upkeep(at, due, now, last);
  return kept;
}

} // namespace

result<kept_accounts> carry_out(writing& at, const keep_accounts& command) {
  auto& next = at.db[next_due_account_sql];
  if (!next.first(to_millis(at.when.now))) {
    kept_accounts none;
    auto& next_upkeep = at.db[next_upkeep_sql];
    if (next_upkeep.first() && !next_upkeep.column<0>().is_null())
      none.next_due = from_millis(next_upkeep.column<0>().value);
    return none;
  }
  const auto& row = next.out();
  const bool is_removed = !row.removed_at.is_null();
  const due_account due{.account = row.account.read(),
                        .since = from_millis(is_removed ? row.removed_at.value : row.connected_at.or_zero()),
                        .closed_to = row.closed_to.value,
                        .proof = {std::string{row.proved_text.view()}, from_millis(row.proof_occurred_at.or_zero()),
                                  from_millis(row.proof_look_at.or_zero())}};
  if (!is_removed) return take_up_unknown(at, due, command.entries_max);
  auto kept = due.closed_to.starts_with("ord_") ? close_orders(at, due) : close_links(at, due);
  kept.workspace = due.account.workspace;
  PAYLINK_FAILPOINT(after_account_kept);
  return kept;
}

} // namespace paylink
