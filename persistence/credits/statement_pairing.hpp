#pragma once
#include "persistence/credits/feed_pairing.hpp"
#include "persistence/sql/dialect.hpp"

#include <optional>

namespace paylink {

/// Recognizes the transfers of statements, on the writer's connection. Statements know days, not minutes: an entry of
/// one is the transfer of a feed if day, direction, amount and folded text are equal, they do not name two different
/// virtual accounts, and each stands for one. What a statement alone has told of becomes the feed's as soon as the feed
/// tells of it, however late.
class statement_pairing {
public:
  statement_pairing(soci::session& session, dialect spoken);

  /// Call before the others, for an entry of which statements may tell: two nodes that hear of one transfer from a feed
  /// and from a statement take turns.
  void take_turn(std::int64_t account_row);

  /// What is known of an entry of a statement.
  struct stated {
    /// The transaction of its transfer, which from now on is known to stand in a statement; none: it must be recorded.
    std::optional<feed_pairing::first_notice> first{};
    std::string name{}; ///< Under which `note` has to note it then.
  };
  stated find(const record_entry& command);
  /// The entry of a statement has been recorded as this transaction.
  void note(const record_entry& command, std::string_view name, std::int64_t transaction_row);

  /// For an entry of a feed: the oldest transaction of the same transfer that only a statement has told of, and that
  /// was recorded when the transfer had been booked.
  std::optional<feed_pairing::partner> find_stated(const record_entry& command);
  /// Makes it the feed's.
  void give_to_feed(const record_entry& command, const feed_pairing::partner& taken);

  /// As `feed_pairing::print_of`, for a transaction that only a statement has told of.
  static std::int64_t print_of(const bank_entry& entry);

private:
  using known_row = sql_row<sql_number, sql_text, sql_number, sql_text>;
  using told_row = sql_row<sql_number, sql_number, sql_number, sql_text, sql_text, sql_number, sql_number, sql_number>;

  static feed_pairing::first_notice notice_of(const known_row& known);
  /// The nearest in time on the same virtual account, else the nearest.
  std::optional<feed_pairing::first_notice> find_in_day(const record_entry& command);

  std::optional<statement<sql_row<sql_number>, sql_row<sql_number>>> lock_; ///< If another writer may come.
  statement<sql_row<sql_number, sql_text>, known_row> find_named_, find_referred_;
  statement<sql_row<sql_number, sql_number, sql_number>, told_row> find_in_day_;
  statement<sql_row<sql_text, sql_text, sql_number>> note_;
  statement<sql_row<sql_text, sql_number>> note_reference_;
  statement<sql_row<sql_number, sql_number, sql_number>,
            sql_row<sql_number, sql_number, sql_number, sql_text, sql_number, sql_number>>
      find_stated_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_number>> give_;
};

} // namespace paylink
