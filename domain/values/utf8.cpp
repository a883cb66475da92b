#include "domain/values/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace paylink {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// What may follow a lead byte: how many bytes, and the range of the first of them (which excludes overlong forms,
/// surrogates and values that are too large).
struct lead_rule {
  std::size_t following = 0;
  unsigned char second_min = 0x80, second_max = 0xBF;
};

constexpr lead_rule rule_of(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return {1, 0x80, 0xBF};
  if (lead == 0xE0) return {2, 0xA0, 0xBF};
  if (lead == 0xED) return {2, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {2, 0x80, 0xBF};
  if (lead == 0xF0) return {3, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {3, 0x80, 0xBF};
  if (lead == 0xF4) return {3, 0x80, 0x8F};
  return {};
}

/// How many bytes at the front are ASCII; eight at a time, since most texts are nothing else.
std::size_t ascii_run(std::string_view text) {
  std::size_t run = 0;
  for (std::uint64_t word = 0; run + sizeof word <= text.size(); run += sizeof word) {
    std::memcpy(&word, text.data() + run, sizeof word);
    if (word & 0x8080808080808080u) break;
  }
  while (run < text.size() && static_cast<unsigned char>(text[run]) < 0x80) ++run;
  return run;
}

} // namespace

utf8_unit utf8_front(std::string_view text) {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  if (byte(0) < 0x80) return {1, true};
  const auto rule = rule_of(byte(0));
  if (rule.following == 0) return {1, false};
  if (text.size() < 2 || byte(1) < rule.second_min || byte(1) > rule.second_max) return {1, false};
  for (std::size_t at = 2; at <= rule.following; ++at)
    if (at >= text.size() || (byte(at) & 0xC0) != 0x80) return {at, false};
  return {rule.following + 1, true};
}

std::size_t utf8_fault(std::string_view text) {
  for (std::size_t at = 0;;) {
    at += ascii_run(text.substr(at));
    if (at == text.size()) return at;
    const auto unit = utf8_front(text.substr(at));
    if (!unit.is_valid) return at;
    at += unit.length;
  }
}

void append_repaired_utf8(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const auto sound = utf8_fault(text);
    out += text.substr(0, sound);
    text.remove_prefix(sound);
    if (text.empty()) break;
    out += replacement;
    text.remove_prefix(utf8_front(text).length);
  }
}

void append_utf8(std::string& out, char32_t character) {
  const auto tail = [character](int shift) { return static_cast<char>(0x80 | (character >> shift & 0x3F)); };
  if (character < 0x80) {
    out += static_cast<char>(character);
  } else if (character < 0x800) {
    out += static_cast<char>(0xC0 | character >> 6);
    out += tail(0);
  } else if (character > 0x10FFFF || (character >= 0xD800 && character <= 0xDFFF)) {
    out += replacement;
  } else if (character < 0x10000) {
    out += static_cast<char>(0xE0 | character >> 12);
    out += tail(6);
    out += tail(0);
  } else {
    out += static_cast<char>(0xF0 | character >> 18);
    out += tail(12);
    out += tail(6);
    out += tail(0);
  }
}

std::string_view utf8_prefix(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  while (bytes_max > 0 && (static_cast<unsigned char>(text[bytes_max]) & 0xC0) == 0x80) --bytes_max;
  return text.substr(0, bytes_max);
}

std::string_view shown_name(std::string_view name) {
  constexpr std::size_t bytes_max = 64;
  return utf8_prefix(name, bytes_max);
}

} // namespace paylink
