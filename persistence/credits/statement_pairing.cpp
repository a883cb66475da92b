#include "persistence/credits/statement_pairing.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

/// How far a bank's clock may be behind ours, for a transfer that a statement has reported.
constexpr std::chrono::minutes stated_behind{5};

const sql_statement<sql_row<sql_number>(sql_number)> take_turn_sql{[](dialect spoken) {
  return "SELECT row FROM bank_accounts WHERE row = :account" + std::string{hold_row(spoken)};
}};

const sql_statement<sql_row<sql_number, sql_number, sql_number, sql_text, sql_number, sql_number>(
    sql_number, sql_number, sql_number)>
    find_stated_transaction_sql{
        "SELECT row, amount, type, content, CASE WHEN unproved = 0 THEN virtual_account_row END, unproved FROM "
        "transactions WHERE account_row + 0 = :account AND transfer_print = :print AND feed = 'STATEMENT' AND "
        "received_at >= :booked ORDER BY unproved, transfer_turn"};

/// SQL: changes the print of a transaction, behind its equals; and `more`.
std::string change_print_sql(std::string_view more, std::string_view condition) {
  return "UPDATE transactions SET " + std::string{more} +
         "transfer_print = :print, transfer_turn = (SELECT COALESCE(MAX(t.transfer_turn) + 1, 0) FROM transactions t "
         "WHERE t.account_row + 0 = :account AND t.transfer_print = :of_print) WHERE row = :row" +
         std::string{condition};
}

const sql_statement<void(sql_number, sql_number, sql_number, sql_number)> take_stated_text_sql{
    [](dialect) { return change_print_sql({}, {}); }};

const sql_statement<void(sql_text, sql_text, sql_number, sql_number, sql_number, sql_number)> give_to_feed_sql{
    [](dialect) { return change_print_sql("feed = :feed, source_id = :source, ", " AND (feed || '') = 'STATEMENT'"); }};

// What a person has confirmed is the transfer, and not the reference. Not if the name is another's by now.
const sql_statement<void(sql_number)> believe_sql{
    "UPDATE transactions SET statement_id = claimed_id WHERE row = :row AND statement_id IS NULL AND NOT EXISTS "
    "(SELECT 1 FROM transactions o WHERE o.account_row + 0 = transactions.account_row + 0 AND o.statement_id = "
    "transactions.claimed_id)"};

} // namespace

void statement_pairing::take_turn(std::int64_t account_row) {
  if (has_other_writers(db_.spoken()))
    ensure(db_[take_turn_sql].first(account_row), "an entry names an account that exists");
}

statement_pairing::stated statement_pairing::find(const record_entry& command) {
  const entry_name name{command.entry.statement_id};
  const bool is_proof = !command.entry.is_unproved;
  auto& names = names_of(command);
  auto [known, next] = names.find(command, name);
  if (known) return {.first = std::move(known->notice), .lacks_reference = known->lacks_reference};
  // What a proved statement calls so, whatever its text.
  if (auto referred = is_proof ? std::nullopt : proved_.find_referred(command, name)) {
    const bool gets_name = !referred->has_other_name && !referred->notice.conflict;
    return {.first = std::move(referred->notice), .number = gets_name ? next : 0};
  }
  stated found{.first = names.find_in_day(command), .number = next};
  if (!found.first) found.first = names.find_stated(command);
  // Without this, an import could keep what the bank says from being recorded, or make a second transfer of it.
  auto referred = found.first || !is_proof ? std::nullopt : claimed_.find_referred(command, name);
  // What was confirmed under this reference is the same transfer if the texts agree.
  const bool is_same = referred && !referred->notice.conflict && !referred->has_other_reference;
  if (is_same && referred->is_confirmed) return {.first = std::move(referred->notice)};
  found.is_made_up = referred && referred->is_unproved && !referred->has_other_name;
  if (found.is_made_up) {
    referred->notice.conflict = false;
    found.first = std::move(referred->notice);
  }
  found.is_taken = !found.first && (is_proof ? claimed_ : proved_).has_identifier(command, name);
  return found;
}

void statement_pairing::note(const record_entry& command, const stated& found, std::int64_t transaction_row) {
  const entry_name name{command.entry.statement_id};
  auto& names = names_of(command);
  if (found.lacks_reference) names.note_reference(name, transaction_row);
  if (found.number != 0) names.note(name, found.number, transaction_row);
  if (!found.is_made_up) return;
  const auto print = statement_print_of(command.entry);
  db_[take_stated_text_sql].run(print, command.account_row, print, transaction_row);
}

void statement_pairing::believe(std::int64_t transaction_row) { db_[believe_sql].run(transaction_row); }

std::optional<feed_pairing::partner> statement_pairing::find_stated(const record_entry& command) {
  std::optional<feed_pairing::partner> best;
  auto best_likeness = likeness::other;
  bool is_proved = false;
  db_[find_stated_transaction_sql].each(
      [&](const auto& columns) {
        const auto& [row, amount, type, content, virtual_account, unproved] = columns.fields;
        const auto how =
            feed_pairing::compare(amount.value, type.value, content.view(), virtual_account.or_zero(), command);
        if (how == likeness::other || (best && how <= best_likeness)) return;
        if (is_proved && unproved.value != 0) return;
        best = {.row = row.value, .is_paired = false, .is_stated = true};
        best_likeness = how;
        is_proved = unproved.value == 0;
      },
      command.account_row, statement_print_of(command.entry), to_millis(command.entry.occurred_at - stated_behind));
  return best;
}

void statement_pairing::give_to_feed(const record_entry& command, const feed_pairing::partner& taken) {
  const auto print = feed_pairing::print_of(command.entry);
  if (db_[give_to_feed_sql].run(command.feed, command.entry.bank_reference, print, command.account_row, print,
                                taken.row) != 1)
    throw write_conflict{};
  PAYLINK_FAILPOINT(after_statement_given);
}

} // namespace paylink
