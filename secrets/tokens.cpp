#include "secrets/tokens.hpp"

#include "secrets/base64.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace paylink {
namespace {

constexpr std::string_view base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::size_t random_characters = 40;
constexpr std::size_t checksum_characters = 6;

/// CRC-32 as in zlib and PNG.
constexpr std::uint32_t crc32(std::string_view data) {
  std::uint32_t crc = 0xffffffffU;
  for (const char character : data) {
    crc ^= static_cast<unsigned char>(character);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}
static_assert(crc32("123456789") == 0xcbf43926U);

std::array<char, checksum_characters> checksum_of(std::string_view characters) {
  std::array<char, checksum_characters> text{};
  auto left = crc32(characters);
  for (auto at = text.rbegin(); at != text.rend(); ++at) {
    *at = base62[left % base62.size()];
    left /= static_cast<std::uint32_t>(base62.size());
  }
  return text;
}

void append_random(std::string& out, std::size_t count, random_source& random) {
  // 248 is the largest multiple of 62 in a byte: what lies above would make some characters likelier than others.
  constexpr unsigned char limit = 248;
  std::array<std::byte, 64> drawn{};
  while (count > 0) {
    random.fill(drawn);
    for (const auto byte : drawn) {
      const auto value = std::to_integer<unsigned char>(byte);
      if (value >= limit || count == 0) continue;
      out += base62[value % base62.size()];
      --count;
    }
  }
  OPENSSL_cleanse(drawn.data(), drawn.size());
}

} // namespace

std::string make_secret(std::string_view prefix, random_source& random) {
  std::string text;
  text.reserve(prefix.size() + 1 + random_characters + checksum_characters);
  text.append(prefix).append(1, '_');
  append_random(text, random_characters, random);
  const auto checksum = checksum_of(std::string_view{text}.substr(prefix.size() + 1));
  text.append(checksum.data(), checksum.size());
  return text;
}

bool is_well_formed_secret(std::string_view prefix, std::string_view text) {
  if (text.size() != prefix.size() + 1 + random_characters + checksum_characters) return false;
  if (!text.starts_with(prefix) || text[prefix.size()] != '_') return false;
  const auto characters = text.substr(prefix.size() + 1, random_characters);
  if (characters.find_first_not_of(base62) != std::string_view::npos) return false;
  return std::ranges::equal(checksum_of(characters), text.substr(prefix.size() + 1 + random_characters));
}

std::string make_one_time_token(random_source& random) {
  std::array<unsigned char, 32> drawn{};
  random.fill(std::as_writable_bytes(std::span{drawn}));
  auto text = to_base64url(drawn);
  OPENSSL_cleanse(drawn.data(), drawn.size());
  return text;
}

} // namespace paylink
