#include "persistence/credits/feed_pairing.hpp"

#include "domain/banks/recorded_text.hpp"
#include "domain/links/reference.hpp"
#include "domain/values/fingerprint.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/sql/storable_text.hpp"
#include "persistence/sql/transaction_place.hpp"

#include <algorithm>
#include <vector>

namespace paylink::feed_pairing {
namespace {

struct stored_entry {
  number_column<"row"> row;
  number_column<"amount"> amount;
  number_column<"type"> type;
  text_column<"content"> content;
  text_column<"id"> transaction;
  number_column<"classification"> classification;
  text_column<"statement_id"> statement;

  bool has_same_amount(const bank_entry& entry) const {
    return amount.value == entry.amount.dong && type.value == static_cast<int>(entry.type);
  }
  first_notice notice(bool same) const {
    first_notice first{.row = row.value,
                       .transaction = transaction_id::from_store(transaction.view()),
                       .classified = std::nullopt,
                       .conflict = !same};
    if (!classification.is_null()) first.classified = static_cast<paylink::classification>(classification.value);
    return first;
  }
};

std::string stored_entry_sql(std::string_view where) {
  return "SELECT " + sql_columns<stored_entry>() + " FROM transactions WHERE " + std::string{where};
}

const sql_statement<stored_entry(sql_number, sql_text, sql_text)> find_recorded_sql{
    [](dialect) { return stored_entry_sql("account_row = :account AND source_id = :source AND feed = :feed"); }};

const sql_statement<stored_entry(sql_number, sql_text, sql_text)> find_paired_sql{[](dialect) {
  return stored_entry_sql("account_row + 0 = :account AND paired_source_id = :source AND feed <> :feed");
}};

// The transaction that the entry was paired with before; or those of other feeds that it may be paired with now.
const sql_statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_text, sql_number>(
    sql_number, sql_text, sql_text, sql_number, sql_number, sql_text)>
    find_beside_sql{
        "SELECT row, 1, amount, type, content, virtual_account_row FROM transactions WHERE account_row + 0 = "
        ":account AND paired_source_id = :source AND feed <> :feed UNION ALL SELECT row, 0, amount, type, content, "
        "virtual_account_row FROM transactions WHERE account_row + 0 = :of_account AND transfer_print = :print "
        "AND paired_source_id IS NULL AND feed <> :of_feed"};

const sql_statement<void(sql_text, sql_number)> pair_transaction_sql{
    "UPDATE transactions SET paired_source_id = :source WHERE row = :row AND paired_source_id IS NULL"};

const sql_statement<sql_row<sql_number>(sql_number, sql_number, sql_number)> find_same_number_sql{
    "SELECT row FROM bank_accounts WHERE number = (SELECT n.number FROM bank_accounts n WHERE n.row = :account) "
    "AND bin = (SELECT b.bin FROM bank_accounts b WHERE b.row = :of_account) AND row <> :itself"};

const sql_statement<sql_row<sql_number>(sql_text, sql_text, sql_text, sql_number)> held_elsewhere_sql{
    "SELECT row FROM kept_entries WHERE feed = :feed AND account_number = :number AND source_id = :source AND status = "
    "'booked' AND reason = 'held' AND account_row <> :but LIMIT 1"};

} // namespace

std::optional<first_notice> find_first(connection& db, const record_entry& command) {
  const auto& entry = command.entry;
  auto& recorded = db[find_recorded_sql];
  if (recorded.first(command.account_row, entry.bank_reference, command.feed)) {
    const auto& stored = recorded.out();
    // The recorded text may be a statement's.
    const bool tells_the_same = is_recorded_as(stored.content.view(), entry) ||
                                (!stored.statement.is_null() && says_the_same(stored.content.view(), entry));
    return stored.notice(stored.has_same_amount(entry) && tells_the_same);
  }
  auto& paired = db[find_paired_sql];
  if (paired.first(command.account_row, entry.bank_reference, command.feed)) {
    const auto& stored = paired.out();
    // The recorded text is the other feed's.
    return stored.notice(stored.has_same_amount(entry) && says_the_same(stored.content.view(), entry));
  }
  return std::nullopt;
}

bool is_held(connection& db, std::string_view feed, std::string_view number, std::string_view bank_reference,
             std::int64_t but_account) {
  return db[held_elsewhere_sql].first(key_text(feed), key_text(number), key_text(bank_reference), but_account);
}

bool is_recorded_elsewhere(connection& db, const record_entry& command) {
  const auto& entry = command.entry;
  if (is_held(db, command.feed, entry.account_number, entry.bank_reference, command.account_row)) return true;
  std::vector<std::int64_t> others;
  db[find_same_number_sql].each([&](const auto& columns) { others.push_back(std::get<0>(columns.fields).value); },
                                command.account_row, command.account_row, command.account_row);
  return std::ranges::any_of(others, [&](std::int64_t row) {
    return db[find_recorded_sql].first(row, command.entry.bank_reference, command.feed) ||
           db[find_paired_sql].first(row, command.entry.bank_reference, command.feed);
  });
}

std::optional<partner> find_partner(connection& db, const record_entry& command) {
  const auto& entry = command.entry;
  std::optional<partner> best;
  auto best_likeness = likeness::other;
  db[find_beside_sql].each(
      [&](const auto& columns) {
        const auto& [row, was_paired, amount, type, content, virtual_account] = columns.fields;
        if (best && best->is_paired) return;
        const partner found{row.value, was_paired.value != 0};
        const auto how = compare(amount.value, type.value, content.view(), virtual_account.or_zero(), command);
        if (!found.is_paired &&
            (how == likeness::other || how < best_likeness || (how == best_likeness && best && best->row < found.row)))
          return;
        best = found;
        best_likeness = how;
      },
      command.account_row, entry.bank_reference, command.feed, command.account_row, print_of(entry), command.feed);
  if (best && !best->is_paired && db[find_recorded_sql].first(command.account_row, entry.bank_reference, command.feed))
    return std::nullopt;
  return best;
}

void pair(connection& db, const record_entry& command, const partner& with) {
  if (with.is_paired) return;
  // Another node has paired it meanwhile: the whole batch sees that the next time.
  if (db[pair_transaction_sql].run(command.entry.bank_reference, with.row) != 1) throw write_conflict{};
  PAYLINK_FAILPOINT(after_pairing);
}

std::int64_t print_at(timestamp time, const bank_entry& entry, std::string_view kind) {
  auto print = fingerprint(to_digits(entry.amount));
  print = fingerprint(entry.type == transfer_type::credit ? "+" : "-", print);
  print = entry.whole_content.empty() ? fingerprint(fold_transfer_text(entry.content), print)
                                      : fingerprint(std::to_string(entry.whole_print), print);
  print = fingerprint(kind, print);
  return transaction_place::first_print_of(time) +
         static_cast<std::int64_t>(print % transaction_place::prints_of_a_minute);
}

} // namespace paylink::feed_pairing
