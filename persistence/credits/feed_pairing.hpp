#pragma once
#include "domain/banks/settlement.hpp"
#include "persistence/records/records.hpp"
#include "persistence/sql/connection.hpp"

/// Recognizes entries whose transfer is already recorded: repeated by the same feed, or reported by another feed of the
/// account. Two entries of different feeds are one transfer if direction, amount, minute of booking and folded text are
/// equal, and they do not name two different virtual accounts: one feed may know these and the other not.
namespace paylink::feed_pairing {

/// The transaction already recorded for this feed and source id.
struct first_notice {
  std::int64_t row = 0;
  transaction_id transaction;
  std::optional<paylink::classification> classified;
  bool conflict = false; ///< The entry differs from the recorded one.
};
/// None if nothing is recorded or paired under the entry's feed and source id.
std::optional<first_notice> find_first(connection& db, const record_entry& command);

/// Whether another account of the same number has recorded the entry, or it is held for one: before that was removed,
/// or superseded.
bool is_recorded_elsewhere(connection& db, const record_entry& command);
/// Whether a booked entry is, or was, held for an account of the number, but for `but_account`.
bool is_held(connection& db, std::string_view feed, std::string_view number, std::string_view bank_reference,
             std::int64_t but_account = 0);

/// A transaction of the same transfer as an entry of another feed.
struct partner {
  std::int64_t row = 0;
  bool is_paired = false; ///< Already paired with this entry.
  bool is_stated = false; ///< Only a statement has reported it.
};
/// The entry's earlier partner, or the one to pair it with: the oldest without a pair, preferring one on the same
/// virtual account. None if the entry must be recorded itself.
std::optional<partner> find_partner(connection& db, const record_entry& command);
/// Makes `find_first` find the entry from now on. Throws `write_conflict` if another node was faster.
void pair(connection& db, const record_entry& command, const partner& with);

/// A fingerprint shared by the entries of one transfer, at a time, and apart from those with another kind. The minute
/// comes first, so that an index over it grows at its end.
std::int64_t print_at(timestamp time, const bank_entry& entry, std::string_view kind);
/// The one of entries of feeds.
inline std::int64_t print_of(const bank_entry& entry) { return print_at(entry.occurred_at, entry, {}); }

/// How well a transaction with the fingerprint of an entry matches it; different texts may share one.
inline likeness compare(std::int64_t amount, std::int64_t type, std::string_view content,
                        std::int64_t virtual_account_row, const record_entry& command) {
  return paylink::compare({.amount = {amount},
                           .type = static_cast<transfer_type>(type),
                           .content = content,
                           .virtual_account_row = virtual_account_row},
                          command.entry, command.virtual_account_row);
}

} // namespace paylink::feed_pairing
