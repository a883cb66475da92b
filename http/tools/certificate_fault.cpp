#include "http/tools/certificate_fault.hpp"

#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <ctime>
#include <functional>
#include <memory>

namespace paylink {
namespace {

int place_of_fault() {
  static const int place = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
  return place;
}

// What a function of OpenSSL writes into a BIO.
std::string written_by(const std::function<void(BIO*)>& write) {
  const std::unique_ptr<BIO, int (*)(BIO*)> out{BIO_new(BIO_s_mem()), BIO_free};
  if (!out) return {};
  write(out.get());
  char* data = nullptr;
  const long size = BIO_get_mem_data(out.get(), &data);
  return size > 0 ? std::string{data, static_cast<std::size_t>(size)} : std::string{};
}

std::string name_of(const X509_NAME* name) {
  return written_by([name](BIO* out) { X509_NAME_print_ex(out, name, 0, XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB); });
}

std::string date_of(const ASN1_TIME* time) {
  return written_by([time](BIO* out) { ASN1_TIME_print_ex(out, time, ASN1_DTFLGS_ISO8601); });
}

// `DNS:shop.example, IP Address:192.0.2.1`
std::string hosts_of(X509* certificate) {
  const int place = X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1);
  if (place < 0) return "no host";
  return written_by([&](BIO* out) { X509V3_EXT_print(out, X509_get_ext(certificate, place), 0, 0); });
}

std::string details_of(int error, X509* certificate) {
  const auto issuer = [&] { return name_of(X509_get_issuer_name(certificate)); };
  switch (error) {
  case X509_V_ERR_CERT_HAS_EXPIRED:
    return "it expired on " + date_of(X509_get0_notAfter(certificate));
  case X509_V_ERR_CERT_NOT_YET_VALID:
    return "it is valid from " + date_of(X509_get0_notBefore(certificate));
  case X509_V_ERR_HOSTNAME_MISMATCH:
  case X509_V_ERR_IP_ADDRESS_MISMATCH:
    return "it is issued for " + hosts_of(certificate);
  case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
  case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    return "its issuer is not trusted, and the receiver does not send the issuer's certificate: " + issuer() +
           "; install the full chain";
  case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
  case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    return "it is self-signed by " + issuer();
  default:
    return "it was issued by " + issuer() + " to " + name_of(X509_get_subject_name(certificate));
  }
}

} // namespace

void certificate_fault::watch(SSL* ssl) {
  text_.clear();
  SSL_set_ex_data(ssl, place_of_fault(), this);
  SSL_set_verify(ssl, SSL_VERIFY_PEER, &certificate_fault::on_verdict);
}

int certificate_fault::on_verdict(int is_good, X509_STORE_CTX* context) {
  if (is_good == 1) return is_good;
  const auto* ssl = static_cast<const SSL*>(X509_STORE_CTX_get_ex_data(context, SSL_get_ex_data_X509_STORE_CTX_idx()));
  auto& self = *static_cast<certificate_fault*>(SSL_get_ex_data(ssl, place_of_fault()));
  const int error = X509_STORE_CTX_get_error(context);
  self.text_ = X509_verify_cert_error_string(error);
  if (X509* certificate = X509_STORE_CTX_get_current_cert(context); certificate != nullptr)
    self.text_ += ": " + details_of(error, certificate);
  return is_good; // the verdict stays what it is
}

} // namespace paylink
