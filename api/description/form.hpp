#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paylink {

struct record_description;

/// What a value is in JSON; `text` in a path, a query or a header. An `object` has members that nobody describes.
enum class json_type : std::uint8_t { text, whole_number, truth, texts, text_map, record, records, object };

/// The words of a closed list.
using word_source = std::vector<std::string_view> (*)();

/// The form of a value, wherever it occurs.
struct form {
  json_type type = json_type::text;
  std::string_view phrase{};              ///< "an id, pl_…": completes "must be" in a refusal.
  std::string_view format{};              ///< As JSON Schema names it: `date-time`, `uri`.
  std::string_view pattern{};             ///< A regular expression of ECMAScript for the whole text.
  std::optional<std::int64_t> least{};    ///< Of a number; for text its characters, for a list or map its elements.
  std::optional<std::int64_t> most{};     ///< The same.
  word_source words = nullptr;            ///< Null: any text.
  const record_description* of = nullptr; ///< Of a record, or of each in a list.
  std::string_view example{};             ///< A text as it is, everything else as JSON.
};

/// The words of an enumeration as `to_text` returns them: the domain's table is the only list. `to_text` returns
/// nothing for `none` and for invalid values.
template <class Enum>
std::vector<std::string_view> words_of() {
  constexpr int values_max = 32;
  std::vector<std::string_view> words;
  for (int value = 0; value < values_max; ++value)
    if (const auto word = to_text(static_cast<Enum>(value)); !word.empty()) words.push_back(word);
  return words;
}

/// The same without the word that stands for "none".
template <class Enum, Enum None>
std::vector<std::string_view> words_besides() {
  auto words = words_of<Enum>();
  std::erase(words, to_text(None));
  return words;
}

template <class Enum>
constexpr form one_of_words(std::string_view example) {
  return {.words = words_of<Enum>, .example = example};
}

} // namespace paylink
