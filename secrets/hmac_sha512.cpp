#include "secrets/hmac_sha512.hpp"

#include "secrets/hex.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <stdexcept>

namespace paylink {

std::string hmac_sha512_hex(std::string_view key, std::initializer_list<std::string_view> parts) {
  std::string data;
  for (const auto part : parts) data += part;
  std::array<unsigned char, 64> digest{};
  if (HMAC(EVP_sha512(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(data.data()),
           data.size(), digest.data(), nullptr) == nullptr)
    throw std::runtime_error{"OpenSSL cannot make an HMAC-SHA512"};
  return to_hex(digest);
}

} // namespace paylink
