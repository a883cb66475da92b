#pragma once
#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace paylink {

/// An enumeration that is stored as text: a table of such rows has a word for each of its values.
template <class Value>
struct stored_word {
  Value value;
  std::string_view text;
};

template <class Value, std::size_t Size>
std::string_view text_in(const stored_word<Value> (&words)[Size], Value value) {
  for (const auto& candidate : words)
    if (candidate.value == value) return candidate.text;
  return {};
}

template <class Value, std::size_t Size>
Value value_in(const stored_word<Value> (&words)[Size], std::string_view text) {
  for (const auto& candidate : words)
    if (candidate.text == text) return candidate.value;
  // The schema's CHECK lists exactly these words.
  throw std::logic_error{"a word in the database is not in the table"};
}

} // namespace paylink
