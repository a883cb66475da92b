#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// An insert that returns its row number. PostgreSQL returns it in the same round trip; SQLite is asked afterwards,
/// since its RETURNING fills a temporary table first.
template <class In>
class row_insert {
public:
  row_insert(soci::session& session, dialect spoken, const std::string& sql) : session_{session} {
    if (spoken == dialect::postgresql)
      returning_.emplace(session, sql + " RETURNING row");
    else
      plain_.emplace(session, sql);
  }

  /// The new row's number; none if nothing was inserted.
  template <class... Values>
  std::optional<std::int64_t> run(const Values&... values) {
    if (returning_) {
      if (!returning_->first(values...)) return std::nullopt;
      return returning_->template column<0>().value;
    }
    long long made = 0;
    if (plain_->run(values...) == 0 || !session_.get_last_insert_id("", made)) return std::nullopt;
    return made;
  }

private:
  soci::session& session_;
  std::optional<statement<In, sql_row<sql_number>>> returning_;
  std::optional<statement<In>> plain_;
};

} // namespace paylink
