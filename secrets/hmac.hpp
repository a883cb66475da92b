#pragma once
#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace paylink {

/// HMAC-SHA256 with a kept key: the key's inner and outer state are computed once. Not thread-safe; cheap to copy.
class hmac_sha256 {
public:
  explicit hmac_sha256(std::string_view key);
  hmac_sha256(const hmac_sha256& other);
  hmac_sha256& operator=(const hmac_sha256& other);
  hmac_sha256(hmac_sha256&&) noexcept;
  hmac_sha256& operator=(hmac_sha256&&) noexcept;
  ~hmac_sha256();

  /// 64 lowercase hex characters over the concatenation of the parts.
  std::string hex(std::initializer_list<std::string_view> parts);

private:
  struct state;
  std::unique_ptr<state> state_;
};

/// HMAC-SHA512 as 128 lowercase hex characters.
std::string hmac_sha512_hex(std::string_view key, std::string_view data);

/// SHA-256 as 64 lowercase hex characters.
std::string sha256_hex(std::string_view data);

/// Whether both are equal, in constant time.
bool equal_in_constant_time(std::string_view a, std::string_view b);

} // namespace paylink
