#include "domain/values/ids.hpp"

#include "domain/values/fingerprint.hpp"

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

std::array<char, 26> write_uuid(std::uint64_t high, std::uint64_t low) {
  // 128 bits in 26 digits of 5 bits: the first digit holds 3, the 14th holds the last bit of `high` and 4 of `low`.
  std::array<char, 26> text;
  write_base32(text.data(), high >> 1, 13);
  write_base32(text.data() + 13, (high & 1) << 4 | low >> 60, 1);
  write_base32(text.data() + 14, low, 12);
  return text;
}

std::uint64_t read_base32(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char c : digits) value = value << 5 | static_cast<std::uint64_t>(base32_value(c));
  return value;
}

constexpr std::uint64_t low_random_bits = 0x3fff'ffff'ffff'ffff; ///< 62, behind the variant.
constexpr std::uint64_t high_random_bits = 0x0fff;               ///< 12, behind the version.

/// Spreads 62 bits over each other. Every step can be undone, so that no two values become one.
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 31) * 0x9e37'79b9'7f4a'7c15 & low_random_bits;
  value = (value ^ value >> 29) * 0xbf58'476d'1ce4'e5b9 & low_random_bits;
  return value ^ value >> 32;
}

/// UUIDv7: 48 bits of time, version 7, 12 random bits; then variant 2 and 62 random bits.
std::array<char, 26> write_uuid_of(timestamp at, std::uint64_t high_chance, std::uint64_t low_chance) {
  const auto millis = static_cast<std::uint64_t>(to_millis(at)) & 0xffff'ffff'ffff;
  return write_uuid(millis << 16 | 0x7000 | (high_chance & high_random_bits),
                    0x8000'0000'0000'0000 | (low_chance & low_random_bits));
}

} // namespace

std::array<char, 26> make_sortable_text(timestamp now, random_source& random) {
  std::array<std::byte, 10> chance;
  random.fill(chance);
  return write_uuid_of(now, read_big_endian(std::span{chance}.first(2)), read_big_endian(std::span{chance}.last(8)));
}

std::array<char, 26> sortable_text_of(timestamp at, std::string_view key) {
  const auto low = fingerprint(key), high = fingerprint(key, ~low);
  // The fingerprint's last byte hardly reaches its high bits.
  return write_uuid_of(std::max(at, timestamp{}), high ^ high >> 32, mix((low ^ low >> 32) & low_random_bits));
}

std::array<char, 26> derived_sortable_text(std::string_view text, std::uint64_t number) {
  const auto middle = read_base32(text.substr(13, 1));
  const auto high = read_base32(text.substr(0, 13)) << 1 | middle >> 4;
  const auto low = middle << 60 | read_base32(text.substr(14));
  const auto mixed = mix((low + number * 0x9e37'79b9'7f4a'7c15) & low_random_bits);
  const auto spread = ((high & high_random_bits) + mixed) & high_random_bits;
  return write_uuid((high & ~high_random_bits) | spread, (low & ~low_random_bits) | mixed);
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

event_id event_of(const payment_link_id& link) { return event_id::derived_from(link); }

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
