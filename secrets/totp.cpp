#include "secrets/totp.hpp"

#include "domain/values/percent.hpp"
#include "secrets/base32.hpp"
#include "secrets/hmac.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <cassert>
#include <span>
#include <stdexcept>

namespace paylink {
namespace {

constexpr std::size_t sha1_bytes = 20;
constexpr std::int64_t steps_tolerated = 1;

std::array<unsigned char, sha1_bytes> hmac_sha1(std::string_view key, std::span<const unsigned char> data) {
  std::array<unsigned char, sha1_bytes> digest{};
  if (::HMAC(::EVP_sha1(), key.data(), static_cast<int>(key.size()), data.data(), data.size(), digest.data(),
             nullptr) == nullptr)
    throw std::runtime_error{"OpenSSL could not compute HMAC-SHA1"};
  return digest;
}

} // namespace

std::string make_totp_secret(random_source& random) {
  std::array<std::byte, totp_secret_bytes> drawn{};
  random.fill(drawn);
  std::string secret{reinterpret_cast<const char*>(drawn.data()), drawn.size()};
  OPENSSL_cleanse(drawn.data(), drawn.size());
  return secret;
}

std::string totp_secret_text(std::string_view secret) {
  return to_base32({reinterpret_cast<const unsigned char*>(secret.data()), secret.size()});
}

std::string totp_address(std::string_view secret, std::string_view issuer, std::string_view account) {
  std::string address = "otpauth://totp/";
  append_percent_encoded(address, issuer);
  address += ':';
  append_percent_encoded(address, account);
  address.append("?secret=").append(totp_secret_text(secret)).append("&issuer=");
  append_percent_encoded(address, issuer);
  // The defaults, written out: an app that would assume others shows wrong codes.
  address += "&algorithm=SHA1&digits=6&period=30";
  return address;
}

std::int64_t totp_step(timestamp time) {
  return std::chrono::floor<std::chrono::duration<std::int64_t, std::ratio<totp_period.count()>>>(
             time.time_since_epoch())
      .count();
}

std::string totp_code(std::string_view secret, std::int64_t step) {
  assert(step >= 0);
  std::array<unsigned char, 8> counter{};
  auto left = static_cast<std::uint64_t>(step);
  for (auto at = counter.rbegin(); at != counter.rend(); ++at, left >>= 8) *at = static_cast<unsigned char>(left);
  const auto digest = hmac_sha1(secret, counter);
  const std::size_t offset = digest.back() & 15U; // RFC 4226, section 5.3: at most 15, and four bytes from there.
  std::uint32_t number = (digest[offset] & 0x7fU) << 24 | static_cast<std::uint32_t>(digest[offset + 1]) << 16 |
                         static_cast<std::uint32_t>(digest[offset + 2]) << 8 | digest[offset + 3];
  std::string code(totp_digits, '0');
  for (auto at = code.rbegin(); at != code.rend(); ++at, number /= 10) *at = static_cast<char>('0' + number % 10);
  return code;
}

std::optional<std::int64_t> verify_totp(std::string_view secret, std::string_view code, timestamp now,
                                        std::optional<std::int64_t> last_used_step) {
  const auto current = totp_step(now);
  std::optional<std::int64_t> accepted;
  // All steps are compared, so that the time does not tell which one fits. If a code fits two, the later step counts:
  // the code is then used up for both.
  for (auto step = current - steps_tolerated; step <= current + steps_tolerated; ++step) {
    if (step < 0) continue;
    const bool is_equal = equal_in_constant_time(totp_code(secret, step), code);
    const bool is_unused = !last_used_step || step > *last_used_step;
    if (is_equal && is_unused) accepted = step;
  }
  return accepted;
}

} // namespace paylink
