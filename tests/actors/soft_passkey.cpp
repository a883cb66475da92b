#include "tests/actors/soft_passkey.hpp"

#include "secrets/base64.hpp"

#include <boost/json/serialize.hpp>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <stdexcept>
#include <vector>

namespace paylink::test {

namespace json = boost::json;

namespace {

void must(bool succeeded) {
  if (!succeeded) throw std::runtime_error{"the passkey of the tests failed"};
}

std::string url_text(std::string_view bytes) {
  return to_base64url({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
}

std::string sha256(std::string_view text) {
  std::string digest(32, '\0');
  must(EVP_Q_digest(nullptr, "SHA256", nullptr, text.data(), text.size(),
                    reinterpret_cast<unsigned char*>(digest.data()), nullptr) == 1);
  return digest;
}

std::string big_endian(std::uint32_t number, int bytes) {
  std::string text;
  for (int byte = bytes - 1; byte >= 0; --byte) text += static_cast<char>(number >> (8 * byte));
  return text;
}

} // namespace

struct soft_passkey::key_pair {
  EVP_PKEY* key = EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256");
  key_pair() { must(key != nullptr); }
  key_pair(const key_pair&) = delete;
  key_pair& operator=(const key_pair&) = delete;
  ~key_pair() { EVP_PKEY_free(key); }

  /// The public point, as a COSE key.
  std::string cose() const {
    unsigned char point[65];
    std::size_t size = 0;
    must(EVP_PKEY_get_octet_string_param(key, "pub", point, sizeof point, &size) == 1 && size == sizeof point);
    const std::string xy{reinterpret_cast<const char*>(point) + 1, 64};
    return "\xA5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + xy.substr(0, 32) + "\x22\x58\x20" + xy.substr(32);
  }

  std::string sign(std::string_view message) const {
    std::vector<unsigned char> signature(128);
    std::size_t size = signature.size();
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context{EVP_MD_CTX_new(), EVP_MD_CTX_free};
    must(EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key) == 1 &&
         EVP_DigestSign(context.get(), signature.data(), &size, reinterpret_cast<const unsigned char*>(message.data()),
                        message.size()) == 1);
    return {signature.begin(), signature.begin() + static_cast<std::ptrdiff_t>(size)};
  }
};

soft_passkey::soft_passkey(std::string given_origin, std::string given_site)
    : origin{std::move(given_origin)}, site{std::move(given_site)}, key_{std::make_unique<key_pair>()},
      credential_id_(20, '\0') {
  must(RAND_bytes(reinterpret_cast<unsigned char*>(credential_id_.data()), 20) == 1);
}
soft_passkey::~soft_passkey() = default;
soft_passkey::soft_passkey(soft_passkey&&) noexcept = default;

// Flags of the standard: 1 present, 4 verified, 64 a credential follows.
std::string soft_passkey::data(bool with_credential) const {
  const int flags = 1 | (verifies_user ? 4 : 0) | (with_credential ? 64 : 0);
  auto text = sha256(site) + static_cast<char>(flags) + big_endian(count, 4);
  if (!with_credential) return text;
  return text + std::string(16, '\0') + big_endian(static_cast<std::uint32_t>(credential_id_.size()), 2) +
         credential_id_ + key_->cose();
}

std::string soft_passkey::client_data(const char* type, const json::object& question) const {
  return json::serialize(json::object{
      {"type", type}, {"challenge", question.at("challenge")}, {"origin", origin}, {"crossOrigin", false}});
}

json::object soft_passkey::create(const json::object& question) {
  user_handle_ = question.at("user").at("id").as_string().c_str();
  const auto said = data(true);
  must(said.size() < 256);
  const auto object = "\xA3\x63"
                      "fmt\x64none\x67"
                      "attStmt\xA0\x68"
                      "authData\x58" +
                      big_endian(static_cast<std::uint32_t>(said.size()), 1) + said;
  return {{"id", url_text(credential_id_)},
          {"rawId", url_text(credential_id_)},
          {"type", "public-key"},
          {"clientExtensionResults", json::object{}},
          {"response", json::object{{"clientDataJSON", url_text(client_data("webauthn.create", question))},
                                    {"attestationObject", url_text(object)},
                                    {"transports", json::array{"internal"}}}}};
}

json::object soft_passkey::get(const json::object& question) {
  count += counts_by;
  const auto client = client_data("webauthn.get", question);
  const auto said = data(false);
  return {{"id", url_text(credential_id_)},
          {"rawId", url_text(credential_id_)},
          {"type", "public-key"},
          {"authenticatorAttachment", "platform"},
          {"clientExtensionResults", json::object{}},
          {"response", json::object{{"clientDataJSON", url_text(client)},
                                    {"authenticatorData", url_text(said)},
                                    {"signature", url_text(key_->sign(said + sha256(client)))},
                                    {"userHandle", user_handle_}}}};
}

} // namespace paylink::test
