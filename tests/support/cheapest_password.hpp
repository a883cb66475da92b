#pragma once
#include "secrets/passwords.hpp"

namespace paylink::test {

/// The least that Argon2id takes: tests make hundreds of accounts, and none is worth a guess.
inline constexpr password_cost cheapest_password{.passes = 1, .memory_bytes = 8'192};

} // namespace paylink::test
