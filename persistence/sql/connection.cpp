#include "persistence/sql/connection.hpp"

#include <stdexcept>

namespace paylink {
namespace {

// A function's own variable: the constants are made before main() begins, in an order that nobody knows.
std::vector<const sql_text_of_statement*>& known_texts() {
  static std::vector<const sql_text_of_statement*> known;
  return known;
}

} // namespace

sql_text_of_statement::sql_text_of_statement(const char* text, const char* file)
    : text_{text}, file_{file}, place_{known_texts().size()} {
  known_texts().push_back(this);
}

sql_text_of_statement::sql_text_of_statement(std::string (*make)(dialect), const char* file)
    : make_{make}, file_{file}, place_{known_texts().size()} {
  known_texts().push_back(this);
}

const std::vector<const sql_text_of_statement*>& sql_text_of_statement::all() { return known_texts(); }

connection::connection(soci::session& session, dialect spoken) : session_{session}, spoken_{spoken} {
#ifdef PAYLINK_FAILPOINTS
  if (!failpoints::sees_statements()) return;
  for (const auto* one : sql_text_of_statement::all()) PAYLINK_PREPARED(&session, one->text(spoken));
#endif
}

std::string connection::text_of(const sql_text_of_statement& wanted) const {
  auto text = wanted.text(spoken_);
  if (text.empty())
    throw std::logic_error{std::string{wanted.file()} + ": a statement of another database was about to be executed"};
  return text;
}

} // namespace paylink
