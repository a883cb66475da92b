#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// What Argon2id spends on a hash, and so does everyone who guesses a password.
struct password_cost {
  unsigned long long passes = 3;
  std::size_t memory_bytes = 64u << 20;
};

/// Argon2id, as a PHC string with its own salt. By default it takes about 0.1 s of CPU: never run it on an actor's or
/// the network's thread. Throws std::bad_alloc if there is not enough memory.
std::string hash_password(std::string_view password, const password_cost& cost = {});

/// Whether the password belongs to the hash. Takes as long.
bool verify_password(const std::string& hash, std::string_view password);

/// Whether the hash was made with another cost.
bool is_of_other_cost(const std::string& hash, const password_cost& cost = {});

/// A hash like any other, of a password that nobody knows: what a password is checked against when its account does not
/// exist, so that the answer takes as long.
extern const std::string_view hash_of_nobody;

} // namespace paylink
