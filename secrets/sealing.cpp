#include "secrets/sealing.hpp"
#include "secrets/base64.hpp"
#include "secrets/key_file.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>

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

void require_cipher(int outcome) {
  if (outcome != 1) throw std::runtime_error{"OpenSSL could not seal with AES-256-GCM"};
}

} // namespace

struct master_keys::key_ring {
  std::vector<master_key> keys; ///< The first is current; never empty.
};

struct master_keys::state {
  std::filesystem::path file;
  bool is_new = false;
  std::mutex guard{}; ///< Of the pointer alone: never held while anything is read, written or computed.
  std::shared_ptr<const key_ring> ring{};
  std::shared_ptr<const key_ring> set_aside{}; ///< Set by `use_current_only`; used only by the rotation.
};

master_keys::master_keys(std::unique_ptr<state> made) : state_{std::move(made)} {}
master_keys::master_keys(master_keys&&) noexcept = default;
master_keys& master_keys::operator=(master_keys&&) noexcept = default;
master_keys::~master_keys() = default;

master_keys master_keys::load_or_create(const std::filesystem::path& file, random_source& random) {
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(file, ignored));
  if (is_new) create_key_file(file, random);
  auto loaded = load(file);
  loaded.state_->is_new = is_new;
  return loaded;
}

master_keys master_keys::load(const std::filesystem::path& file) {
  master_keys loaded{std::make_unique<state>()};
  loaded.state_->file = file;
  loaded.reload();
  return loaded;
}

std::shared_ptr<const master_keys::key_ring> master_keys::ring() const {
  const std::lock_guard held{state_->guard};
  return state_->ring;
}

void master_keys::use(std::shared_ptr<const key_ring> keys) {
  const std::lock_guard held{state_->guard};
  state_->ring.swap(keys); // the old ones are wiped by their last user
}

void master_keys::reload() {
  use(std::make_shared<const key_ring>(key_ring{read_key_file(state_->file)}));
  state_->set_aside.reset();
}

std::string master_keys::current_id() const { return ring()->keys.front().id; }
bool master_keys::knows(std::string_view key_id) const {
  const auto keys = ring();
  return std::ranges::find(keys->keys, key_id, &master_key::id) != keys->keys.end();
}
const std::filesystem::path& master_keys::file() const { return state_->file; }
bool master_keys::is_new() const { return state_->is_new; }

std::string master_keys::add_key(random_source& random) {
  const auto used = ring();
  auto id = add_key_in_front(state_->file, used->keys, random);
  reload();
  return id;
}

void master_keys::use_current_only() {
  if (!state_->set_aside) state_->set_aside = ring();
  use(std::make_shared<const key_ring>(key_ring{{ring()->keys.front()}}));
}

void master_keys::use_all_again() {
  if (state_->set_aside) use(std::exchange(state_->set_aside, nullptr));
}

void master_keys::remove_others_from_file() {
  keep_key_alone(state_->file, current_id());
  reload();
}

std::optional<std::string> master_keys::reseal(std::string_view sealed, std::string_view place,
                                               random_source& random) const {
  auto secret = open(sealed, place);
  if (!secret) return std::nullopt;
  auto anew = seal(*secret, place, random);
  OPENSSL_cleanse(secret->data(), secret->size());
  return anew;
}

std::string master_keys::seal(std::string_view secret, std::string_view place, random_source& random) const {
  const auto used = ring();
  const auto& key = used->keys.front();
  std::vector<unsigned char> sealed(nonce_bytes + secret.size() + tag_bytes);
  random.fill(std::as_writable_bytes(std::span{sealed}.first(nonce_bytes)));
  auto* const ciphertext = sealed.data() + nonce_bytes;

  const auto context = make_cipher_context();
  int size = 0;
  require_cipher(EVP_EncryptInit_ex2(context.get(), EVP_aes_256_gcm(), key.bytes.data(), sealed.data(), nullptr));
  require_cipher(EVP_EncryptUpdate(context.get(), nullptr, &size, bytes_of(place), static_cast<int>(place.size())));
  require_cipher(
      EVP_EncryptUpdate(context.get(), ciphertext, &size, bytes_of(secret), static_cast<int>(secret.size())));
  require_cipher(EVP_EncryptFinal_ex(context.get(), ciphertext + secret.size(), &size));
  require_cipher(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, tag_bytes, ciphertext + secret.size()));
  return key.id + "." + to_base64(sealed);
}

std::optional<std::string> master_keys::open(std::string_view sealed, std::string_view place) const {
  const auto dot = sealed.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto used = ring();
  const auto key = std::ranges::find(used->keys, sealed.substr(0, dot), &master_key::id);
  if (key == used->keys.end()) return std::nullopt;
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

std::string mail_token_place(std::string_view digest) {
  std::string place = "mails|sealed|";
  return place.append(digest).append("|");
}

std::string totp_secret_place(std::string_view user) {
  std::string place = "totp_secrets|sealed|";
  return place.append(user).append("|");
}

std::string webhook_api_key_place(std::string_view workspace, std::string_view key_id) {
  std::string place{"webhook_keys|sealed_api_key|"};
  return place.append(key_id).append(1, '|').append(workspace);
}

std::string webhook_secret_place(std::string_view workspace, std::string_view key_id) {
  std::string place{"webhook_keys|sealed_secret|"};
  return place.append(key_id).append(1, '|').append(workspace);
}

std::string signing_key_place(std::string_view workspace, std::string_view key_id) {
  std::string place{"signing_keys|sealed|"};
  place.append(key_id).append(1, '|').append(workspace);
  return place;
}

} // namespace paylink
