#pragma once
#include "persistence/credits/statement_names.hpp"

namespace paylink {

/// Recognizes the transfers of statements, on the writer's connection. Statements know days, not minutes: an entry of
/// one is the transfer of a feed if day, direction, amount and folded text are equal, they do not name two different
/// virtual accounts, and each stands for one. What a statement alone has told of becomes the feed's as soon as the feed
/// tells of it, however late. What imports that prove nothing say is never taken before what is proved, and their
/// references are nobody else's.
class statement_pairing {
public:
  statement_pairing(soci::session& session, dialect spoken);

  /// Call when a transaction begins.
  void forget() { proved_.forget(), claimed_.forget(); }

  /// Call before the others, for an entry of which statements may tell: two nodes that hear of one transfer from a feed
  /// and from a statement take turns.
  void take_turn(std::int64_t account_row);

  /// What is known of an entry of a statement.
  struct stated {
    /// The transaction of its transfer, which from now on is known to stand in a statement; none: it must be recorded.
    std::optional<feed_pairing::first_notice> first{};
    int number = 0; ///< Under which `note` has to note it then.
  };
  stated find(const record_entry& command);
  /// The entry of a statement has been recorded as this transaction.
  void note(const record_entry& command, int number, std::int64_t transaction_row);

  /// For an entry of a feed: the oldest transaction of the same transfer that only a statement has told of, and that
  /// was recorded when the transfer had been booked; a proved one, if there is one.
  std::optional<feed_pairing::partner> find_stated(const record_entry& command);
  /// Makes it the feed's.
  void give_to_feed(const record_entry& command, const feed_pairing::partner& taken);

private:
  statement_names& names_of(const record_entry& command) { return command.entry.is_unproved ? claimed_ : proved_; }
  /// A transaction that has no name of the entry's kind yet.
  std::optional<feed_pairing::first_notice> find_unnamed(const record_entry& command, const entry_name& name);
  /// The one that only imports have told of, with the entry's reference and another text: it gets the entry's.
  std::optional<feed_pairing::first_notice> find_made_up(const record_entry& command, const entry_name& name);

  std::optional<statement<sql_row<sql_number>, sql_row<sql_number>>> lock_; ///< If another writer may come.
  statement_names proved_, claimed_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number>> take_text_;
  statement<sql_row<sql_number, sql_number, sql_number>,
            sql_row<sql_number, sql_number, sql_number, sql_text, sql_number, sql_number>>
      find_stated_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_number>> give_;
};

} // namespace paylink
