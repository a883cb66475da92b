#pragma once
#include <openssl/ssl.h>

#include <string>

namespace paylink {

/// Records why a peer's certificate is refused, for the person who installed it: its issuer, its subject and its
/// validity. OpenSSL discards a refused certificate, so this reads it during the verification.
class certificate_fault {
public:
  /// Observes the handshake of `ssl`, and must outlive it.
  void watch(SSL* ssl);

  /// Empty if nothing was refused.
  const std::string& text() const { return text_; }

private:
  static int on_verdict(int is_good, X509_STORE_CTX* context);
  std::string text_;
};

} // namespace paylink
