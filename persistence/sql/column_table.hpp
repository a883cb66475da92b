#pragma once
#include "persistence/sql/statement.hpp"

#include <algorithm>
#include <array>
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
  using row = Of;
  static constexpr std::size_t size = sizeof...(Values);

  constexpr explicit column_table(const new_column<Values>&... columns) : columns_{columns...} {}

  /// Them as parameters of a statement, with others behind them.
  template <class... Others>
  using parameters = sql_row<field_for<Values>..., Others...>;

  /// A parameter of this type for each.
  template <class Field>
  using each_as = sql_row<std::conditional_t<true, Field, Values>...>;

  constexpr bool has_each_once() const {
    auto sorted = all_names();
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end();
  }

  /// `workspace_id, url`, with `before` in front of each: a colon, or a table.
  std::string names(std::string_view before = {}) const {
    std::string all;
    each([&](std::string_view name, bool) { all.append(all.empty() ? "" : ", ").append(before).append(name); });
    return all;
  }

  /// Calls `use` with the name of each column, and whether it has numbers.
  template <class Use>
  void each(Use&& use) const {
    std::apply(
        [&]<class... Column>(const new_column<Column>&... column) {
          (use(column.name, std::same_as<field_for<Column>, sql_number>), ...);
        },
        columns_);
  }

  /// The same columns, and further ones, for rows that can be converted to such a row.
  template <class Whole, class... Further>
  constexpr auto within(const new_column<Further>&... further) const {
    return std::apply(
        [&](const auto&... own) { return column_table<Whole, Values..., Further...>{own..., further...}; }, columns_);
  }

  /// Calls `use` with the values of a row, in the order of the names.
  template <class Use>
  decltype(auto) with_values(const Of& of, Use&& use) const {
    return std::apply([&](const auto&... column) -> decltype(auto) { return use(column.value(of)...); }, columns_);
  }

private:
  constexpr std::array<std::string_view, sizeof...(Values)> all_names() const {
    return std::apply([](const auto&... column) { return std::array{column.name...}; }, columns_);
  }

  std::tuple<new_column<Values>...> columns_;
};

template <class Of, class... Values>
constexpr auto columns_of(const new_column<Values>&... columns) {
  return column_table<Of, Values...>{columns...};
}

} // namespace paylink
