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
    if (varies_) return put(elements_ += ',', value);
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
    value ? put(into, *value) : void(into += "NULL");
  }

  std::string first_, element_; ///< As they stand in the notation.
  std::size_t count_ = 0;       ///< Of equal values.
  bool varies_ = false;
  std::string elements_;
};

/// The rows of a batch, as parameters of a statement that reads them with `unnested`.
template <class Of, class... Values>
class column_arrays {
  template <class>
  using array_for = column_array;

public:
  explicit column_arrays(const column_table<Of, Values...>& columns) : columns_{columns} {}

  void add(const Of& row) {
    columns_.with_values(row, [this](const auto&... values) {
      std::apply([&](auto&... arrays) { (arrays.add(values), ...); }, arrays_);
    });
  }

  /// Calls `use` with the parameters, in the order of the columns.
  template <class Use>
  decltype(auto) with_texts(Use&& use) const {
    return std::apply([&](const auto&... arrays) -> decltype(auto) { return use(arrays.text()...); }, arrays_);
  }

private:
  const column_table<Of, Values...>& columns_;
  std::tuple<array_for<Values>...> arrays_;
};

/// The parameters of a statement that reads `column_arrays` of these columns.
template <const auto& Columns>
using array_parameters = typename std::remove_cvref_t<decltype(Columns)>::template each_as<sql_text>;

/// A subquery of PostgreSQL with the rows of `column_arrays`. Its parameters are called like the columns, with `prefix`
/// before them where a statement has two such subqueries.
template <class Of, class... Values>
std::string unnested(const column_table<Of, Values...>& columns, std::string_view prefix = {}) {
  std::string values, parameters, arrays;
  columns.each([&](std::string_view name, bool is_number) {
    const auto separator = values.empty() ? "" : ", ";
    const std::string column{name};
    values += separator + ("COALESCE(a." + column) + ", given." + column + "[0])" +
              (is_number ? " AS " : " COLLATE \"C\" AS ") + column;
    parameters += separator + ("CAST(:" + std::string{prefix} + column) +
                  (is_number ? " AS BIGINT[]) AS " : " AS TEXT[]) AS ") + column;
    arrays += separator + ("given." + column);
  });
  return "(SELECT " + values + " FROM (SELECT " + parameters + ") AS given, unnest(" + arrays + ") AS a (" +
         columns.names() + "))";
}

} // namespace paylink
