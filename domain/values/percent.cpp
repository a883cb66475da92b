#include "domain/values/percent.hpp"

#include "domain/values/ascii.hpp"

namespace paylink {

namespace {

bool is_unreserved(char c) { return is_ascii_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~'; }

} // namespace

void append_percent_encoded(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  append_percent_encoded(out, text);
  return out;
}

std::optional<char> percent_decoded_byte(std::string_view text) {
  if (text.size() < 3 || text.front() != '%') return std::nullopt;
  const int high = hex_value(text[1]), low = hex_value(text[2]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

} // namespace paylink
