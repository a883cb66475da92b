#pragma once
#include "failpoints/prepared_statement.hpp"
#include "persistence/sql/invariant.hpp"

#include <algorithm>
#include <boost/pfr/core.hpp>
#include <concepts>
#include <cstdint>
#include <optional>
#include <soci/soci.h>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

/// Prepared statements over SOCI with typed parameters and columns. SOCI knows no `std::optional`; null is handled
/// here.
namespace paylink {

/// A whole number of a row, or null.
struct sql_number {
  long long value = 0;
  soci::indicator state = soci::i_ok;

  bool is_null() const { return state == soci::i_null; }
  long long or_zero() const { return is_null() ? 0 : value; }
  /// SOCI leaves the value of the row before in a column that is null.
  void forget_if_null() {
    if (is_null()) value = 0;
  }
  std::optional<std::int64_t> maybe() const { return is_null() ? std::nullopt : std::optional<std::int64_t>{value}; }

  void assign(std::int64_t given) {
    value = given;
    state = soci::i_ok;
  }
  void assign(std::optional<std::int64_t> given) {
    value = given.value_or(0);
    state = given ? soci::i_ok : soci::i_null;
  }
};

/// A text of a row, or null.
struct sql_text {
  std::string value;
  soci::indicator state = soci::i_ok;

  bool is_null() const { return state == soci::i_null; }
  std::string_view view() const { return is_null() ? std::string_view{} : std::string_view{value}; }
  void forget_if_null() {
    if (is_null()) value.clear();
  }

  void assign(std::string_view given) {
    value.assign(given);
    state = soci::i_ok;
  }
  void assign(std::nullopt_t) {
    value.clear();
    state = soci::i_null;
  }
  // A template, so that a text is never converted to an optional one.
  template <class Text>
  void assign(const std::optional<Text>& given) {
    given ? assign(std::string_view{*given}) : assign(std::nullopt);
  }
};

/// A piece of SQL as a template argument.
template <std::size_t Size>
struct sql_piece {
  // Implicit: it is written as a literal.
  consteval sql_piece(const char (&given)[Size]) { std::ranges::copy(given, text); }
  char text[Size];
};

/// A number of a row with the SQL of its column, which `sql_columns` lists.
template <sql_piece Sql>
struct number_column : sql_number {
  static constexpr std::string_view sql{Sql.text};
};
/// A text of a row with the SQL of its column.
template <sql_piece Sql>
struct text_column : sql_text {
  static constexpr std::string_view sql{Sql.text};
};

/// A parameter that is NULL.
inline constexpr std::optional<std::int64_t> null_number;
/// Rows are numbered from 1.
constexpr std::optional<std::int64_t> row_or_null(std::int64_t row) {
  return row == 0 ? null_number : std::optional{row};
}

/// The parameters or columns of a statement, by position. An aggregate of fields or of other rows serves as well.
template <class... Fields>
struct sql_row {
  std::tuple<Fields...> fields;

  template <class... Values>
  void assign(const Values&... values) {
    static_assert(sizeof...(Values) == sizeof...(Fields), "one value for each parameter");
    std::apply([&](auto&... field) { (field.assign(values), ...); }, fields);
  }
};

template <class Fields>
struct row_from;
template <class... Fields>
struct row_from<std::tuple<Fields...>> {
  using type = sql_row<Fields...>;
};
/// The fields of several rows as one.
template <class... Rows>
using joined_row = row_from<decltype(std::tuple_cat(std::declval<Rows>().fields...))>::type;

template <class Field>
concept sql_field = std::derived_from<Field, sql_number> || std::derived_from<Field, sql_text>;

/// Calls `use` with each number and text of a row, in the order of its members.
template <class Row, class Use>
void each_field(Row& row, const Use& use) {
  if constexpr (sql_field<Row>)
    use(row);
  else if constexpr (requires { row.fields; })
    std::apply([&](auto&... parts) { (each_field(parts, use), ...); }, row.fields);
  else
    boost::pfr::for_each_field(row, [&](auto& part) { each_field(part, use); });
}

/// The SQL of a row's columns, as SELECT and RETURNING list them. `given`: the SQL of those members that are a bare
/// `sql_number` or `sql_text`, in their order.
template <class Row>
std::string sql_columns(std::initializer_list<std::string_view> given = {}) {
  std::string list;
  auto next = given.begin();
  const auto add = [&]<class Field>(const Field&) {
    list.append(list.empty() ? "" : ", ");
    if constexpr (requires { Field::sql; }) {
      list.append(Field::sql);
    } else {
      ensure(next != given.end(), "each column of a row has its SQL");
      list.append(*next++);
    }
  };
  Row row;
  each_field(row, add);
  ensure(next == given.end(), "a row's columns have their SQL once");
  return list;
}

/// Anything that is prepared on a connection.
class prepared_statement {
public:
  virtual ~prepared_statement() = default;

protected:
  prepared_statement() = default;
  prepared_statement(const prepared_statement&) = default;
  prepared_statement& operator=(const prepared_statement&) = default;
};

/// A statement that is prepared once per connection, when it is first executed: a connection uses few of its
/// statements. Its text may name a parameter only once. Every execution reads all rows: a half-read SQLite statement
/// would keep an old snapshot open.
template <class In = sql_row<>, class Out = sql_row<>>
class statement final : public prepared_statement {
public:
  statement(soci::session& session, const std::string& sql) : statement_{session} {
    each_field(in_, [this](auto& field) { statement_.exchange(soci::use(field.value, field.state)); });
    each_field(out_, [this](auto& field) { statement_.exchange(soci::into(field.value, field.state)); });
    PAYLINK_PREPARED(&session, sql);
    unprepared_ = sql;
  }
  statement(const statement&) = delete;
  statement& operator=(const statement&) = delete;

  /// Executes and returns whether there was a row; the first one is then in `out()`.
  template <class... Values>
  bool first(const Values&... values) {
    begin(values...);
    if (!statement_.execute(true)) return false;
    // The columns keep the first row: SOCI leaves them alone when no further row comes, which is the rule here.
    while (statement_.fetch()) {
    }
    forget_nulls();
    return true;
  }

  /// Executes, and calls `use` with the columns of each row.
  template <class Use, class... Values>
  void each(Use&& use, const Values&... values) {
    begin(values...);
    for (bool more = statement_.execute(true); more; more = statement_.fetch()) {
      forget_nulls();
      use(out_);
    }
  }

  /// Executes a write and returns how many rows it changed.
  template <class... Values>
  long long run(const Values&... values) {
    begin(values...);
    statement_.execute(true);
    return statement_.get_affected_rows();
  }

  const Out& out() const { return out_; }

  /// The column at a position, for rows without a name.
  template <std::size_t Position>
  const auto& column() const {
    return std::get<Position>(out_.fields);
  }

private:
  void forget_nulls() {
    each_field(out_, [](auto& field) { field.forget_if_null(); });
  }

  template <class... Values>
  void begin(const Values&... values) {
    if (!unprepared_.empty()) prepare();
    in_.assign(values...);
  }

  void prepare() {
    if (!std::exchange(is_allocated_, true)) statement_.alloc(); // a second try after a failed one
    statement_.prepare(unprepared_);
    statement_.define_and_bind();
    unprepared_ = {};
  }

  In in_;
  Out out_;
  soci::statement statement_;
  std::string unprepared_; ///< The text, until it is prepared.
  bool is_allocated_ = false;
};

/// A column of an anonymous row.
template <std::size_t Position, class... Fields>
const auto& column_at(const sql_row<Fields...>& columns) {
  return std::get<Position>(columns.fields);
}

} // namespace paylink
