#pragma once
#include "persistence/credits/feed_pairing.hpp"
#include "persistence/sql/dialect.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace paylink {

/// Recognizes the transfers of statements, on the writer's connection. Statements know days, not minutes: an entry of
/// one is the transfer of a feed if day, direction, amount and folded text are equal, they do not name two different
/// virtual accounts, and each stands for one. What a statement alone has told of becomes the feed's as soon as the feed
/// tells of it, however late.
class statement_pairing {
public:
  statement_pairing(soci::session& session, dialect spoken);

  /// Call when a transaction begins.
  void forget() { passed_.clear(); }

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

  /// `2026-03-15+150000~0123456789abcdef#2|=camt:FT1@2026-03-15`, taken apart.
  struct entry_name {
    std::string equals; ///< What it shares with equal entries: up to the number.
    int number = 1;
    std::string_view reference{}; ///< With the form; empty: the statement gives none.
    bool names_one = false;       ///< The reference is no other entry's of the file with that day and amount.
    std::string_view form() const { return reference.substr(0, reference.find(':')); }
    /// As the store calls the equal entry of a number: in the order of the numbers.
    std::string numbered(int which) const;
    std::string behind_equals() const; ///< The least text behind all of their names.
    /// Day, direction and amount, with which all names of such entries begin; and the least text behind those.
    std::pair<std::string, std::string> dated_amount() const;
  };

private:
  using known_row = sql_row<sql_number, sql_text, sql_number, sql_text, sql_text, sql_text, sql_number>;
  using told_row = sql_row<sql_number, sql_number, sql_number, sql_text, sql_text, sql_number, sql_number, sql_number>;

  static feed_pairing::first_notice notice_of(const known_row& known);
  struct equal_entry {
    const known_row* known = nullptr; ///< That may be the transfer with the reference; null: there is none.
    int next = 0; ///< Then, the number of the next: its own, or, if that is taken, behind all others.
    /// The transaction with the reference whose text is the words of an import alone, and another.
    std::optional<feed_pairing::first_notice> made_up{};
  };
  equal_entry find_equal(const record_entry& command, const entry_name& name);
  /// Calls it as the entry does.
  void rename(const record_entry& command, std::string_view name, std::int64_t transaction_row);
  /// The nearest in time on the same virtual account, else the nearest.
  std::optional<feed_pairing::first_notice> find_in_day(const record_entry& command);

  std::optional<statement<sql_row<sql_number>, sql_row<sql_number>>> lock_; ///< If another writer may come.
  statement<sql_row<sql_number, sql_text>, known_row> find_named_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_text>, known_row> find_referred_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_text>, known_row> find_equal_;
  statement<sql_row<sql_number, sql_text, sql_text>, sql_row<sql_text>> find_last_;
  statement<sql_row<sql_number, sql_number, sql_number>, told_row> find_in_day_;
  /// By account, equal entries and form: numbers up to which they are other transfers of that form. So that the many
  /// equal entries of a file are not passed over for each of them.
  struct passed_numbers {
    int from = 0, to = 0;
  };
  std::map<std::string, passed_numbers> passed_;
  statement<sql_row<sql_text, sql_text, sql_number>> note_;
  statement<sql_row<sql_text, sql_number>> note_reference_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_number>> rename_;
  statement<sql_row<sql_number, sql_number, sql_number>,
            sql_row<sql_number, sql_number, sql_number, sql_text, sql_number>>
      find_stated_;
  statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_number>> give_;
};

} // namespace paylink
