#pragma once
#include "persistence/credits/feed_pairing.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace paylink {

/// The name of a statement's entry, `2026-03-15+150000~0123456789abcdef#2|=camt:FT1@2026-03-15`, taken apart.
struct entry_name {
  explicit entry_name(std::string_view text);

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

struct name_statements;

/// What the entries of statements are called: those of statements that prove what they say, or of imports that do not.
/// Each transaction has a name of either kind at most.
class statement_names {
public:
  enum class kind { proved, claimed };
  statement_names(connection& db, kind whose);

  /// Call when a transaction begins.
  void forget() { passed_.clear(); }

  /// A transaction with a name of this kind.
  struct named {
    feed_pairing::first_notice notice;
    bool is_unproved = false; ///< Only imports that prove nothing have told of it.
    bool has_other_name = false;
    bool is_confirmed = false;        ///< A person has said what it is for.
    bool lacks_reference = false;     ///< It was reported without the entry's.
    bool has_other_reference = false; ///< A proof gives it another one of the entry's form.
  };
  struct equal_entry {
    std::optional<named> known{}; ///< That may be the transfer with the reference; none: there is none.
    int next = 0;                 ///< Then, the number of the next: its own, or, if that is taken, behind all others.
  };
  equal_entry find(const record_entry& command, const entry_name& name);
  /// The one of that day and amount whose reference it is, whatever its text; those that are proved first.
  std::optional<named> find_referred(const record_entry& command, const entry_name& name);
  /// Of those without a name that feeds have told of on that day: the nearest in time on the same virtual account, else
  /// the nearest. Neither this nor `find_stated` takes one to which a proof gives another reference of the entry's
  /// form.
  std::optional<feed_pairing::first_notice> find_in_day(const record_entry& command);
  /// Of those without a name that only statements report, the oldest that says the same.
  std::optional<feed_pairing::first_notice> find_stated(const record_entry& command);
  /// Whether a transaction with a name of this kind was recorded under the entry's own, and has its identifier.
  bool has_identifier(const record_entry& command, const entry_name& name);

  void note(const entry_name& name, int number, std::int64_t transaction_row);
  void note_reference(const entry_name& name, std::int64_t transaction_row);

private:
  connection& db_;
  const name_statements& sql_; ///< Those of the kind.
  /// By account, equal entries and form: numbers up to which they are other transfers of that form. So that the many
  /// equal entries of a file are not passed over for each of them.
  struct passed_numbers {
    int from = 0, to = 0;
  };
  std::map<std::string, passed_numbers> passed_;
};

/// As `feed_pairing::print_of`, for a transaction that only a statement has told of.
std::int64_t statement_print_of(const bank_entry& entry);

} // namespace paylink
