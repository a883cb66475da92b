#include "persistence/feed_pairing.hpp"

#include "domain/reference.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/invariant.hpp"
#include "persistence/storable_text.hpp"

namespace paylink {
namespace {

// Nodes that hear of one account over two feeds at once take turns, so that neither misses what the other records. The
// weaker lock lets them insert rows that point to the account meanwhile. SQLite has one writer.
std::string lock_account_sql(dialect spoken) {
  return std::string{"SELECT row FROM bank_accounts WHERE row = :account"} +
         (spoken == dialect::postgresql ? " FOR NO KEY UPDATE" : "");
}

std::string stored_entry_sql(std::string_view condition) {
  return "SELECT row, amount, type, content, id, classification FROM transactions WHERE " + std::string{condition};
}

bool tell_the_same(std::string_view one, std::string_view other) {
  return fold_transfer_text(one) == fold_transfer_text(other);
}

} // namespace

feed_pairing::feed_pairing(soci::session& session, dialect spoken)
    : lock_account_{session, lock_account_sql(spoken)},
      find_recorded_{session, stored_entry_sql("account_row = :account AND source_id = :source AND feed = :feed")},
      is_paired_{session,
                 "SELECT 1 FROM transactions WHERE account_row + 0 = :account AND paired_source_id = :source AND "
                 "feed <> :feed"},
      find_paired_{session,
                   stored_entry_sql("account_row + 0 = :account AND paired_source_id = :source AND feed <> :feed")},
      find_unpaired_{
          session,
          stored_entry_sql("account_row + 0 = :account AND pairing_print = :print AND feed <> :feed ORDER BY row")},
      pair_{session, "UPDATE transactions SET paired_source_id = :source, pairing_print = NULL WHERE row = :row"} {}

bool feed_pairing::stored_entry::has_same_amount(const bank_entry& entry) const {
  return amount.value == entry.amount.dong && type.value == static_cast<int>(entry.type);
}

feed_pairing::first_notice feed_pairing::notice_of(const stored_entry& stored, bool same) {
  first_notice first{.row = stored.row.value,
                     .transaction = transaction_id::from_store(stored.transaction.view()),
                     .classified = std::nullopt,
                     .conflict = !same};
  if (!stored.classification.is_null()) first.classified = static_cast<classification>(stored.classification.value);
  return first;
}

std::optional<feed_pairing::first_notice> feed_pairing::find_first(const record_entry& command) {
  const auto& entry = command.entry;
  if (find_recorded_.first(command.account_row, entry.bank_reference, command.feed)) {
    const auto& stored = find_recorded_.out();
    return notice_of(stored, stored.has_same_amount(entry) && stored.content.view() == entry.content);
  }
  if (find_paired_.first(command.account_row, entry.bank_reference, command.feed)) {
    const auto& stored = find_paired_.out();
    // The text on record is the other feed's.
    return notice_of(stored, stored.has_same_amount(entry) && tell_the_same(stored.content.view(), entry.content));
  }
  return std::nullopt;
}

bool feed_pairing::is_paired(const record_entry& command) {
  return is_paired_.first(command.account_row, command.entry.bank_reference, command.feed);
}

bool feed_pairing::pair(const record_entry& command) {
  hold(lock_account_.first(command.account_row), "an entry names an account that exists");
  const auto transaction_row = find_unpaired(command);
  if (transaction_row == 0 || find_first(command)) return false;
  hold(pair_.run(command.entry.bank_reference, transaction_row) == 1, "a pair has a transaction");
  PAYLINK_FAILPOINT(after_pairing);
  return true;
}

std::int64_t feed_pairing::find_unpaired(const record_entry& command) {
  const auto& entry = command.entry;
  std::int64_t oldest = 0;
  // The print alone decides nothing: texts that differ may share it.
  const auto keep_oldest = [&](const stored_entry& stored) {
    if (oldest == 0 && stored.has_same_amount(entry) && tell_the_same(stored.content.view(), entry.content))
      oldest = stored.row.value;
  };
  find_unpaired_.each(keep_oldest, command.account_row, print_of(entry), command.feed);
  return oldest;
}

std::int64_t feed_pairing::print_of(const bank_entry& entry) {
  constexpr std::int64_t room_behind_minute = std::int64_t{1} << 31;
  auto print = fingerprint(to_digits(entry.amount));
  print = fingerprint(entry.type == transfer_type::credit ? "+" : "-", print);
  print = fingerprint(fold_transfer_text(entry.content), print);
  const auto minute = std::chrono::floor<std::chrono::minutes>(entry.occurred_at).time_since_epoch().count();
  return minute * room_behind_minute + static_cast<std::int64_t>(print % room_behind_minute);
}

} // namespace paylink
