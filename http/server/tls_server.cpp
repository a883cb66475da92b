#include "http/server/tls_server.hpp"
#include "http/sockets/start_checks.hpp"

#include <openssl/ssl.h>

#include <stdexcept>

#include <string_view>

namespace paylink {
namespace {

namespace ssl = boost::asio::ssl;

// Only with forward secrecy and authenticated encryption; TLS 1.3 has no others.
constexpr const char* ciphers_of_tls_1_2 = "ECDHE+AESGCM:ECDHE+CHACHA20";
// The fast ones first; the larger curves for clients whose rules ask for them.
constexpr const char* curves = "X25519:P-256:P-384:P-521";

constexpr std::string_view http_1_1{"\x08http/1.1"};

int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size, const unsigned char* offered,
                    unsigned offered_size, void*) {
  unsigned char* found = nullptr;
  const auto* const ours = reinterpret_cast<const unsigned char*>(http_1_1.data());
  const auto verdict =
      SSL_select_next_proto(&found, chosen_size, ours, static_cast<unsigned>(http_1_1.size()), offered, offered_size);
  if (verdict != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_ALERT_FATAL;
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

} // namespace

std::unique_ptr<ssl::context> make_server_tls(const std::string& certificate_file, const std::string& key_file) {
  auto context = std::make_unique<ssl::context>(ssl::context::tls_server);
  auto* const native = context->native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                  SSL_OP_SINGLE_ECDH_USE);
  SSL_CTX_set_security_level(native, 2);
  if (SSL_CTX_set_cipher_list(native, ciphers_of_tls_1_2) != 1 || SSL_CTX_set1_groups_list(native, curves) != 1)
    throw std::runtime_error("this OpenSSL supports none of the required ciphers");
  SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS); // an idle connection keeps no record buffers
  SSL_CTX_set_alpn_select_cb(native, choose_protocol, nullptr);
  use_server_certificate(native, certificate_file, key_file);
  return context;
}

} // namespace paylink
