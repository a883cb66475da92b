#include "secrets/hmac.hpp"
#include "secrets/hex.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <new>
#include <span>
#include <stdexcept>

namespace paylink {
namespace {

constexpr std::size_t digest_bytes = 32;
constexpr std::size_t block_bytes = 64;
using digest = std::array<unsigned char, digest_bytes>;

void require_digest(int outcome) {
  if (outcome != 1) throw std::runtime_error{"OpenSSL could not compute SHA-256"};
}

// Fetching looks through the providers each time it is done; once a process is enough. It is never freed, because
// OpenSSL's own exit handler may run before ours.
const EVP_MD* sha256() {
  static const EVP_MD* const fetched = [] {
    const auto* found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    if (found == nullptr) throw std::runtime_error{"OpenSSL has no SHA-256"};
    return found;
  }();
  return fetched;
}

struct digest_context_free {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using digest_context = std::unique_ptr<EVP_MD_CTX, digest_context_free>;

digest_context make_digest_context() {
  digest_context made{EVP_MD_CTX_new()};
  if (!made) throw std::bad_alloc{};
  return made;
}

digest digest_of(std::string_view data) {
  digest out;
  require_digest(EVP_Digest(data.data(), data.size(), out.data(), nullptr, sha256(), nullptr));
  return out;
}

} // namespace

// Copying the two kept states is cheaper than to set up EVP_MAC again (measured: 280 against 350 ns for 300 bytes).
struct hmac_sha256::state {
  digest_context inner = make_digest_context();
  digest_context outer = make_digest_context();
  digest_context working = make_digest_context(); ///< Scratch, so that a signature allocates no context.

  state() = default;
  state(const state& other) {
    require_digest(EVP_MD_CTX_copy_ex(inner.get(), other.inner.get()));
    require_digest(EVP_MD_CTX_copy_ex(outer.get(), other.outer.get()));
  }
};

hmac_sha256::hmac_sha256(std::string_view key) : state_{std::make_unique<state>()} {
  std::array<unsigned char, block_bytes> block{};
  if (key.size() > block_bytes) {
    auto hashed = digest_of(key);
    std::copy(hashed.begin(), hashed.end(), block.begin());
    OPENSSL_cleanse(hashed.data(), hashed.size());
  } else {
    std::copy(key.begin(), key.end(), block.begin());
  }
  const auto start = [&block](EVP_MD_CTX* target, unsigned char pad) {
    auto padded = block;
    for (auto& byte : padded) byte ^= pad;
    require_digest(EVP_DigestInit_ex2(target, sha256(), nullptr));
    require_digest(EVP_DigestUpdate(target, padded.data(), padded.size()));
    OPENSSL_cleanse(padded.data(), padded.size());
  };
  start(state_->inner.get(), 0x36);
  start(state_->outer.get(), 0x5c);
  OPENSSL_cleanse(block.data(), block.size());
}

hmac_sha256::hmac_sha256(const hmac_sha256& other) : state_{std::make_unique<state>(*other.state_)} {}

hmac_sha256& hmac_sha256::operator=(const hmac_sha256& other) {
  if (this != &other) state_ = std::make_unique<state>(*other.state_);
  return *this;
}

hmac_sha256::hmac_sha256(hmac_sha256&&) noexcept = default;
hmac_sha256& hmac_sha256::operator=(hmac_sha256&&) noexcept = default;
hmac_sha256::~hmac_sha256() = default;

std::string hmac_sha256::hex(std::initializer_list<std::string_view> parts) {
  auto* working = state_->working.get();
  digest out;
  require_digest(EVP_MD_CTX_copy_ex(working, state_->inner.get()));
  for (auto part : parts) require_digest(EVP_DigestUpdate(working, part.data(), part.size()));
  require_digest(EVP_DigestFinal_ex(working, out.data(), nullptr));
  require_digest(EVP_MD_CTX_copy_ex(working, state_->outer.get()));
  require_digest(EVP_DigestUpdate(working, out.data(), out.size()));
  require_digest(EVP_DigestFinal_ex(working, out.data(), nullptr));
  return to_hex(out);
}

std::string hmac_sha512_hex(std::string_view key, std::string_view data) {
  std::array<unsigned char, 64> out;
  const auto* bytes = reinterpret_cast<const unsigned char*>(data.data());
  if (HMAC(EVP_sha512(), key.data(), static_cast<int>(key.size()), bytes, data.size(), out.data(), nullptr) == nullptr)
    throw std::runtime_error{"OpenSSL could not compute SHA-512"};
  return to_hex(out);
}

std::string sha256_hex(std::string_view data) { return to_hex(digest_of(data)); }

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  // The length of a signature or a digest is no secret; only the content is.
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace paylink
