#pragma once
#include "domain/values/time.hpp"

#include <openssl/ssl.h>

#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace paylink {

struct ssl_release {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL_SESSION* session) const { SSL_SESSION_free(session); }
};
using ssl_ptr = std::unique_ptr<SSL, ssl_release>;

/// TLS to merchants: full verification against the system's and the operator's certificates, and one resumable session
/// per origin.
class tls_client {
public:
  /// Throws `std::runtime_error` if `ca_file` cannot be read; empty: only the system's certificates. `time` judges
  /// certificates; empty: this machine's clock.
  explicit tls_client(const std::string& ca_file, std::function<timestamp()> time = {});

  /// The TLS end of a connected socket. `host` is the name or literal address that the certificate must contain;
  /// `origin` must outlive the SSL.
  ssl_ptr attach(int socket, const std::string& host, bool host_is_address, const std::string& origin);

  /// Drops the session of an origin whose handshake failed with it.
  void forget(const std::string& origin) { sessions_.erase(origin); }

private:
  using session_ptr = std::unique_ptr<SSL_SESSION, ssl_release>;

  static int on_verdict(int is_good, X509_STORE_CTX* context);
  static int on_new_session(SSL* ssl, SSL_SESSION* session);
  std::time_t now() const;
  bool is_still_valid(SSL_SESSION* session) const;
  void resume(SSL* ssl, const std::string& origin);

  std::function<timestamp()> time_;
  std::unique_ptr<SSL_CTX, ssl_release> context_;
  std::unordered_map<std::string, session_ptr> sessions_;
};

/// The verdict on a certificate that is not valid yet, but will be within an hour: clocks differ, and a receiver may
/// have just got it.
inline constexpr long soon_valid = X509_V_ERR_APPLICATION_VERIFICATION;

/// The files from which OpenSSL reads the system's authorities, in the order of their names.
std::vector<std::filesystem::path> system_authorities();

/// What a finished handshake agreed on: `TLSv1.3 TLS_AES_256_GCM_SHA384`.
std::string describe_tls(const SSL* ssl);

/// What a record says of a host that refuses a client without a certificate.
std::string demand_of_certificate(const std::string& host);

/// Clears this thread's OpenSSL error queue and returns its first reason, or `fallback`.
std::string take_tls_error(std::string_view fallback);

} // namespace paylink
