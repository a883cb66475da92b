#pragma once
#include <openssl/ssl.h>

#include <string>

namespace paylink {

/// Notes why the verification of a peer's certificate fails, in words for the one who installed it: who it was issued
/// by and to, and when it is valid. OpenSSL forgets a certificate that it refused, so it has to be read while it is
/// judged.
class certificate_fault {
public:
  /// Listens to the handshake of `ssl`, and must outlive it.
  void watch(SSL* ssl);

  /// Empty while nothing was refused.
  const std::string& text() const { return text_; }

private:
  static int on_verdict(int is_good, X509_STORE_CTX* context);
  std::string text_;
};

} // namespace paylink
