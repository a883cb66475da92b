#include "persistence/credits/statement_pairing.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

/// How far a bank's clock may be behind ours.
constexpr std::chrono::minutes clocks_apart{5};

constexpr const char* find_stated_sql =
    "SELECT row, amount, type, content, virtual_account_row, unproved FROM transactions WHERE account_row + 0 = "
    ":account AND transfer_print = :print AND feed = 'STATEMENT' AND received_at >= :booked ORDER BY unproved, "
    "transfer_turn";

constexpr const char* take_text_sql =
    "UPDATE transactions SET transfer_print = :print, transfer_turn = (SELECT COALESCE(MAX(t.transfer_turn) + 1, 0) "
    "FROM transactions t WHERE t.account_row + 0 = :account AND t.transfer_print = :of_print) WHERE row = :row AND "
    "unproved = 1";

constexpr const char* give_sql =
    "UPDATE transactions SET feed = :feed, source_id = :source, transfer_print = :print, transfer_turn = (SELECT "
    "COALESCE(MAX(t.transfer_turn) + 1, 0) FROM transactions t WHERE t.account_row + 0 = :account AND t.transfer_print "
    "= :of_print) WHERE row = :row AND (feed || '') = 'STATEMENT'";

} // namespace

statement_pairing::statement_pairing(soci::session& session, dialect spoken)
    : proved_{session, spoken, statement_names::kind::proved},
      claimed_{session, spoken, statement_names::kind::claimed}, take_text_{session, take_text_sql},
      find_stated_{session, find_stated_sql}, give_{session, give_sql} {
  if (spoken == dialect::postgresql)
    lock_.emplace(session, "SELECT row FROM bank_accounts WHERE row = :account FOR NO KEY UPDATE");
}

void statement_pairing::take_turn(std::int64_t account_row) {
  if (lock_) ensure(lock_->first(account_row), "an entry names an account that exists");
}

statement_pairing::stated statement_pairing::find(const record_entry& command) {
  const entry_name name{command.entry.statement_id};
  auto [known, next] = names_of(command).find(command, name);
  if (known) return {std::move(known->notice)};
  // What a proved statement calls so, whatever its text.
  if (command.entry.is_unproved)
    if (auto referred = proved_.find_referred(command, name)) return {std::move(referred->notice)};
  stated found{find_unnamed(command, name), next};
  if (found.first) note(command, next, found.first->row);
  return found;
}

std::optional<feed_pairing::first_notice> statement_pairing::find_unnamed(const record_entry& command,
                                                                          const entry_name& name) {
  auto& names = names_of(command);
  if (auto told = names.find_in_day(command)) return told;
  if (auto told = names.find_stated(command)) return told;
  return command.entry.is_unproved ? std::nullopt : find_made_up(command, name);
}

// Without this, an import could keep what the bank says from being recorded, or make a second transfer of it.
std::optional<feed_pairing::first_notice> statement_pairing::find_made_up(const record_entry& command,
                                                                          const entry_name& name) {
  auto referred = claimed_.find_referred(command, name);
  if (!referred || !referred->is_unproved || referred->has_other_name) return std::nullopt;
  const auto print = statement_print_of(command.entry);
  if (take_text_.run(print, command.account_row, print, referred->notice.row) != 1) throw write_conflict{};
  referred->notice.conflict = false;
  return std::move(referred->notice);
}

void statement_pairing::note(const record_entry& command, int number, std::int64_t transaction_row) {
  names_of(command).note(entry_name{command.entry.statement_id}, number, transaction_row);
}

std::optional<feed_pairing::partner> statement_pairing::find_stated(const record_entry& command) {
  std::optional<feed_pairing::partner> best;
  auto best_likeness = feed_pairing::likeness::other;
  bool is_proved = false;
  find_stated_.each(
      [&](const auto& columns) {
        const auto& [row, amount, type, content, virtual_account, unproved] = columns.fields;
        const auto how =
            feed_pairing::compare(amount.value, type.value, content.view(), virtual_account.or_zero(), command);
        if (how == feed_pairing::likeness::other || (best && how <= best_likeness)) return;
        if (is_proved && unproved.value != 0) return;
        best = {.row = row.value, .is_paired = false, .is_stated = true};
        best_likeness = how;
        is_proved = unproved.value == 0;
      },
      command.account_row, statement_print_of(command.entry), to_millis(command.entry.occurred_at - clocks_apart));
  return best;
}

void statement_pairing::give_to_feed(const record_entry& command, const feed_pairing::partner& taken) {
  const auto print = feed_pairing::print_of(command.entry);
  if (give_.run(command.feed, command.entry.bank_reference, print, command.account_row, print, taken.row) != 1)
    throw write_conflict{};
  PAYLINK_FAILPOINT(after_statement_given);
}

} // namespace paylink
