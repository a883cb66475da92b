#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// Argon2id with 64 MiB and three passes, as a PHC string with its own salt. Takes about 0.1 s of CPU: never run it on
/// an actor's or the network's thread. Throws std::bad_alloc if there is not enough memory.
std::string hash_password(std::string_view password);

/// Whether the password belongs to the hash. Takes as long.
bool verify_password(const std::string& hash, std::string_view password);

/// Whether the hash was made with another cost than new ones are.
bool is_of_other_cost(const std::string& hash);

/// A hash like any other, of a password that nobody knows: what a password is checked against when its account does not
/// exist, so that the answer takes as long.
extern const std::string_view hash_of_nobody;

} // namespace paylink
