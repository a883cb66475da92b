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
  explicit statement_pairing(connection& db)
      : db_{db}, proved_{db, statement_names::kind::proved}, claimed_{db, statement_names::kind::claimed} {}

  /// Call when a transaction begins.
  void forget() { proved_.forget(), claimed_.forget(); }

  /// Call before the others, for an entry of which statements may tell: two nodes that hear of one transfer from a feed
  /// and from a statement take turns.
  void take_turn(std::int64_t account_row);

  /// What is known of an entry of a statement.
  struct stated {
    std::optional<feed_pairing::first_notice> first{}; ///< The transaction of its transfer; none: it must be recorded.
    int number = 0;                                    ///< Of the name that it gets; 0: it has one.
    bool is_made_up = false; ///< Only imports report it, with the entry's reference and another text.
    bool lacks_reference = false;
    bool is_taken = false; ///< It must be recorded, and another transaction has its identifier.
  };
  stated find(const record_entry& command);
  /// The transaction, known or recorded now, stands in a statement.
  void note(const record_entry& command, const stated& found, std::int64_t transaction_row);
  /// A person has confirmed what an import that proves nothing has told of.
  void believe(std::int64_t transaction_row);

  /// For an entry of a feed: the oldest transaction of the same transfer that only a statement has told of, and that
  /// was recorded when the transfer had been booked; a proved one, if there is one.
  std::optional<feed_pairing::partner> find_stated(const record_entry& command);
  /// Makes it the feed's.
  void give_to_feed(const record_entry& command, const feed_pairing::partner& taken);

private:
  statement_names& names_of(const record_entry& command) { return command.entry.is_unproved ? claimed_ : proved_; }

  connection& db_;
  statement_names proved_, claimed_;
};

} // namespace paylink
