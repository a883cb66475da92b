#pragma once
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace paylink {

/// The words of an enumeration whose values count from 0, each at the index of its value, for both directions.
template <class Enum, std::size_t Size>
struct word_list {
  std::pair<Enum, std::string_view> rows[Size];

  constexpr std::string_view word(Enum value) const {
    const auto place = static_cast<std::size_t>(value);
    return place < Size ? rows[place].second : std::string_view{};
  }

  /// None if the text is not a word of the list; empty text never is.
  constexpr std::optional<Enum> find(std::string_view text) const {
    if (text.empty()) return std::nullopt;
    for (const auto& [value, word] : rows)
      if (word == text) return value;
    return std::nullopt;
  }

  /// Whether every row is at the index of its value.
  constexpr bool is_in_order() const {
    for (std::size_t place = 0; place < Size; ++place)
      if (static_cast<std::size_t>(rows[place].first) != place) return false;
    return true;
  }
};

/// `a, b or c`, if " or " stands before the last.
template <class Words>
std::string joined(const Words& words, std::string_view before_last = ", ") {
  std::string text;
  for (auto at = std::begin(words); at != std::end(words); ++at) {
    if (at != std::begin(words)) text += std::next(at) == std::end(words) ? before_last : ", ";
    text += *at;
  }
  return text;
}

} // namespace paylink
