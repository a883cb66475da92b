#include "secrets/passwords.hpp"

#include <sodium.h>

#include <array>
#include <new>

namespace paylink {

std::string hash_password(std::string_view password, const password_cost& cost) {
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (sodium_init() < 0 || crypto_pwhash_str_alg(hash.data(), password.data(), password.size(), cost.passes,
                                                 cost.memory_bytes, crypto_pwhash_ALG_ARGON2ID13) != 0)
    throw std::bad_alloc{};
  return hash.data();
}

bool verify_password(const std::string& hash, std::string_view password) {
  return sodium_init() >= 0 && crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

bool is_of_other_cost(const std::string& hash, const password_cost& cost) {
  return sodium_init() < 0 || crypto_pwhash_str_needs_rehash(hash.c_str(), cost.passes, cost.memory_bytes) != 0;
}

constexpr std::string_view hash_of_nobody =
    "$argon2id$v=19$m=65536,t=3,p=1$71GMlRaQ7XhVQzmVvDJYSg$KQei43D/i1FXVCixOEfsdBSvNvvO7csbs1EZhxwOwLI";

} // namespace paylink
