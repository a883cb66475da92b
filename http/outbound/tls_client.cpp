#include "http/outbound/tls_client.hpp"
#include "http/sockets/start_checks.hpp"

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace paylink {
namespace {

constexpr std::size_t sessions_max = 1024;
constexpr long session_seconds_max = 3600;
constexpr std::time_t soon_seconds = 3600;
constexpr unsigned char offered_protocols[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
constexpr int security_level = 2;

void require(bool succeeded, const std::string& what) {
  if (!succeeded) throw std::runtime_error{what + ": " + take_tls_error("unknown TLS error")};
}

} // namespace

tls_client::tls_client(const std::string& ca_file, std::function<timestamp()> time)
    : time_{std::move(time)}, context_{SSL_CTX_new(TLS_client_method())} {
  SSL_CTX* context = context_.get();
  require(context != nullptr, "TLS cannot be set up");
  SSL_CTX_set_security_level(context, security_level);
  require(SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1, "TLS cannot be set up");
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_read_ahead(context, 1); // a record's header and body in one system call
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, &tls_client::on_verdict);
  require(SSL_CTX_set_alpn_protos(context, offered_protocols, sizeof offered_protocols) == 0, "TLS cannot be set up");
  require(SSL_CTX_set_default_verify_paths(context) == 1, "The system's certificates cannot be read");
  if (!ca_file.empty()) trust_authorities(context, ca_file);

  SSL_CTX_set_app_data(context, this);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context, &tls_client::on_new_session);
  ERR_clear_error();
}

ssl_ptr tls_client::attach(int socket, const std::string& host, bool host_is_address, const std::string& origin) {
  ssl_ptr ssl{SSL_new(context_.get())};
  if (!ssl || SSL_set_fd(ssl.get(), socket) != 1) return nullptr;
  SSL_set_connect_state(ssl.get());
  SSL_set_app_data(ssl.get(), const_cast<std::string*>(&origin));

  X509_VERIFY_PARAM* expected = SSL_get0_param(ssl.get());
  X509_VERIFY_PARAM_set_hostflags(expected, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  const int bound = host_is_address ? X509_VERIFY_PARAM_set1_ip_asc(expected, host.c_str())
                                    : X509_VERIFY_PARAM_set1_host(expected, host.data(), host.size());
  if (bound != 1) return nullptr;
  X509_VERIFY_PARAM_set_time(expected, now());
  if (!host_is_address && SSL_set_tlsext_host_name(ssl.get(), host.c_str()) != 1) return nullptr;
  resume(ssl.get(), origin);
  return ssl;
}

std::time_t tls_client::now() const {
  return time_ ? static_cast<std::time_t>(unix_seconds(time_())) : std::time(nullptr);
}

int tls_client::on_verdict(int is_good, X509_STORE_CTX* context) {
  if (is_good == 1 || X509_STORE_CTX_get_error(context) != X509_V_ERR_CERT_NOT_YET_VALID) return is_good;
  std::time_t soon = X509_VERIFY_PARAM_get_time(X509_STORE_CTX_get0_param(context)) + soon_seconds;
  const X509* certificate = X509_STORE_CTX_get_current_cert(context);
  if (certificate != nullptr && X509_cmp_time(X509_get0_notBefore(certificate), &soon) < 0)
    X509_STORE_CTX_set_error(context, soon_valid);
  return is_good;
}

// A resumed session skips the verification, so it must not outlive the verified certificate.
bool tls_client::is_still_valid(SSL_SESSION* session) const {
  const X509* peer = SSL_SESSION_get0_peer(session);
  std::time_t judged_at = now();
  return SSL_SESSION_get_time(session) + session_seconds_max > std::time(nullptr) &&
         (peer == nullptr || X509_cmp_time(X509_get0_notAfter(peer), &judged_at) > 0);
}

void tls_client::resume(SSL* ssl, const std::string& origin) {
  const auto known = sessions_.find(origin);
  if (known == sessions_.end()) return;
  if (is_still_valid(known->second.get()))
    SSL_set_session(ssl, known->second.get());
  else
    sessions_.erase(known);
}

int tls_client::on_new_session(SSL* ssl, SSL_SESSION* session) {
  auto& self = *static_cast<tls_client*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)));
  const auto& origin = *static_cast<const std::string*>(SSL_get_app_data(ssl));
  if (self.sessions_.size() >= sessions_max && !self.sessions_.contains(origin))
    self.sessions_.erase(self.sessions_.begin());
  self.sessions_[origin].reset(session);
  return 1; // the reference is ours now
}

std::vector<std::filesystem::path> system_authorities() {
  const auto set_or = [](const char* variable, const char* standard) {
    const char* set = std::getenv(variable);
    return std::filesystem::path{set != nullptr ? set : standard};
  };
  std::vector<std::filesystem::path> files;
  std::error_code missing;
  if (auto file = set_or(X509_get_default_cert_file_env(), X509_get_default_cert_file());
      std::filesystem::is_regular_file(file, missing))
    files.push_back(std::move(file));
  const auto folder = set_or(X509_get_default_cert_dir_env(), X509_get_default_cert_dir());
  for (const auto& entry : std::filesystem::directory_iterator{folder, missing})
    if (entry.is_regular_file(missing)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::string describe_tls(const SSL* ssl) {
  std::string text = SSL_get_version(ssl);
  if (const char* cipher = SSL_get_cipher_name(ssl); cipher != nullptr) text.append(" ").append(cipher);
  return text;
}

std::string demand_of_certificate(const std::string& host) {
  return "The host " + host +
         " requires a client certificate, which the service does not have. Accept requests without one, and check "
         "their signature.";
}

std::string take_tls_error(std::string_view fallback) {
  const unsigned long first = ERR_get_error();
  ERR_clear_error();
  const char* reason = first != 0 ? ERR_reason_error_string(first) : nullptr;
  return std::string{reason != nullptr ? std::string_view{reason} : fallback};
}

} // namespace paylink
