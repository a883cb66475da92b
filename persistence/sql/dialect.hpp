#pragma once
#include <exception>
#include <string>
#include <string_view>

namespace paylink {

/// Which database a statement is written for, where the two differ.
enum class dialect { sqlite, postgresql };

/// The end of a query that picks rows to change: PostgreSQL locks them and passes over those that others hold.
constexpr std::string_view pick_rows(dialect spoken) {
  return spoken == dialect::postgresql ? " FOR UPDATE SKIP LOCKED" : "";
}

/// The end of a query that reads one row in order to change it in the same transaction.
constexpr std::string_view hold_row(dialect spoken) { return spoken == dialect::postgresql ? " FOR UPDATE" : ""; }

/// The values of a JSON array of texts as rows of one column.
constexpr std::string_view texts_of_json(dialect spoken) {
  return spoken == dialect::postgresql ? "SELECT jsonb_array_elements_text(CAST(:texts AS jsonb))"
                                       : "SELECT value FROM json_each(:texts)";
}

/// A condition: the number before it is one of the JSON array in `:numbers`.
constexpr std::string_view is_among_numbers(dialect spoken) {
  return spoken == dialect::postgresql
             ? " = ANY (ARRAY(SELECT CAST(jsonb_array_elements_text(CAST(:numbers AS jsonb)) AS BIGINT)))"
             : " IN (SELECT value FROM json_each(:numbers))";
}

/// A condition: the text before it is one of the JSON array in `:texts`.
constexpr std::string_view is_among_texts(dialect spoken) {
  return spoken == dialect::postgresql ? " = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:texts AS jsonb))))"
                                       : " IN (SELECT value FROM json_each(:texts))";
}

/// A condition: the row is one of those that `query` picks, which runs once.
inline std::string is_picked(dialect spoken, const std::string& query) {
  return spoken == dialect::postgresql ? "row = ANY (ARRAY(" + query + "))" : "row IN (" + query + ")";
}

/// What a failed statement means for its transaction.
enum class store_fault {
  retry,   ///< Another transaction was in the way: the whole one is run again.
  blocked, ///< Another transaction holds what this one needs, and goes on holding it.
  lost,    ///< The connection is gone.
  locked,  ///< Another process holds the file, and has been waited for.
  full,    ///< There is no room to write.
  io,      ///< The disk failed under a write: what it holds is unknown.
  alone,   ///< The server has no standby that a commit waits for, and must have one.
  failing, ///< The server's disk failed, and the server says that nothing was written.
  closed,  ///< A signing key does not open.
  other    ///< The statement itself was refused.
};

/// Another transaction was in the way of this one's plan: the whole one is run again.
class write_conflict : public std::exception {};

/// A commit would wait for no standby, though one is required.
class standby_missing : public std::exception {
public:
  const char* what() const noexcept override { return "synchronous_standby_names is empty"; }
};

store_fault fault_of(const std::exception& error);

/// Whether a query was ended because its time was over.
bool has_taken_too_long(const std::exception& error);

/// What may be logged of an error: no values of parameters, which SOCI's own text would show.
std::string_view loggable_text(const std::exception& error, std::string& buffer);

} // namespace paylink
