#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::test {

/// A part of a text that has a style, in UTF-16 code units.
struct text_entity {
  std::string tag;
  std::size_t offset = 0, length = 0;
  bool operator==(const text_entity&) const = default;
};

/// What Telegram makes of a text with HTML markup.
struct parsed_html {
  std::string text{};
  std::vector<text_entity> entities{}; ///< In the order of their ends.
  std::string error{};                 ///< As it stands behind `can't parse entities: `; empty: none.
};

/// Reads markup by the documented rules: the tags that Telegram knows, each closed in its order; four named entities
/// and numeric ones. Written from the documentation, without the renderer.
parsed_html parse_telegram_html(std::string_view html);

/// The length of valid UTF-8 in UTF-16 code units, counted by lead bytes.
std::size_t utf16_length(std::string_view text);

} // namespace paylink::test
