#pragma once
#include "domain/values/ids.hpp"

#include <cstdint>
#include <string>
#include <variant>

/// What a user has given besides a password. It was verified; the store sees that it counts once.
namespace paylink {

/// A code of the authenticator app.
struct used_totp {
  std::int64_t step = 0; ///< The period of the code.
};

struct used_recovery_code {
  std::string digest;
};

struct used_passkey {
  passkey_id id;
  std::int64_t count_before = 0; ///< With which the answer was verified.
  std::int64_t count = 0;
  bool is_backed_up = false;
};

/// Empty: nothing.
using factor_use = std::variant<std::monostate, used_totp, used_recovery_code, used_passkey>;

} // namespace paylink
