#pragma once
#include "api/description/described.hpp"
#include "api/description/forms.hpp"
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

#include <concepts>
#include <functional>
#include <ranges>

/// Records of answers. A row of a record's table has the member's name, its form, how its value is found, and its
/// description. The value's type says how it is written: ids, enumerations and times as text, money as a text of
/// digits. An empty value (a text, an id, a list, an optional) is `null` or left out, as the member's `presence` says;
/// if that is `always`, it is written as it is.
namespace paylink {

/// Text from outside: invalid UTF-8 becomes U+FFFD.
struct foreign_text {
  std::string_view bytes;
};

/// A value that is JSON already.
struct written_json {
  std::string json;
};

/// A member's value: the object's data member, or what its function without arguments returns; `Further`: of the
/// object that is found there.
template <auto First, auto... Further>
inline constexpr auto get = [](const auto& of) -> decltype(auto) {
  if constexpr (sizeof...(Further) == 0) {
    return std::invoke(First, of);
  } else {
    static_assert(std::is_reference_v<decltype(std::invoke(First, of))>, "a part of what has gone by then");
    return get<Further...>(std::invoke(First, of));
  }
};

/// The object itself: for a record inside that shows a part of it.
inline constexpr auto itself = [](const auto& of) -> const auto& { return of; };

namespace values {

template <class Value>
concept text = std::convertible_to<const Value&, std::string_view>;
template <class Value>
concept worded = std::is_enum_v<Value>;
template <class Value>
concept id = requires(const Value& value) { value.view(); };
template <class Value>
concept reference = requires(const Value& value) { value.text(); };
/// A pointer or an optional.
template <class Value>
concept possible = !text<Value> && requires(const Value& value) { *value, static_cast<bool>(value); };

template <class Value>
auto text_of(const Value& value) {
  if constexpr (text<Value>)
    return std::string_view{value};
  else if constexpr (worded<Value>)
    return to_text(value);
  else if constexpr (id<Value>)
    return value.view();
  else
    return value.text();
}

template <class Value>
bool is_empty(const Value& value) {
  if constexpr (text<Value> || worded<Value> || id<Value>)
    return text_of(value).empty();
  else if constexpr (std::same_as<Value, foreign_text>)
    return value.bytes.empty();
  else if constexpr (std::same_as<Value, written_json>)
    return value.json.empty();
  else if constexpr (possible<Value>)
    return !value || is_empty(*value);
  else if constexpr (std::ranges::range<Value>)
    return std::ranges::empty(value);
  else
    return false;
}

void put_text(std::string& out, std::string_view text);
void put_number(std::string& out, std::int64_t number);
void put(std::string& out, const foreign_text& text);
void put(std::string& out, timestamp time);
void put(std::string& out, money amount);

/// `[a,b]`, each element by `put_one(out, element)`.
template <class Range, class Put>
void put_each(std::string& out, const Range& range, Put put_one) {
  char before = '[';
  for (const auto& one : range) {
    out += before;
    put_one(out, one);
    before = ',';
  }
  out += before == '[' ? "[]" : "]";
}

template <class Value>
void put_value(std::string& out, const Value& value) {
  if constexpr (std::same_as<Value, bool>)
    out += value ? "true" : "false";
  else if constexpr (std::integral<Value>)
    put_number(out, static_cast<std::int64_t>(value));
  else if constexpr (std::same_as<Value, written_json>)
    out += value.json;
  else if constexpr (std::same_as<Value, foreign_text> || std::same_as<Value, timestamp> || std::same_as<Value, money>)
    put(out, value);
  else if constexpr (std::same_as<Value, std::chrono::milliseconds>)
    put_number(out, value.count());
  else if constexpr (possible<Value>) {
    if (value)
      put_value(out, *value);
    else
      out += "null";
  } else if constexpr (text<Value> || worded<Value> || id<Value> || reference<Value>)
    put_text(out, text_of(value));
  else if constexpr (requires { value.begin()->second; }) {
    char before = '{';
    for (const auto& [name, is] : value) {
      out += before;
      put_text(out, name);
      out += ':';
      put_text(out, is);
      before = ',';
    }
    out += before == '{' ? "{}" : "}";
  } else
    put_each(out, value, [](std::string& to, const auto& one) { put(to, foreign_text{text_of(one)}); });
}

/// Writes the name, and `null` for an empty value that may be; returns whether the value is still to be written.
bool begin(std::string& out, const member_description& as, bool is_empty);

} // namespace values

template <class Of, class... In>
struct written_record;

/// How a member is written: with its name, and a comma unless it is the first.
template <class Of, class... In>
using member_writer = void (*)(std::string& out, const member_description& as, const Of& of, const In&... in);

/// One row of the table of a record of `Of`. `Get` finds the value, and is called with the object, or with the further
/// arguments of the record, too.
template <class Of, class... In>
struct member_row {
  member_description described;
  member_writer<Of, In...> write;

  template <class Get>
  consteval member_row(std::string_view name, const form& has, Get, std::string_view sentence,
                       presence is = presence::always, std::string_view example = {}, bool is_in_example = true)
      : described{name, has, sentence, is, example, is_in_example}, write{write_value<Get>} {}

  /// A record inside, or a list of them; it may need the same further arguments.
  template <class Part, class... With, class Get>
  consteval member_row(std::string_view name, const written_record<Part, With...>& part, Get, std::string_view sentence,
                       presence is = presence::always, bool is_in_example = true)
      : described{name,         is_list<Part, Get> ? forms::records(part) : forms::record(part), sentence, is, {},
                  is_in_example},
        write{write_part<written_record<Part, With...>, Part, Get>} {}

private:
  template <class Get>
  static decltype(auto) found(const Of& of, const In&... in) {
    if constexpr (std::invocable<Get, const Of&>)
      return Get{}(of);
    else
      return Get{}(of, in...);
  }

  template <class Part, class Get>
  static constexpr bool is_list = [] {
    using found_value =
        std::remove_cvref_t<decltype(found<Get>(std::declval<const Of&>(), std::declval<const In&>()...))>;
    return std::ranges::range<found_value> && !std::convertible_to<const found_value&, const Part&>;
  }();

  template <class Get>
  static void write_value(std::string& out, const member_description& as, const Of& of, const In&... in) {
    const auto& value = found<Get>(of, in...);
    if (values::begin(out, as, values::is_empty(value))) values::put_value(out, value);
  }

  template <class Record, class Part, class Get>
  static void write_part(std::string& out, const member_description& as, const Of& of, const In&... in) {
    const auto& value = found<Get>(of, in...);
    const auto put = [&](std::string& to, const Part& part) {
      const auto& record = static_cast<const Record&>(*as.has.of);
      if constexpr (std::same_as<Record, written_record<Part>>)
        record(to, part);
      else
        record(to, part, in...);
    };
    if constexpr (std::convertible_to<decltype(value), const Part&>) {
      if (values::begin(out, as, false)) put(out, value);
    } else if constexpr (is_list<Part, Get>) {
      if (values::begin(out, as, std::ranges::empty(value))) values::put_each(out, value, put);
    } else {
      if (values::begin(out, as, !value)) put(out, *value);
    }
  }
};

/// The table of a record's members.
template <std::size_t Count, class Of, class... In>
struct member_table {
  std::array<member_description, Count> described;
  std::array<member_writer<Of, In...>, Count> writers;
};

template <class Of, class... In, std::size_t Count>
consteval auto members_of(const member_row<Of, In...> (&rows)[Count]) {
  member_table<Count, Of, In...> table{};
  for (std::size_t i = 0; i < Count; ++i) {
    table.described[i] = rows[i].described;
    table.writers[i] = rows[i].write;
  }
  return table;
}

/// A record that answers contain. Called with a string and an object, it appends the object as JSON; `In` are the types
/// of what its members need besides the object.
template <class Of, class... In>
struct written_record : record_description {
  std::span<const member_writer<Of, In...>> writers;

  template <std::size_t Count>
  consteval written_record(const record_description& described, const member_table<Count, Of, In...>& table,
                           std::size_t count = Count)
      : record_description{described}, writers{std::span{table.writers}.first(count)} {
    members = std::span{table.described}.first(count);
  }
  /// `count`: of a record that has only the first members of the table.
  template <std::size_t Count>
  consteval written_record(std::string_view named, std::string_view saying, const member_table<Count, Of, In...>& table,
                           std::size_t count = Count)
      : written_record{record_description{.name = named, .sentence = saying}, table, count} {}

  void operator()(std::string& out, const Of& of, const In&... in) const {
    out += '{';
    for (std::size_t i = 0; i < writers.size(); ++i) writers[i](out, members[i], of, in...);
    out += '}';
  }

  /// The same for the rows of a list.
  auto with(const In&... in) const {
    return [this, in...](std::string& out, const Of& of) { (*this)(out, of, in...); };
  }

  std::string json(const Of& of, const In&... in) const {
    std::string out;
    (*this)(out, of, in...);
    return out;
  }
};

} // namespace paylink
