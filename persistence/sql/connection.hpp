#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

#include <concepts>
#include <memory>
#include <source_location>
#include <vector>

namespace paylink {

/// The text of a statement on each database. Each is a constant of the program, beside the function that executes it,
/// and has a number of its own: its place among the prepared statements of every connection.
class sql_text_of_statement {
public:
  sql_text_of_statement(const sql_text_of_statement&) = delete;
  sql_text_of_statement& operator=(const sql_text_of_statement&) = delete;

  /// Empty: the database has no use for it.
  std::string text(dialect spoken) const { return make_ == nullptr ? std::string{text_} : make_(spoken); }
  /// The source in which it stands.
  std::string_view file() const { return file_; }
  std::size_t place() const { return place_; }

  /// All of the program.
  static const std::vector<const sql_text_of_statement*>& all();

protected:
  /// The same text on both databases.
  sql_text_of_statement(const char* text, const char* file);
  /// A text that is composed when it is first executed on a connection.
  sql_text_of_statement(std::string (*make)(dialect), const char* file);

private:
  const char* text_ = nullptr;
  std::string (*make_)(dialect) = nullptr;
  const char* file_ = nullptr;
  std::size_t place_ = 0;
};

template <class Row>
struct columns_of_row {
  using type = Row;
};
template <>
struct columns_of_row<void> {
  using type = sql_row<>;
};
template <class... Parameters>
struct parameters_of_statement {
  using type = sql_row<Parameters...>;
};
/// One parameter list in the place of single parameters.
template <class List>
  requires requires(List list) { list.fields; }
struct parameters_of_statement<List> {
  using type = List;
};

/// A statement by the types of its columns and parameters, written as those of a function:
///     const sql_statement<sql_row<sql_number>(sql_text)> find_user_sql{"SELECT row FROM users WHERE id = :id"};
/// Without columns, it is a write: `void(...)`. Instead of single parameters, one `sql_row` may name them.
template <class Signature>
class sql_statement;
template <class Columns, class... Parameters>
class sql_statement<Columns(Parameters...)> : public sql_text_of_statement {
public:
  using in = parameters_of_statement<Parameters...>::type;
  using out = columns_of_row<Columns>::type;

  explicit sql_statement(const char* text, std::source_location at = std::source_location::current())
      : sql_text_of_statement{text, at.file_name()} {}
  template <std::convertible_to<std::string (*)(dialect)> Make>
  explicit sql_statement(Make make, std::source_location at = std::source_location::current())
      : sql_text_of_statement{static_cast<std::string (*)(dialect)>(make), at.file_name()} {}
};

/// An insert that gives the number of the new row; its parameters alone are named.
template <class... Parameters>
class sql_row_insert : public sql_text_of_statement {
public:
  using in = parameters_of_statement<Parameters...>::type;

  explicit sql_row_insert(const char* text, std::source_location at = std::source_location::current())
      : sql_text_of_statement{text, at.file_name()} {}
  template <std::convertible_to<std::string (*)(dialect)> Make>
  explicit sql_row_insert(Make make, std::source_location at = std::source_location::current())
      : sql_text_of_statement{static_cast<std::string (*)(dialect)>(make), at.file_name()} {}
};

/// A connection to a database, and what has been prepared on it so far. Not thread-safe.
class connection {
public:
  connection(soci::session& session, dialect spoken);
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;

  soci::session& session() { return session_; }
  dialect spoken() const { return spoken_; }

  /// The statement, prepared by its first use here.
  template <class Signature>
  auto& operator[](const sql_statement<Signature>& wanted) {
    using wanted_type = sql_statement<Signature>;
    return prepared<statement<typename wanted_type::in, typename wanted_type::out>>(wanted, {});
  }

  /// Inserts a row and returns its number; none if nothing was inserted. PostgreSQL returns it in the same round trip;
  /// SQLite is asked afterwards, since its RETURNING fills a temporary table first.
  template <class... Parameters, class... Values>
  std::optional<std::int64_t> insert(const sql_row_insert<Parameters...>& wanted, const Values&... values) {
    using in = sql_row_insert<Parameters...>::in;
    switch (spoken_) {
    case dialect::postgresql: {
      auto& returning = prepared<statement<in, sql_row<sql_number>>>(wanted, " RETURNING row");
      if (!returning.first(values...)) return std::nullopt;
      return returning.template column<0>().value;
    }
    case dialect::sqlite:
      break;
    }
    long long made = 0;
    if (prepared<statement<in>>(wanted, {}).run(values...) == 0 || !session_.get_last_insert_id("", made))
      return std::nullopt;
    return made;
  }

private:
  /// Throws `std::logic_error` if this database has no use for the statement.
  std::string text_of(const sql_text_of_statement& wanted) const;

  template <class Prepared>
  Prepared& prepared(const sql_text_of_statement& wanted, std::string_view ending) {
    if (wanted.place() >= prepared_.size()) prepared_.resize(sql_text_of_statement::all().size());
    auto& found = prepared_[wanted.place()];
    if (!found) found = std::make_unique<Prepared>(session_, text_of(wanted).append(ending));
    return static_cast<Prepared&>(*found);
  }

  soci::session& session_;
  dialect spoken_;
  std::vector<std::unique_ptr<prepared_statement>> prepared_; ///< By their places.
};

} // namespace paylink
