#include "http/tools/local_certificate.hpp"

#include "domain/values/decimal.hpp"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace paylink {
namespace {

struct openssl_release {
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(BIO* memory) const { BIO_free(memory); }
  void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
};
using certificate_ptr = std::unique_ptr<X509, openssl_release>;
using key_ptr = std::unique_ptr<EVP_PKEY, openssl_release>;
using memory_ptr = std::unique_ptr<BIO, openssl_release>;
using extension_ptr = std::unique_ptr<X509_EXTENSION, openssl_release>;

void require(bool worked, const char* step) {
  if (worked) return;
  ERR_clear_error();
  throw std::runtime_error{std::string{"a local certificate cannot be made: "} + step};
}

memory_ptr reader_of(const std::string& pem) {
  return memory_ptr{BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))};
}

std::string text_of(BIO* memory) {
  char* data = nullptr;
  auto size = BIO_get_mem_data(memory, &data);
  return {data, static_cast<std::size_t>(size)};
}

pem_identity to_pem(X509* certificate, EVP_PKEY* key) {
  memory_ptr certificate_text{BIO_new(BIO_s_mem())}, key_text{BIO_new(BIO_s_mem())};
  require(PEM_write_bio_X509(certificate_text.get(), certificate) == 1, "writing the certificate");
  require(PEM_write_bio_PrivateKey(key_text.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1, "writing the key");
  return {text_of(certificate_text.get()), text_of(key_text.get())};
}

void set_random_serial(X509* certificate) {
  unsigned char bytes[16];
  require(RAND_bytes(bytes, sizeof bytes) == 1, "random bytes");
  bytes[0] = (bytes[0] & 0x7f) | 0x40; // Positive, and of full length.
  BIGNUM* number = BN_bin2bn(bytes, sizeof bytes, nullptr);
  auto* serial = number ? BN_to_ASN1_INTEGER(number, nullptr) : nullptr;
  BN_free(number);
  bool worked = serial && X509_set_serialNumber(certificate, serial) == 1;
  ASN1_INTEGER_free(serial);
  require(worked, "the serial number");
}

/// An unsigned certificate with everything that both kinds share.
certificate_ptr make_template(EVP_PKEY* key, const std::string& name, timestamp now, std::chrono::hours lifetime) {
  certificate_ptr certificate{X509_new()};
  require(certificate && X509_set_version(certificate.get(), 2) == 1, "the version");
  set_random_serial(certificate.get());
  // Valid from an hour ago, for receivers whose clocks are a little behind.
  auto from = unix_seconds(now - std::chrono::hours{1}), until = unix_seconds(now + lifetime);
  require(ASN1_TIME_set(X509_getm_notBefore(certificate.get()), from) != nullptr, "the validity");
  require(ASN1_TIME_set(X509_getm_notAfter(certificate.get()), until) != nullptr, "the validity");
  require(X509_set_pubkey(certificate.get(), key) == 1, "the public key");
  auto* subject = X509_get_subject_name(certificate.get());
  auto text = reinterpret_cast<const unsigned char*>(name.data());
  require(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, text, static_cast<int>(name.size()), -1, 0) == 1,
          "the name");
  return certificate;
}

void add_extension(X509* certificate, X509* issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  extension_ptr extension{X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str())};
  require(extension && X509_add_ext(certificate, extension.get(), -1) == 1, "an extension");
}

bool is_address(std::string_view host) {
  return host.find(':') != host.npos || std::ranges::all_of(host, [](char c) { return is_digit(c) || c == '.'; });
}

std::string alternative_names(std::span<const std::string> hosts) {
  std::string names;
  for (const auto& host : hosts) {
    // OpenSSL's syntax for extensions would read a comma as a separator.
    require(!host.empty() && host.find_first_of(", \t\r\n=") == host.npos, "a host name");
    if (!names.empty()) names += ',';
    names += (is_address(host) ? "IP:" : "DNS:") + host;
  }
  return names;
}

} // namespace

pem_identity make_local_authority(timestamp now) {
  key_ptr key{EVP_EC_gen("P-256")};
  require(key != nullptr, "the key");
  auto certificate = make_template(key.get(), "paylink local authority", now, std::chrono::hours{24 * 3650});
  require(X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate.get())) == 1, "the issuer");
  add_extension(certificate.get(), certificate.get(), NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
  add_extension(certificate.get(), certificate.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
  add_extension(certificate.get(), certificate.get(), NID_subject_key_identifier, "hash");
  require(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0, "signing");
  return to_pem(certificate.get(), key.get());
}

pem_identity issue_local_certificate(const pem_identity& authority, std::span<const std::string> hosts, timestamp now) {
  require(!hosts.empty(), "it names no host");
  certificate_ptr issuer{PEM_read_bio_X509(reader_of(authority.certificate).get(), nullptr, nullptr, nullptr)};
  require(issuer != nullptr, "the authority's certificate is not PEM");
  key_ptr issuer_key{PEM_read_bio_PrivateKey(reader_of(authority.key).get(), nullptr, nullptr, nullptr)};
  require(issuer_key && X509_check_private_key(issuer.get(), issuer_key.get()) == 1,
          "the authority's key does not fit");

  key_ptr key{EVP_EC_gen("P-256")};
  require(key != nullptr, "the key");
  auto certificate = make_template(key.get(), "paylink local receiver", now, std::chrono::hours{24 * 30});
  require(X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer.get())) == 1, "the issuer");
  add_extension(certificate.get(), issuer.get(), NID_basic_constraints, "critical,CA:FALSE");
  add_extension(certificate.get(), issuer.get(), NID_key_usage, "critical,digitalSignature");
  add_extension(certificate.get(), issuer.get(), NID_ext_key_usage, "serverAuth");
  add_extension(certificate.get(), issuer.get(), NID_subject_alt_name, alternative_names(hosts));
  require(X509_sign(certificate.get(), issuer_key.get(), EVP_sha256()) > 0, "signing");
  auto identity = to_pem(certificate.get(), key.get());
  identity.certificate += authority.certificate;
  return identity;
}

} // namespace paylink
