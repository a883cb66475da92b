#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace paylink::test {

/// A certificate with its key, in PEM: what a TLS server is given.
struct tls_identity {
  std::string chain; ///< The server's certificate first, then those that it sends along.
  std::string key;
};

/// What a certificate says; the defaults make a valid one.
struct certificate_wish {
  std::string common_name = "receiver";
  std::vector<std::string> alternative_names; ///< As OpenSSL writes them: `DNS:shop.test`, `IP:127.0.0.1`.
  std::string raw_dns_name{};                 ///< Instead of them: one DNS name of these very bytes, NUL included.
  long valid_from_days = -1;
  long valid_to_days = 30;
  std::string extended_usage = "serverAuth";
  int rsa_bits = 0; ///< 0: a P-256 key.
  const char* digest = "SHA256";
};

/// A certificate authority of a test, with a key that exists nowhere else.
class test_ca {
public:
  explicit test_ca(const std::string& name = "Test root");
  ~test_ca();
  test_ca(test_ca&&) noexcept;
  test_ca& operator=(test_ca&&) noexcept;

  /// An authority below this one, whose certificates need its own to be sent along.
  test_ca intermediate(const std::string& name) const;

  /// A server's certificate; `send_intermediate` adds this authority's own to the chain.
  tls_identity issue(const certificate_wish& wish, bool send_intermediate = false) const;

  /// A certificate that nobody but its own key vouches for.
  static tls_identity self_signed(const certificate_wish& wish);

  std::string pem() const; ///< This authority's certificate.

private:
  struct parts;
  explicit test_ca(std::unique_ptr<parts> made);
  std::unique_ptr<parts> parts_;
};

/// A file in the temporary folder that goes when the object goes.
class scratch_file {
public:
  explicit scratch_file(const std::string& content);
  ~scratch_file();
  scratch_file(const scratch_file&) = delete;
  scratch_file& operator=(const scratch_file&) = delete;
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

} // namespace paylink::test
