#pragma once
#include "domain/values/random_source.hpp"
#include "domain/values/time.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The codes of an authenticator app: RFC 6238 with SHA-1, six digits and 30 seconds, since some apps know nothing
/// else.
namespace paylink {

inline constexpr std::chrono::seconds totp_period{30};
inline constexpr std::size_t totp_digits = 6;
inline constexpr std::size_t totp_secret_bytes = 20;

/// A new secret: random bytes. `totp_secret_text` shows it.
std::string make_totp_secret(random_source& random);

/// The secret as a person types it into an app: 32 characters of base32.
std::string totp_secret_text(std::string_view secret);

/// The `otpauth://totp/` address that an app reads from a QR symbol.
std::string totp_address(std::string_view secret, std::string_view issuer, std::string_view account);

/// The number of the period that `time` lies in; negative before 1970.
std::int64_t totp_step(timestamp time);

/// The code of a step, which must not be negative.
std::string totp_code(std::string_view secret, std::int64_t step);

/// The step of a valid code: this step, the one before or the one after. None if the code is wrong, or if its step is
/// not after `last_used_step`: store the returned step with a conditional update, and no code is accepted twice.
std::optional<std::int64_t> verify_totp(std::string_view secret, std::string_view code, timestamp now,
                                        std::optional<std::int64_t> last_used_step);

} // namespace paylink
