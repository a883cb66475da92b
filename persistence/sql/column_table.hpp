#pragma once
#include "persistence/sql/statement.hpp"

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <concepts>
#include <type_traits>

namespace paylink {

/// A column that a new row is given, and what stands in it: a function of what the row is made of, to a 64-bit number,
/// a text, or either as an optional.
template <class Value>
struct new_column {
  std::string_view name;
  Value value;
};

/// How a statement holds a value of a column.
template <class Value>
using column_field =
    std::conditional_t<std::integral<Value> || std::same_as<Value, std::optional<std::int64_t>>, sql_number, sql_text>;

/// The columns that the new rows of a table are given, each named once. The insert of one row and that of a whole batch
/// are both made of it, when they are prepared.
template <class Of, class... Values>
class column_table {
  template <class Value>
  using field_for = column_field<std::invoke_result_t<Value, const Of&>>;

public:
  constexpr explicit column_table(const new_column<Values>&... columns) : columns_{columns...} {}

  /// Them as parameters of a statement, with others behind them.
  template <class... Others>
  using parameters = sql_row<field_for<Values>..., Others...>;

  constexpr bool has_each_once() const {
    auto sorted = all_names();
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end();
  }

  /// `workspace_id, url`, with `before` in front of each: a colon, or a table.
  std::string names(std::string_view before = {}) const {
    return list(before, [](const auto&) { return ""; });
  }

  /// With their types, as columns of PostgreSQL's `json_to_recordset`.
  std::string json_columns() const {
    return list({}, []<class Value>(const new_column<Value>&) {
      return std::same_as<field_for<Value>, sql_number> ? " BIGINT" : " TEXT COLLATE \"C\"";
    });
  }

  /// Calls `use` with the values of a row, in the order of the names.
  template <class Use>
  decltype(auto) with_values(const Of& of, Use&& use) const {
    return std::apply([&](const auto&... column) -> decltype(auto) { return use(column.value(of)...); }, columns_);
  }

  /// Adds the values of a row to its JSON; what is NULL is left out.
  void put(boost::json::object& into, const Of& of) const {
    into.reserve(into.size() + sizeof...(Values));
    std::apply([&](const auto&... column) { (put_value(into, column.name, column.value(of)), ...); }, columns_);
  }

private:
  constexpr std::array<std::string_view, sizeof...(Values)> all_names() const {
    return std::apply([](const auto&... column) { return std::array{column.name...}; }, columns_);
  }

  template <class Behind>
  std::string list(std::string_view before, Behind behind) const {
    std::string all;
    const auto add = [&](const auto& column) {
      if (!all.empty()) all += ", ";
      all.append(before).append(column.name).append(behind(column));
    };
    std::apply([&](const auto&... column) { (add(column), ...); }, columns_);
    return all;
  }

  template <class Value>
  static void put_value(boost::json::object& into, std::string_view name, const Value& value) {
    if constexpr (requires { value.has_value(); }) {
      if (value) into.emplace(name, *value);
    } else {
      into.emplace(name, value);
    }
  }

  std::tuple<new_column<Values>...> columns_;
};

template <class Of, class... Values>
constexpr auto columns_of(const new_column<Values>&... columns) {
  return column_table<Of, Values...>{columns...};
}

} // namespace paylink
