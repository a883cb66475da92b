#include "persistence/sql/storable_text.hpp"

#include "domain/values/fingerprint.hpp"
#include "domain/values/utf8.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace paylink {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";
/// PostgreSQL takes index rows of up to 2,704 bytes, and a key has several texts.
constexpr std::size_t key_bytes_max = 512;

/// The character at `at`, or its replacement if PostgreSQL does not accept it.
struct storable_character {
  std::string_view text;
  std::size_t length; ///< Of what it was.
};
storable_character character_at(std::string_view text, std::size_t at) {
  const auto unit = utf8_front(text.substr(at));
  // Each byte of an invalid sequence is replaced separately.
  if (!unit.is_valid || text[at] == '\0') return {replacement, 1};
  return {text.substr(at, unit.length), unit.length};
}

boost::json::array array_of(std::string_view json) {
  boost::system::error_code failed;
  auto parsed = boost::json::parse(json, failed);
  if (failed || !parsed.is_array()) return {};
  return std::move(parsed.as_array());
}

std::string text_of(const boost::json::value& value) {
  const auto* text = value.if_string();
  return text ? std::string{text->data(), text->size()} : std::string{};
}

} // namespace

std::string storable_text(std::string_view text, std::size_t bytes_max) {
  std::string made;
  made.reserve(std::min(text.size(), bytes_max));
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, length] = character_at(text, at);
    if (made.size() + character.size() > bytes_max) break;
    made.append(character);
    at += length;
  }
  return made;
}

std::string storable_text(std::string_view text) { return storable_text(text, 3 * text.size()); }

std::string key_text(std::string_view text) {
  auto whole = storable_text(text);
  if (whole.size() <= key_bytes_max) return whole;
  std::array<char, 16> digest;
  digest.fill('0');
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), fingerprint(whole), 16).ptr;
  std::copy_backward(digits.begin(), end, digest.end());
  return storable_text(whole, key_bytes_max - ellipsis.size() - digest.size())
      .append(ellipsis)
      .append(digest.data(), digest.size());
}

std::string to_json(const std::vector<std::string>& texts) {
  if (texts.empty()) return "[]";
  boost::json::array made;
  for (const auto& text : texts) made.emplace_back(storable_text(text));
  return boost::json::serialize(made);
}

std::string to_json(const std::vector<std::int64_t>& numbers) {
  return boost::json::serialize(boost::json::array(numbers.begin(), numbers.end()));
}

std::string to_json(const std::vector<std::pair<std::string, std::string>>& pairs) {
  if (pairs.empty()) return "[]";
  boost::json::array made;
  for (const auto& [name, value] : pairs) made.push_back(boost::json::array{storable_text(name), storable_text(value)});
  return boost::json::serialize(made);
}

std::vector<std::string> texts_from_json(std::string_view json) {
  std::vector<std::string> texts;
  for (const auto& value : array_of(json)) texts.push_back(text_of(value));
  return texts;
}

std::vector<std::pair<std::string, std::string>> pairs_from_json(std::string_view json) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& value : array_of(json)) {
    const auto* pair = value.if_array();
    if (pair && pair->size() == 2) pairs.emplace_back(text_of((*pair)[0]), text_of((*pair)[1]));
  }
  return pairs;
}

} // namespace paylink
