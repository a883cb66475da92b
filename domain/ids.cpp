#include "domain/ids.hpp"

#include <cstdint>

namespace paylink {

namespace {

constexpr std::string_view base32_digits = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::string_view base62_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::size_t public_id_size = 22;

constexpr std::array<std::int8_t, 256> base32_values = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t value = 0; value < base32_digits.size(); ++value)
    values[static_cast<unsigned char>(base32_digits[value])] = static_cast<std::int8_t>(value);
  return values;
}();

int base32_value(char c) { return base32_values[static_cast<unsigned char>(c)]; }

std::uint64_t read_big_endian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (const auto byte : bytes) value = value << 8 | std::to_integer<std::uint64_t>(byte);
  return value;
}

/// Writes the low 5 × `count` bits of `value`.
void write_base32(char* out, std::uint64_t value, int count) {
  for (int place = count - 1; place >= 0; --place, value >>= 5) out[place] = base32_digits[value & 31];
}

} // namespace

std::array<char, 26> make_sortable_text(timestamp now, random_source& random) {
  std::array<std::byte, 10> chance;
  random.fill(chance);
  const auto millis = static_cast<std::uint64_t>(to_millis(now)) & 0xffff'ffff'ffff;
  // UUIDv7: 48 bits of time, version 7, 12 random bits; then variant 2 and 62 random bits.
  const auto high = millis << 16 | 0x7000 | (read_big_endian(std::span{chance}.first(2)) & 0x0fff);
  const auto low = 0x8000'0000'0000'0000 | (read_big_endian(std::span{chance}.last(8)) & 0x3fff'ffff'ffff'ffff);
  // 128 bits in 26 digits of 5 bits: the first digit holds 3, the 14th holds the last bit of `high` and 4 of `low`.
  std::array<char, 26> text;
  write_base32(text.data(), high >> 1, 13);
  write_base32(text.data() + 13, (high & 1) << 4 | low >> 60, 1);
  write_base32(text.data() + 14, low, 12);
  return text;
}

timestamp time_of_sortable_text(std::string_view text) {
  // Two of the first 50 bits are padding, the others are the time.
  std::int64_t millis = 0;
  for (const char c : text.substr(0, 10)) millis = millis << 5 | base32_value(c);
  return from_millis(millis);
}

bool is_sortable_text(std::string_view text) {
  if (text.size() != 26) return false;
  for (const char c : text)
    if (base32_value(c) < 0) return false;
  // Where the 3 first bits, the version and the variant lie within the digits.
  return base32_value(text[0]) < 8 && base32_value(text[10]) >> 1 == 7 && (base32_value(text[13]) >> 2 & 3) == 2;
}

std::string make_public_id(random_source& random) {
  // A byte is used only below the largest multiple of 62, so that every character is equally likely.
  constexpr unsigned usable = 256 / base62_digits.size() * base62_digits.size();
  std::string text;
  text.reserve(public_id_size);
  while (text.size() < public_id_size) {
    std::array<std::byte, 32> chance;
    random.fill(chance);
    for (const auto byte : chance) {
      const auto value = std::to_integer<unsigned>(byte);
      if (value < usable && text.size() < public_id_size) text += base62_digits[value % base62_digits.size()];
    }
  }
  return text;
}

bool is_public_id(std::string_view text) {
  return text.size() == public_id_size && text.find_first_not_of(base62_digits) == text.npos;
}

} // namespace paylink
