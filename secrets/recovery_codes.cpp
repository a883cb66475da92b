#include "secrets/recovery_codes.hpp"

#include "domain/values/ascii.hpp"
#include "secrets/hmac.hpp"

#include <openssl/crypto.h>

namespace paylink {
namespace {

// 32 characters: a byte's lower five bits draw each of them equally often.
constexpr std::string_view recovery_alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
static_assert(recovery_alphabet.size() == 32);
constexpr std::size_t recovery_code_characters = 24;
constexpr std::size_t recovery_group_characters = 4;
constexpr std::size_t typed_code_bytes_max = 64;

std::string make_recovery_code(random_source& random) {
  std::array<std::byte, recovery_code_characters> drawn{};
  random.fill(drawn);
  std::string code;
  for (std::size_t place = 0; place < drawn.size(); ++place) {
    if (place > 0 && place % recovery_group_characters == 0) code += '-';
    code += recovery_alphabet[std::to_integer<unsigned char>(drawn[place]) & 31U];
  }
  OPENSSL_cleanse(drawn.data(), drawn.size());
  return code;
}

/// The character that was meant.
char meant_by(char typed) {
  const char lower = ascii_lower(typed);
  if (lower == 'o') return '0';
  return lower == 'i' || lower == 'l' ? '1' : lower;
}

} // namespace

std::array<std::string, recovery_codes_count> make_recovery_codes(random_source& random) {
  std::array<std::string, recovery_codes_count> codes;
  for (auto& code : codes) code = make_recovery_code(random);
  return codes;
}

std::optional<std::string> recovery_code_digest(std::string_view code) {
  if (code.size() > typed_code_bytes_max) return std::nullopt;
  std::string characters;
  for (const char typed : code) {
    if (typed == '-' || typed == ' ') continue;
    const char meant = meant_by(typed);
    if (recovery_alphabet.find(meant) == recovery_alphabet.npos) return std::nullopt;
    characters += meant;
  }
  if (characters.size() != recovery_code_characters) return std::nullopt;
  return sha256_hex(characters);
}

std::optional<std::size_t> find_recovery_code(std::string_view code, std::span<const std::string> digests) {
  const auto digest = recovery_code_digest(code);
  if (!digest) return std::nullopt;
  std::optional<std::size_t> found;
  // All of them, so that the time does not tell which one fits.
  for (std::size_t place = 0; place < digests.size(); ++place)
    if (equal_in_constant_time(*digest, digests[place])) found = place;
  return found;
}

} // namespace paylink
