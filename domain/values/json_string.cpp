#include "domain/values/json_string.hpp"

#include <array>

namespace paylink {

namespace {

// The character after the backslash for each byte; 0: needs no escape, 'u': written as \u00xx.
constexpr std::array<char, 256> json_escapes = [] {
  std::array<char, 256> escapes{};
  for (std::size_t control = 0; control < 0x20; ++control) escapes[control] = 'u';
  escapes['\b'] = 'b';
  escapes['\t'] = 't';
  escapes['\n'] = 'n';
  escapes['\f'] = 'f';
  escapes['\r'] = 'r';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  return escapes;
}();

} // namespace

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += '"';
  std::size_t written = 0;
  for (std::size_t place = 0; place < text.size(); ++place) {
    const auto byte = static_cast<unsigned char>(text[place]);
    const char escape = json_escapes[byte];
    if (escape == 0) continue;
    out.append(text, written, place - written);
    out += '\\';
    out += escape;
    if (escape == 'u') out += {'0', '0', digits[byte >> 4], digits[byte & 15]};
    written = place + 1;
  }
  out.append(text, written);
  out += '"';
}

} // namespace paylink
