#pragma once
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace paylink {

/// The database that a statement is written for.
enum class dialect { sqlite, postgresql };

/// The one place where the databases part: what each is given, in the order of `dialect`. A further database makes
/// every use a compile error until it has an answer of its own.
template <class Given>
constexpr Given choose(dialect spoken, Given sqlite, Given postgresql) {
  switch (spoken) {
  case dialect::sqlite:
    return sqlite;
  case dialect::postgresql:
    return postgresql;
  }
  std::abort();
}

/// Whether others may write to the database at the same time, and lock rows of it.
constexpr bool has_other_writers(dialect spoken) { return choose(spoken, false, true); }
/// Whether the database is a server: every statement costs a round trip, and it may be away for a time.
constexpr bool is_server(dialect spoken) { return choose(spoken, false, true); }

/// A statement that a server alone has a use for.
inline std::string on_server(dialect spoken, std::string text) {
  return choose(spoken, std::string{}, std::move(text));
}

/// The end of a query that picks rows to change: PostgreSQL locks them and skips rows locked by others.
constexpr std::string_view pick_rows(dialect spoken) { return choose(spoken, "", " FOR UPDATE SKIP LOCKED"); }

/// The end of a query that reads one row in order to change it in the same transaction.
constexpr std::string_view lock_row(dialect spoken) { return choose(spoken, "", " FOR UPDATE"); }

/// The same, where rows of other tables that refer to this one may come meanwhile: its key stays.
constexpr std::string_view hold_row(dialect spoken) { return choose(spoken, "", " FOR NO KEY UPDATE"); }

/// The values of a JSON array of texts as rows of one column.
constexpr std::string_view texts_of_json(dialect spoken) {
  return choose(spoken, "SELECT value FROM json_each(:texts)",
                "SELECT jsonb_array_elements_text(CAST(:texts AS jsonb))");
}

/// A condition: the number before it is one of the JSON array in `:numbers`.
constexpr std::string_view is_among_numbers(dialect spoken) {
  return choose(spoken, " IN (SELECT value FROM json_each(:numbers))",
                " = ANY (ARRAY(SELECT CAST(jsonb_array_elements_text(CAST(:numbers AS jsonb)) AS BIGINT)))");
}

/// A condition: the text before it is one of the JSON array in `:texts`.
constexpr std::string_view is_among_texts(dialect spoken) {
  return choose(spoken, " IN (SELECT value FROM json_each(:texts))",
                " = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:texts AS jsonb))))");
}

/// A condition: the row is one of those that `query` picks, which runs once.
inline std::string is_picked(dialect spoken, const std::string& query) {
  return choose(spoken, "row IN (" + query + ")", "row = ANY (ARRAY(" + query + "))");
}

/// Deletes a few of the rows that have ended before `:now`. Those that another transaction deletes are not waited for.
inline std::string forget_ended_sql(dialect spoken, std::string_view table) {
  const std::string name{table};
  return "DELETE FROM " + name + " WHERE " +
         is_picked(spoken, "SELECT row FROM " + name + " WHERE expires_at < :now ORDER BY expires_at LIMIT 20" +
                               std::string{pick_rows(spoken)});
}

/// What a failed statement means for its transaction.
enum class store_fault {
  retry,     ///< A conflict with another transaction: run the whole transaction again.
  blocked,   ///< Another transaction keeps a lock that this one needs.
  overtaken, ///< What may be there once is there: another transaction was faster, or a rule is broken.
  lost,      ///< The connection is gone.
  locked,    ///< Another process has locked the file, even after a wait.
  full,      ///< No space left.
  io,        ///< The disk failed during a write: its content is unknown.
  alone,     ///< Commits wait for no standby, though one is required.
  failing,   ///< The server's disk failed, and the server reports that nothing was written.
  closed,    ///< A signing key does not open.
  other      ///< The statement itself was refused.
};

/// A conflict with another transaction: the whole transaction is run again.
class write_conflict : public std::exception {};

/// A commit would wait for no standby, though one is required.
class standby_missing : public std::exception {
public:
  const char* what() const noexcept override { return "synchronous_standby_names is empty"; }
};

store_fault fault_of(const std::exception& error);

/// Whether a query was stopped because its time was over.
bool has_taken_too_long(const std::exception& error);

/// The loggable part of an error: no parameter values, which SOCI's own text would show.
std::string_view loggable_text(const std::exception& error, std::string& buffer);

} // namespace paylink
