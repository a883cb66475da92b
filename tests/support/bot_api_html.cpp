#include "tests/support/bot_api_html.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace paylink::test {
namespace {

constexpr std::array<std::string_view, 16> known_tags{"b",    "strong",     "i",        "em",        "u",    "ins",
                                                      "s",    "strike",     "del",      "a",         "code", "pre",
                                                      "span", "tg-spoiler", "tg-emoji", "blockquote"};

struct open_tag {
  std::string name;
  std::size_t offset = 0;
};

/// The character of an entity at the front, and the entity's size; size 0: it is none, and `&` stands for itself.
std::pair<char32_t, std::size_t> read_entity(std::string_view text) {
  constexpr std::pair<std::string_view, char32_t> named[]{
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}};
  for (const auto& [entity, character] : named)
    if (text.starts_with(entity)) return {character, entity.size()};
  const auto end = text.find(';');
  if (!text.starts_with("&#") || end == text.npos) return {0, 0};
  const bool is_hex = text.size() > 2 && text[2] == 'x';
  const auto digits = text.substr(is_hex ? 3 : 2, end - (is_hex ? 3 : 2));
  std::uint32_t value = 0;
  const auto [read_to, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
  if (error != std::errc{} || read_to != digits.data() + digits.size() || value == 0 || value > 0x10FFFF) return {0, 0};
  return {value, end + 1};
}

class html_reader {
public:
  explicit html_reader(std::string_view html) : html_{html} {}

  parsed_html run() {
    while (at_ < html_.size() && parsed_.error.empty()) {
      if (html_[at_] == '<')
        html_.substr(at_).starts_with("</") ? close() : open();
      else
        read_character();
    }
    if (parsed_.error.empty() && !open_.empty())
      parsed_.error = "Can't find end tag corresponding to start tag \"" + open_.back().name + "\"";
    return std::move(parsed_);
  }

private:
  void read_character() {
    const auto [character, size] =
        html_[at_] == '&' ? read_entity(html_.substr(at_)) : std::pair<char32_t, std::size_t>{};
    if (size == 0)
      parsed_.text += html_[at_++];
    else
      append_utf8(parsed_.text, character), at_ += size;
  }

  std::string here() const { return " at byte offset " + std::to_string(at_); }

  // Attributes are left out, but for the one that a span must have.
  void open() {
    const auto end = html_.find('>', at_);
    const auto inside = html_.substr(at_ + 1, std::min(end, html_.size()) - at_ - 1);
    const auto name_size = inside.find_first_of(" \t\n");
    const auto name = ascii_lowered(inside.substr(0, name_size));
    if (end == html_.npos && name_size == inside.npos)
      parsed_.error = "Unclosed start tag" + here();
    else if (std::ranges::find(known_tags, name) == known_tags.end())
      parsed_.error = "Unsupported start tag \"" + name + "\"" + here();
    else if (name == "span" && inside.find("class=\"tg-spoiler\"") == inside.npos)
      parsed_.error = "Tag \"span\" must have class \"tg-spoiler\"" + here();
    else if (end == html_.npos)
      parsed_.error = "Unclosed start tag" + here();
    else
      open_.push_back({name, utf16_length(parsed_.text)});
    at_ = std::min(end, html_.size() - 1) + 1;
  }

  void close() {
    const auto end = html_.find('>', at_);
    const auto name = ascii_lowered(html_.substr(at_ + 2, std::min(end, html_.size()) - at_ - 2));
    if (end == html_.npos)
      parsed_.error = "Unclosed end tag" + here();
    else if (open_.empty())
      parsed_.error = "Unexpected end tag" + here();
    else if (open_.back().name != name)
      parsed_.error =
          "Unmatched end tag" + here() + ", expected \"</" + open_.back().name + ">\", found \"</" + name + ">\"";
    if (!parsed_.error.empty()) return;
    const auto length = utf16_length(parsed_.text) - open_.back().offset;
    if (length > 0) parsed_.entities.push_back({open_.back().name, open_.back().offset, length});
    open_.pop_back();
    at_ = end + 1;
  }

  std::string_view html_;
  std::size_t at_ = 0;
  parsed_html parsed_;
  std::vector<open_tag> open_;
};

} // namespace

parsed_html parse_telegram_html(std::string_view html) { return html_reader{html}.run(); }

std::size_t utf16_length(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) units += byte >= 0xF0 ? 2 : 1;
  }
  return units;
}

} // namespace paylink::test
