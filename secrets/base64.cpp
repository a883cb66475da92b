#include "secrets/base64.hpp"

#include <sodium.h>

#include <algorithm>

namespace paylink {
namespace {

std::string encoded(std::span<const unsigned char> bytes, int variant) {
  std::string text(sodium_base64_encoded_len(bytes.size(), variant) - 1, '\0'); // it counts the NUL
  sodium_bin2base64(text.data(), text.size() + 1, bytes.data(), bytes.size(), variant);
  return text;
}

std::optional<std::vector<unsigned char>> decoded(std::string_view text, int variant) {
  // libsodium 1.0.18 takes bytes from 0x80 up for digits.
  if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) > 0x7f; })) return std::nullopt;
  std::vector<unsigned char> bytes(text.size() / 4 * 3 + 2);
  std::size_t size = 0;
  // Without a place for its end, the whole text must be valid.
  if (sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size, nullptr, variant) != 0)
    return std::nullopt;
  bytes.resize(size);
  return bytes;
}

} // namespace

std::string to_base64(std::span<const unsigned char> bytes) { return encoded(bytes, sodium_base64_VARIANT_ORIGINAL); }

std::optional<std::vector<unsigned char>> from_base64(std::string_view text) {
  return decoded(text, sodium_base64_VARIANT_ORIGINAL);
}

std::string to_base64url(std::span<const unsigned char> bytes) {
  return encoded(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

std::optional<std::vector<unsigned char>> from_base64url(std::string_view text) {
  return decoded(text, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

} // namespace paylink
