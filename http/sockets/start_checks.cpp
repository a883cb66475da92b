#include "http/sockets/start_checks.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace paylink {
namespace {

namespace asio = boost::asio;

/// Why the file cannot be read; empty when it can.
std::string unreadable(const std::string& file) {
  errno = 0;
  std::ifstream in{file, std::ios::binary};
  const bool is_read = in && (in.get(), !in.bad());
  return is_read ? std::string{} : std::generic_category().message(errno == 0 ? EISDIR : errno);
}

/// The meaning of an OpenSSL error here; empty if it does not help.
std::string meaning_of(unsigned long code, std::string_view wanted) {
  const auto library = ERR_GET_LIB(code), reason = ERR_GET_REASON(code);
  if (library == ERR_LIB_PEM && reason == PEM_R_NO_START_LINE) return "it contains no " + std::string{wanted};
  if (library == ERR_LIB_PEM || library == ERR_LIB_OSSL_DECODER)
    return "it contains no " + std::string{wanted} + " that can be read without a passphrase";
  if (library == ERR_LIB_X509 && reason == X509_R_KEY_VALUES_MISMATCH) return "it does not belong to the certificate";
  if (library == ERR_LIB_SSL && reason == SSL_R_EE_KEY_TOO_SMALL) return "its key is too short";
  if (library == ERR_LIB_SSL && reason == SSL_R_CA_MD_TOO_WEAK) return "it is signed with a weak digest";
  return {};
}

/// The first OpenSSL error with a known meaning, in helpful words; else OpenSSL's words for the first one.
std::string tls_reason(std::string_view wanted) {
  std::string meaning;
  const char* own_words = nullptr;
  while (const auto code = ERR_get_error()) {
    if (own_words == nullptr) own_words = ERR_reason_error_string(code);
    if (meaning.empty()) meaning = meaning_of(code, wanted);
  }
  if (!meaning.empty()) return meaning;
  return own_words != nullptr ? own_words : "it cannot be used";
}

[[noreturn]] void refuse(const std::string& what, const std::string& file, std::string_view wanted) {
  const auto why = unreadable(file);
  throw std::runtime_error{what + " " + file + ": " + (why.empty() ? tls_reason(wanted) : why)};
}

/// Replaces OpenSSL's callback, which would prompt on the terminal.
int no_passphrase(char*, int, int, void*) { return -1; }

template <class Work>
std::string fault_of(Work work) {
  try {
    work();
    return {};
  } catch (const std::runtime_error& fault) {
    return fault.what();
  }
}

using context_ptr = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;

} // namespace

void use_server_certificate(SSL_CTX* context, const std::string& certificate_file, const std::string& key_file) {
  ERR_clear_error();
  SSL_CTX_set_default_passwd_cb(context, no_passphrase);
  if (SSL_CTX_use_certificate_chain_file(context, certificate_file.c_str()) != 1)
    refuse("the TLS certificate", certificate_file, "PEM certificate");
  if (SSL_CTX_use_PrivateKey_file(context, key_file.c_str(), SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_check_private_key(context) != 1)
    refuse("the TLS key", key_file, "PEM key");
}

void trust_authorities(SSL_CTX* context, const std::string& ca_file) {
  ERR_clear_error();
  if (SSL_CTX_load_verify_file(context, ca_file.c_str()) != 1)
    refuse("the certificates in", ca_file, "PEM certificate");
}

std::string fault_of_server_certificate(const std::string& certificate_file, const std::string& key_file) {
  const context_ptr context{SSL_CTX_new(TLS_server_method()), SSL_CTX_free};
  SSL_CTX_set_security_level(context.get(), 2);
  return fault_of([&] { use_server_certificate(context.get(), certificate_file, key_file); });
}

std::string fault_of_authorities(const std::string& ca_file) {
  const context_ptr context{SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
  return fault_of([&] { trust_authorities(context.get(), ca_file); });
}

namespace {

std::string fault_of_address(const std::string& listen, bool may_be_taken) {
  const auto colon = listen.rfind(':');
  if (colon == listen.npos) return "cannot listen on " + listen + ": it has no port";
  auto host = listen.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  std::uint16_t port = 0;
  const auto [end, wrong] = std::from_chars(listen.data() + colon + 1, listen.data() + listen.size(), port);
  boost::system::error_code failed;
  const auto address = asio::ip::make_address(host, failed);
  if (wrong != std::errc{} || end != listen.data() + listen.size() || failed)
    return "cannot listen on " + listen + ": it is not an IP address and a port";
  asio::io_context io;
  asio::ip::tcp::acceptor door{io};
  door.open(address.is_v6() ? asio::ip::tcp::v6() : asio::ip::tcp::v4(), failed);
  if (!failed) door.set_option(asio::ip::tcp::acceptor::reuse_address{true}, failed);
  if (!failed) door.bind({address, port}, failed);
  if (!failed || (may_be_taken && failed == boost::system::errc::address_in_use)) return {};
  return "cannot listen on " + listen + ": " + failed.message();
}

} // namespace

std::string fault_of_listen_address(const std::string& listen) { return fault_of_address(listen, true); }

std::string fault_of_taken_address(const std::string& listen) { return fault_of_address(listen, false); }

} // namespace paylink
