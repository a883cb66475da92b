#include "domain/banks/connection.hpp"
#include "domain/values/local_time.hpp"
#include "logging/log.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/banks/account_audit.hpp"
#include "persistence/banks/account_connections.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/context/kept_workspace.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/storable_text.hpp"

#include <functional>

namespace paylink {

namespace {

/// How far the clocks of two nodes may differ.
constexpr std::chrono::minutes nodes_apart{5};
/// How much later than its return a bank may book a payment.
constexpr std::chrono::minutes booked_late{1};
/// How far apart two feeds may say that one transfer was booked.
constexpr std::chrono::minutes feeds_apart{10};

const sql_statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_number, sql_text>(sql_text, sql_number,
                                                                                            sql_text, sql_text)>
    provable_account_sql{[](dialect spoken) {
      return "SELECT a.row, a.workspace_id, a.id, c.verification_text, c.started_at, a.feed FROM account_connections c "
             "JOIN bank_accounts a ON a.row = c.account_row WHERE c.verification_text" +
             std::string{is_among_texts(spoken)} +
             " AND c.expires_at > :now AND a.number = :number AND a.bin = :bin AND a.removed_at IS NULL ORDER BY a.row "
             "LIMIT 1" +
             choose(spoken, "", " FOR NO KEY UPDATE OF a");
    }};

// Since the connection was started: before that, nobody knew its text. In all accounts that had the number meanwhile,
// and in entries that were kept, processed or not.
const sql_statement<sql_row<sql_text, sql_text, sql_number, sql_text, sql_number, sql_number>(
    sql_text, sql_text, sql_text, sql_text, sql_number)>
    kept_transfers_sql{
        "SELECT k.feed, k.raw, k.type, k.content, k.occurred_at, CASE WHEN k.account_row IS NULL THEN 0 ELSE 1 END "
        "FROM kept_entries k WHERE k.account_number = :number AND k.feed IN (:own, :bank, :switch) AND k.received_at "
        ">= :since"};
const sql_statement<sql_row<sql_number, sql_text, sql_number, sql_number, sql_text, sql_text>(sql_number, sql_text,
                                                                                              sql_text)>
    recorded_transfers_sql{
        "SELECT t.type, COALESCE(x.content, t.content), t.occurred_at, t.amount, t.source_id, t.feed FROM "
        "bank_accounts a JOIN transactions t ON t.account_row = a.row AND t.made_at >= 0 AND t.made_at >= :since LEFT "
        "JOIN transaction_texts x ON x.transaction_row = t.row WHERE a.number = :number AND a.bin = :bin"};

// As the operator does it.
const sql_statement<void(sql_number, sql_number, sql_number)> take_back_account_sql{
    "UPDATE bank_accounts SET state = 'disconnected', superseded_at = :now, disconnected_at = :since, fetch_at = NULL, "
    "upkeep_at = NULL, proved_text = NULL, proof_occurred_at = NULL, proof_look_at = NULL WHERE row = :row AND (state "
    "|| '') = 'connected'"};

const sql_statement<void(sql_text, sql_number, sql_number)> note_look_at_proof_sql{
    "UPDATE bank_accounts SET proved_text = :proof, proof_look_at = :at WHERE row = :row"};

enum class booking { before, about_then, after };

/// When a bank booked a transfer, beside another. Of some it tells only the day, which begins then.
booking booked(timestamp time, timestamp other) {
  const auto days = std::pair{vietnam_day(time), vietnam_day(other)};
  const bool only_days = time == days.first || other == days.second;
  if (only_days ? days.first < days.second : time < other) return booking::before;
  return only_days ? (days.first == days.second ? booking::about_then : booking::after)
                   : (time <= other + booked_late ? booking::about_then : booking::after);
}

/// A transfer of an account's number that was reported, with its reference and amount as far as they can be read.
struct reported_transfer {
  std::string_view feed, reference{};
  money amount{};
  transfer_type type = transfer_type::credit;
  std::string_view text{};
  timestamp occurred_at{};
  bool is_of_account = false; ///< Recorded in an account that had the number, or kept for one.
};

/// Those that were reported since then, in all accounts that have had the number, and kept ones.
void each_transfer(writing& at, const bank_account& account, timestamp since,
                   const std::function<void(const reported_transfer&)>& see) {
  const auto feeds = feeds_of(account);
  at.db[kept_transfers_sql].each(
      [&](const auto& columns) {
        const auto& [feed, raw, type, content, occurred_at, is_of_account] = columns.fields;
        reported_transfer one{.feed = feed.view(), .is_of_account = is_of_account.value != 0};
        const auto entry = entry_of(raw.view());
        if (entry && bin_heard_on(one.feed, entry->bin) != account.bin) return;
        one.type = entry ? entry->type : static_cast<transfer_type>(type.or_zero());
        one.text = entry ? std::string_view{entry->searched_text()} : content.is_null() ? raw.view() : content.view();
        one.occurred_at = entry ? entry->occurred_at : from_millis(occurred_at.or_zero());
        if (entry) one.reference = entry->bank_reference, one.amount = entry->amount;
        see(one);
      },
      account.number, feeds[0], feeds[1], feeds[2], to_millis(since));
  // A feed may say no more than the day on which it was booked.
  at.db[recorded_transfers_sql].each(
      [&](const auto& columns) {
        const auto& [type, content, occurred_at, amount, source, feed] = columns.fields;
        see({.feed = feed.view(),
             .reference = source.view(),
             .amount = {amount.value},
             .type = static_cast<transfer_type>(type.value),
             .text = content.view(),
             .occurred_at = from_millis(occurred_at.value),
             .is_of_account = true});
      },
      to_millis(since - std::chrono::days{1}), account.number, account.bin);
}

/// Whether the text of a connection stood in a credit of the account's number that was reported since then, in all
/// accounts that have had the number. Only credits whose time (the bank's) `counts`.
/// A payment that comes back has the text of the one who made it, and most feeds do not say that it is one.
bool was_paid_in(writing& at, std::string_view text, const bank_account& account, timestamp since,
                 const std::function<bool(timestamp)>& counts) {
  bool was_paid = false;
  each_transfer(at, account, since, [&](const reported_transfer& one) {
    was_paid = was_paid || (one.type == transfer_type::credit && counts(one.occurred_at) &&
                            holds_verification_text(one.text, text));
  });
  return was_paid;
}

/// Whether the debit was recorded in an account that had the number, or is kept for one: a bank repeats its reports,
/// and the holder of then made it. Of a fee, one of two feeds may know. The amount alone counts in no statement: anyone
/// who had the number may import one.
bool is_reported_again(writing& at, const prove_account& command, std::string_view text, const bank_account& account,
                       timestamp since) {
  bool is_known = false;
  each_transfer(at, account, since, [&](const reported_transfer& one) {
    if (is_known || !one.is_of_account || one.type != transfer_type::debit) return;
    if (one.feed == command.feed) {
      is_known = one.reference == command.bank_reference;
      return;
    }
    const bool is_of_then = booked(one.occurred_at, command.occurred_at) == booking::about_then ||
                            std::chrono::abs(one.occurred_at - command.occurred_at) <= feeds_apart;
    is_known = is_of_then && ((one.amount == command.amount && one.feed != statement_feed) ||
                              holds_verification_text(one.text, text));
  });
  return is_known;
}

} // namespace

bool is_taken_back(writing& at, const bank_account& account, const transfer_proof& proof, timestamp proved_at) {
  const auto now = at.when.now;
  const auto since = proved_at - connection_life(ownership_proof::transfer) - nodes_apart;
  const auto next = std::ranges::find_if(proof_looks, [&](auto after) { return proved_at + after > now; });
  const bool is_last = next == proof_looks.end(), is_first = proof.check_at < proved_at + proof_looks.back();
  // A credit of about the same time counts as the earlier one if it was reported together with the debit.
  const auto counts = [&](timestamp occurred_at) {
    const auto beside = booked(occurred_at, proof.occurred_at);
    return beside == booking::before || (beside == booking::about_then && is_first);
  };
  if (was_paid_in(at, proof.text, account, since, counts)) {
    if (at.db[take_back_account_sql].run(to_millis(now), to_millis(now), account.row) == 0) return false;
    log::warning("bank_account.proof_revoked", {{"account", account.id.view()}, {"feed", account.feed}});
    at.audit.note(
        {.id = audit_id::derived_from(account.id, static_cast<std::uint64_t>(to_millis(proved_at))), .by = {}},
        {account.workspace.view(),
         "bank_account.evicted",
         account.id.view(),
         {},
         R"({"reason":"verification_text_paid_in"})"},
        now);
    return true;
  }
  at.db[note_look_at_proof_sql].run(is_last ? std::nullopt : std::optional{proof.text},
                                    is_last ? null_number : std::optional{to_millis(proved_at + *next)}, account.row);
  return false;
}

result<proved_account> carry_out(writing& at, const prove_account& command) {
  const auto bin = bin_heard_on(command.feed, command.bin);
  auto texts = command.texts;
  auto& provable = at.db[provable_account_sql];
  const auto is_provable = [&] {
    return !bin.empty() && !texts.empty() &&
           provable.first(to_json(texts), to_millis(at.when.now), command.number, bin);
  };
  while (is_provable()) {
    const std::string text{column_at<3>(provable.out()).view()};
    const auto since = from_millis(column_at<4>(provable.out()).value) - nodes_apart;
    bank_account account;
    account.feed = column_at<5>(provable.out()).view(), account.bin = bin, account.number = command.number;
    if (!was_paid_in(at, text, account, since, [](timestamp) { return true; })) {
      if (is_reported_again(at, command, text, account, since)) return proved_account{};
      break;
    }
    std::erase(texts, text);
  }
  if (!is_provable()) return proved_account{};
  const auto [row, workspace, id, text, started_at, feed] = provable.out().fields;
  if (!keep_workspace(at.db, workspace.view())) return proved_account{};
  const transfer_proof proof{text.value, command.occurred_at};
  if (!mark_connected(at, row.value, {}, &proof)) return proved_account{};
  const auto seen =
      read_overview(at.db, workspace_id::from_store(workspace.view()), bank_account_id::from_store(id.view()));
  at.audit.note(command.by,
                {workspace.view(), "bank_account.connected", id.view(), {}, described_account(seen->account)},
                at.when.now);
  return proved_account{true, seen->account.workspace, seen->account.id};
}

} // namespace paylink
