#pragma once
#include "persistence/sql/column_table.hpp"

#include <charconv>

namespace paylink {

/// A column of a batch's rows as an array, in the notation of PostgreSQL's parameters. If all rows have the same value,
/// it is one element with the index 0, which the server reads once: in most batches, most columns are so.
class column_array {
public:
  template <class Value>
  void add(const Value& value) {
    if (varies_) {
      put(elements_ += ',', value);
      return;
    }
    element_.clear();
    put(element_, value);
    if (count_ == 0)
      first_ = element_;
    else if (element_ != first_)
      spread();
    ++count_;
  }

  std::string text() const {
    if (varies_) return '{' + elements_ + '}';
    return count_ == 0 ? "{}" : "[0:0]={" + first_ + '}';
  }

private:
  void spread() {
    for (std::size_t i = 0; i < count_; ++i) elements_.append(first_).append(",");
    elements_ += element_;
    varies_ = true;
  }

  static void put(std::string& into, std::int64_t value) {
    std::array<char, 20> digits;
    into.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  static void put(std::string& into, std::string_view value) {
    into += '"';
    for (auto rest = value; !rest.empty();) {
      const auto plain = std::min(rest.find_first_of(R"("\)"), rest.size());
      into += rest.substr(0, plain);
      rest.remove_prefix(plain);
      if (rest.empty()) break;
      (into += '\\') += rest.front();
      rest.remove_prefix(1);
    }
    into += '"';
  }
  // A template, so that a text is never converted to an optional one.
  template <class Value>
  static void put(std::string& into, const std::optional<Value>& value) {
    if (value)
      put(into, *value);
    else
      into += "NULL";
  }

  std::string first_, element_; ///< As they stand in the notation.
  std::size_t count_ = 0;       ///< Of equal values.
  bool varies_ = false;
  std::string elements_;
};

/// The rows of a batch, as parameters of a statement that reads them with `unnested`: how many there are, and their
/// columns.
template <const auto& Columns>
class column_arrays {
  using table = std::remove_cvref_t<decltype(Columns)>;

public:
  using parameters = joined_row<sql_row<sql_number>, typename table::template each_as<sql_text>>;

  void add(const table::row& row) {
    Columns.with_values(row, [this](const auto&... values) {
      std::size_t place = 0;
      (arrays_[place++].add(values), ...);
    });
    ++rows_;
  }

  /// Calls `use` with the parameters.
  template <class Use>
  decltype(auto) with_parameters(Use&& use) const {
    return [&]<std::size_t... Places>(std::index_sequence<Places...>) -> decltype(auto) {
      return use(rows_, arrays_[Places].text()...);
    }(std::make_index_sequence<table::size>{});
  }

private:
  std::int64_t rows_ = 0;
  std::array<column_array, table::size> arrays_;
};

/// A subquery of PostgreSQL with the rows of `column_arrays`. Its parameters are called like the columns, with `prefix`
/// before them where a statement has two such subqueries. The series makes the planner, which never sees the arrays,
/// expect a thousand rows: for the ten that it expects of arrays, it compares each row of a batch with each other.
template <const auto& Columns>
std::string unnested(const std::string& prefix = {}) {
  std::string values, parameters, arrays;
  Columns.each([&](std::string_view name, bool is_number) {
    const std::string column{name};
    const std::string separator = values.empty() ? "" : ", ";
    values += separator + "COALESCE(a." + column + ", given." + column + "[0])" +
              (is_number ? " AS " : " COLLATE \"C\" AS ") + column;
    parameters += ", CAST(:" + prefix + column + (is_number ? " AS BIGINT[]) AS " : " AS TEXT[]) AS ") + column;
    arrays += ", unnest(given." + column + ")";
  });
  return "(SELECT " + values + " FROM (SELECT CAST(:" + prefix + "rows AS INT) AS rows" + parameters +
         ") AS given, ROWS FROM (generate_series(1, given.rows)" + arrays + ") AS a (number_of_row, " +
         Columns.names() + "))";
}

} // namespace paylink
