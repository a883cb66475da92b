#include "persistence/upkeep/account_upkeep.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/portion_size.hpp"

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

std::string next_kept_account_sql(dialect spoken) {
  return "SELECT " + std::string{account_row::columns} +
         ", a.connected_at, a.removed_at, a.closed_to, a.proved_text, a.proof_occurred_at, a.proof_look_at" +
         std::string{account_row::tables} +
         "WHERE a.upkeep_at IS NOT NULL AND a.upkeep_at <= :now ORDER BY a.upkeep_at, a.row LIMIT 1" +
         (spoken == dialect::postgresql ? " FOR NO KEY UPDATE OF a SKIP LOCKED" : "");
}

// On the switch's feed the number does not identify an account by itself. They are read one by one: only what was read
// shows how many bytes the next portion would have.
std::string next_unknown_sql(dialect spoken) {
  const std::string bin =
      spoken == dialect::postgresql ? "CAST(k.raw AS json) ->> 'bin'" : "json_extract(k.raw, '$.bin')";
  return "SELECT k.row, k.feed, k.raw FROM kept_entries k WHERE k.account_number = :number AND k.reason = "
         "'unknown_account' AND k.processed_at IS NULL AND k.row > :after AND (k.feed = :own OR k.feed = :bank OR "
         "k.feed = :switch) AND "
         "CASE WHEN k.feed = :shared THEN " +
         bin + " ELSE :bin END = :its_bin ORDER BY k.account_number, k.row LIMIT 1" +
         (spoken == dialect::postgresql ? " FOR UPDATE OF k SKIP LOCKED" : "");
}

/// The smallest id of a kind that something made at this time can have.
template <class Id>
std::string first_id_of(timestamp time) {
  class lowest final : public random_source {
    void fill(std::span<std::byte> out) override { std::ranges::fill(out, std::byte{0}); }
  } chance;
  return Id::make(time, chance).text();
}

std::string last_sql(std::string_view table) {
  return "SELECT MAX(id) FROM (SELECT id FROM " + std::string{table} +
         " WHERE workspace_id = :workspace AND id > :after ORDER BY id LIMIT :limit) AS next_rows";
}

// A link whose time has come is left to expire.
constexpr const char* close_account_links_sql =
    "UPDATE payment_links SET status = 2, failure_reason = 1, closed_at = :closed_at WHERE workspace_id = :workspace "
    "AND id > :after AND id <= :last AND account_row + 0 = :account AND status + 0 = 0 AND expires_at > :now RETURNING "
    "public_id";

constexpr const char* pending_orders_sql =
    "SELECT id FROM orders WHERE workspace_id = :workspace AND id > :after AND id <= :last AND account_row + 0 = "
    ":account AND status + 0 = 0 AND expires_at > :now ORDER BY id";

} // namespace

account_upkeep::account_upkeep(soci::session& session, dialect spoken, writing& at, entry_writes& entries,
                               count_tally& tally)
    : entries_{entries}, at_{at}, tally_{tally}, kept_{session, spoken}, next_{session, next_kept_account_sql(spoken)},
      next_due_{session, "SELECT MIN(upkeep_at) FROM bank_accounts WHERE upkeep_at IS NOT NULL"},
      note_{session, "UPDATE bank_accounts SET upkeep_at = :at, closed_to = :to WHERE row = :row"},
      next_unknown_{session, next_unknown_sql(spoken)}, last_link_{session, last_sql("payment_links")},
      close_links_{session, close_account_links_sql}, last_order_{session, last_sql("orders")},
      pending_orders_{session, pending_orders_sql} {}

result<kept_accounts> account_upkeep::carry_out(const keep_accounts& command, const moment& when) {
  if (!next_.first(to_millis(when.now))) {
    kept_accounts none;
    if (next_due_.first() && !next_due_.column<0>().is_null()) none.next_due = from_millis(next_due_.column<0>().value);
    return none;
  }
  const auto& row = next_.out();
  const bool is_removed = !row.removed_at.is_null();
  due_account due{.account = row.account.read(),
                  .since = from_millis(is_removed ? row.removed_at.value : row.connected_at.or_zero()),
                  .closed_to = row.closed_to.value,
                  .proof = {std::string{row.proved_text.view()}, from_millis(row.proof_occurred_at.or_zero()),
                            from_millis(row.proof_look_at.or_zero())}};
  if (is_removed) {
    auto kept = due.closed_to.starts_with("ord_") ? close_orders(due, when) : close_links(due, when);
    kept.workspace = due.account.workspace;
    PAYLINK_FAILPOINT(after_account_kept);
    return kept;
  }
  return take_up(due, command, when);
}

result<kept_accounts> account_upkeep::take_up(const due_account& due, const keep_accounts& command,
                                              const moment& when) {
  kept_accounts kept{.is_more_due = true, .workspace = due.account.workspace};
  if (!due.proof.text.empty()) {
    // Until the first look, it may still turn out that somebody else's payment came back.
    if (const auto first = due.since + proof_looks.front(); when.now < first) {
      note_.run(to_millis(first), "", due.account.row);
      return kept;
    }
    if (due.proof.check_at <= when.now && is_taken_back(at_, due.account, due.proof, due.since)) return kept;
  }
  unknown_portion portion;
  // What is disconnected, or of a deleted Workspace, takes up nothing.
  if (due.account.state == account_state::connected && !due.account.number.empty())
    portion = find_unknown(due.account, command.entries_max);
  auto& found = portion.entries;
  kept_.complete(found);
  const auto record = [&](const record_entry& entry) { return entries_.carry_out(entry, when); };
  for (const auto& one : found) {
    const auto obstacle = kept_.take_up(one, record, when.now, kept.settled);
    if (!obstacle) continue;
    if (!*obstacle && kept.settled.empty()) return obstacle->error();
    note_.run(to_millis(when.now + held_up_wait), "", due.account.row);
    return kept;
  }
  if (portion.is_last) finish(due, when.now);
  PAYLINK_FAILPOINT(after_account_kept);
  return kept;
}

account_upkeep::unknown_portion account_upkeep::find_unknown(const bank_account& account, std::size_t most) {
  unknown_portion found;
  portion_size size{most};
  std::int64_t last_row = 0;
  const auto feeds = feeds_of(account);
  while (!size.is_full()) {
    found.is_last = !next_unknown_.first(account.number, last_row, feeds[0], feeds[1], feeds[2], switch_code,
                                         account.bin, account.bin);
    if (found.is_last) break;
    const auto& [row, feed, raw] = next_unknown_.out().fields;
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

kept_accounts account_upkeep::close_links(const due_account& due, const moment& when) {
  kept_accounts kept{.is_more_due = true};
  const auto& account = due.account;
  const auto after = due.closed_to.empty() ? first_id_of<payment_link_id>(due.since - links_age_max) : due.closed_to;
  if (!last_link_.first(account.workspace.view(), after, walked_max) || last_link_.column<0>().is_null()) {
    note_.run(to_millis(when.now), first_id_of<order_id>(due.since - orders_age_max), account.row);
    return kept;
  }
  const auto last = last_link_.column<0>().value;
  close_links_.each([&](const auto& columns) { kept.public_ids.push_back(std::get<0>(columns.fields).value); },
                    to_millis(when.now), account.workspace.view(), after, last, account.row, to_millis(when.now));
  if (!kept.public_ids.empty())
    tally_.count_links(account.workspace, link_status::failed, when.now, std::ssize(kept.public_ids));
  note_.run(to_millis(when.now), last, account.row);
  return kept;
}

kept_accounts account_upkeep::close_orders(const due_account& due, const moment& when) {
  kept_accounts kept{.is_more_due = true};
  const auto& account = due.account;
  if (!last_order_.first(account.workspace.view(), due.closed_to, walked_max) || last_order_.column<0>().is_null()) {
    finish(due, when.now);
    return kept;
  }
  const auto last = last_order_.column<0>().value;
  std::vector<order_id> pending;
  pending_orders_.each(
      [&](const auto& columns) { pending.push_back(order_id::from_store(std::get<0>(columns.fields).view())); },
      account.workspace.view(), due.closed_to, last, account.row, to_millis(when.now));
  for (const auto& id : pending)
    if (paylink::carry_out(at_, close_order{account.workspace, id, order_trigger::account_removed}))
      kept.has_told = true;
  note_.run(to_millis(when.now), last, account.row);
  return kept;
}

void account_upkeep::finish(const due_account& due, timestamp now) {
  auto again = due.since + second_look;
  if (now >= again && !due.proof.text.empty()) again = due.since + proof_looks.back();
  note_.run(now < again ? std::optional{to_millis(again)} : null_number, "", due.account.row);
}

} // namespace paylink
