#include "persistence/sql/storable_text.hpp"

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

// How many bytes the character at `at` takes; 0 when it is no well-formed UTF-8 (Unicode 15, table 3-7) or is U+0000.
std::size_t character_bytes(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t offset) {
    return at + offset < text.size() ? static_cast<unsigned char>(text[at + offset]) : 0u;
  };
  const auto trails = [&](std::size_t offset, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(offset) >= low && byte(offset) <= high;
  };
  const auto lead = byte(0);
  if (lead == 0) return 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return trails(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF)
    return trails(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) && trails(2) ? 3 : 0;
  if (lead >= 0xF0 && lead <= 0xF4)
    return trails(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) && trails(2) && trails(3) ? 4 : 0;
  return 0;
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
    const auto bytes = character_bytes(text, at);
    const auto character = bytes == 0 ? replacement : text.substr(at, bytes);
    if (made.size() + character.size() > bytes_max) break;
    made.append(character);
    at += bytes == 0 ? 1 : bytes;
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

std::uint64_t fingerprint(std::string_view text, std::uint64_t seed) {
  for (const unsigned char byte : text) seed = (seed ^ byte) * 0x100000001b3;
  return seed;
}

} // namespace paylink
