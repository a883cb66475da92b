#include "secrets/sealing.hpp"
#include "secrets/base64.hpp"
#include "secrets/key_file.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <stdexcept>

namespace paylink {
namespace {

constexpr std::size_t nonce_bytes = 12;
constexpr std::size_t tag_bytes = 16;

struct cipher_context_free {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using cipher_context = std::unique_ptr<EVP_CIPHER_CTX, cipher_context_free>;

cipher_context make_cipher_context() {
  cipher_context made{EVP_CIPHER_CTX_new()};
  if (!made) throw std::bad_alloc{};
  return made;
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

void require(int outcome) {
  if (outcome != 1) throw std::runtime_error{"OpenSSL could not seal with AES-256-GCM"};
}

} // namespace

struct master_keys::key_ring {
  std::vector<master_key> keys; ///< The first is current; never empty.
};

master_keys::master_keys(std::unique_ptr<key_ring> ring) : ring_{std::move(ring)} {}
master_keys::master_keys(master_keys&&) noexcept = default;
master_keys& master_keys::operator=(master_keys&&) noexcept = default;
master_keys::~master_keys() = default;

master_keys master_keys::load_or_create(const std::filesystem::path& file, random_source& random) {
  std::error_code ignored;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) create_key_file(file, random);
  return load(file);
}

master_keys master_keys::load(const std::filesystem::path& file) {
  return master_keys{std::make_unique<key_ring>(key_ring{read_key_file(file)})};
}

std::string_view master_keys::current_id() const { return ring_->keys.front().id; }

std::string master_keys::seal(std::string_view secret, std::string_view place, random_source& random) const {
  const auto& key = ring_->keys.front();
  std::vector<unsigned char> sealed(nonce_bytes + secret.size() + tag_bytes);
  random.fill(std::as_writable_bytes(std::span{sealed}.first(nonce_bytes)));
  auto* const ciphertext = sealed.data() + nonce_bytes;

  const auto context = make_cipher_context();
  int size = 0;
  require(EVP_EncryptInit_ex2(context.get(), EVP_aes_256_gcm(), key.bytes.data(), sealed.data(), nullptr));
  require(EVP_EncryptUpdate(context.get(), nullptr, &size, bytes_of(place), static_cast<int>(place.size())));
  require(EVP_EncryptUpdate(context.get(), ciphertext, &size, bytes_of(secret), static_cast<int>(secret.size())));
  require(EVP_EncryptFinal_ex(context.get(), ciphertext + secret.size(), &size));
  require(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, tag_bytes, ciphertext + secret.size()));
  return key.id + "." + to_base64(sealed);
}

std::optional<std::string> master_keys::open(std::string_view sealed, std::string_view place) const {
  const auto dot = sealed.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto key = std::ranges::find(ring_->keys, sealed.substr(0, dot), &master_key::id);
  if (key == ring_->keys.end()) return std::nullopt;
  auto bytes = from_base64(sealed.substr(dot + 1));
  if (!bytes || bytes->size() < nonce_bytes + tag_bytes) return std::nullopt;
  const auto secret_bytes = bytes->size() - nonce_bytes - tag_bytes;
  auto* const ciphertext = bytes->data() + nonce_bytes;

  const auto context = make_cipher_context();
  std::string secret(secret_bytes, '\0');
  auto* const out = reinterpret_cast<unsigned char*>(secret.data());
  int size = 0;
  const bool opened =
      EVP_DecryptInit_ex2(context.get(), EVP_aes_256_gcm(), key->bytes.data(), bytes->data(), nullptr) == 1 &&
      EVP_DecryptUpdate(context.get(), nullptr, &size, bytes_of(place), static_cast<int>(place.size())) == 1 &&
      EVP_DecryptUpdate(context.get(), out, &size, ciphertext, static_cast<int>(secret_bytes)) == 1 &&
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, tag_bytes, ciphertext + secret_bytes) == 1 &&
      EVP_DecryptFinal_ex(context.get(), out + secret_bytes, &size) == 1;
  if (opened) return secret;
  OPENSSL_cleanse(secret.data(), secret.size());
  return std::nullopt;
}

std::string signing_key_place(std::string_view workspace, std::string_view key_id) {
  std::string place{"signing_keys|sealed|"};
  place.append(key_id).append(1, '|').append(workspace);
  return place;
}

} // namespace paylink
