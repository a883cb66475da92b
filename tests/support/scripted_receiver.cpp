#include "tests/support/scripted_receiver.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <arpa/inet.h>
#include <csignal>
#include <stdexcept>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

namespace paylink::test {
namespace {

std::shared_ptr<SSL_CTX> make_context(const tls_identity& identity, const receiver_options& options) {
  const std::shared_ptr<SSL_CTX> context{SSL_CTX_new(TLS_server_method()), SSL_CTX_free};
  SSL_CTX_set_security_level(context.get(), 0); // a test receiver may be as weak as it likes
  if (options.tls_version_max != 0) SSL_CTX_set_max_proto_version(context.get(), options.tls_version_max);
  if (options.demands_certificate)
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  static constexpr unsigned char session_scope[] = "test";
  SSL_CTX_set_session_id_context(context.get(), session_scope, sizeof session_scope);
  const std::unique_ptr<BIO, int (*)(BIO*)> chain{BIO_new_mem_buf(identity.chain.data(), -1), BIO_free};
  const std::unique_ptr<BIO, int (*)(BIO*)> key{BIO_new_mem_buf(identity.key.data(), -1), BIO_free};
  const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> private_key{
      PEM_read_bio_PrivateKey(key.get(), nullptr, nullptr, nullptr), EVP_PKEY_free};
  bool first = true;
  while (X509* certificate = PEM_read_bio_X509(chain.get(), nullptr, nullptr, nullptr)) {
    first ? SSL_CTX_use_certificate(context.get(), certificate) : SSL_CTX_add1_chain_cert(context.get(), certificate);
    X509_free(certificate);
    first = false;
  }
  if (SSL_CTX_use_PrivateKey(context.get(), private_key.get()) != 1)
    throw std::runtime_error{"scripted receiver: the key does not fit the certificate"};
  ERR_clear_error();
  return context;
}

received_request parse(std::string head) {
  received_request request;
  request.head = head;
  const auto line_end = head.find("\r\n");
  const auto first = head.find(' '), second = head.find(' ', first + 1);
  request.method = head.substr(0, first);
  request.target = head.substr(first + 1, second - first - 1);
  for (auto at = line_end + 2; at < head.size();) {
    const auto end = head.find("\r\n", at), colon = head.find(": ", at);
    if (end == at || colon == std::string::npos) break;
    request.headers.emplace_back(head.substr(at, colon - at), head.substr(colon + 2, end - colon - 2));
    at = end + 2;
  }
  return request;
}

} // namespace

std::string received_request::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (key.size() == name.size() && strncasecmp(key.data(), name.data(), name.size()) == 0) return value;
  return {};
}

std::string http_answer(int status, std::string_view body, std::string_view headers) {
  std::string answer = "HTTP/1.1 " + std::to_string(status) + " Scripted\r\n";
  if (status != 204 && status != 304) answer += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return answer.append(headers).append("\r\n").append(body);
}

receiver_script always(std::string answer) {
  return [answer = std::move(answer)](receiver_connection& client) {
    while (client.read_request())
      if (!client.send(answer)) return;
  };
}

class scripted_receiver::live_connection : public receiver_connection {
public:
  live_connection(scripted_receiver& owner, int socket, int number) : owner_{owner}, socket_{socket}, number_{number} {}
  ~live_connection() override {
    SSL_free(ssl_);
    if (socket_ >= 0) ::close(socket_);
  }

  bool begin_tls(SSL_CTX* context) {
    ssl_ = SSL_new(context);
    SSL_set_fd(ssl_, socket_);
    const bool agreed = SSL_accept(ssl_) == 1;
    ERR_clear_error();
    return agreed;
  }

  std::optional<received_request> read_request() override {
    std::size_t end = 0;
    while ((end = pending_.find("\r\n\r\n")) == std::string::npos)
      if (!read_more()) return std::nullopt;
    received_request request = parse(pending_.substr(0, end + 4));
    pending_.erase(0, end + 4);
    const std::string length = request.header("Content-Length");
    const std::size_t size = length.empty() ? 0 : std::stoul(length);
    while (pending_.size() < size)
      if (!read_more()) return std::nullopt;
    request.body = pending_.substr(0, size);
    pending_.erase(0, size);
    const std::lock_guard lock{owner_.mutex_};
    owner_.requests_.push_back(request);
    return request;
  }

  bool send(std::string_view bytes) override {
    while (!bytes.empty() && !ended_) {
      const ssize_t sent = ssl_ != nullptr ? SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size()))
                                           : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      ERR_clear_error();
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return !ended_;
  }

  void reset() override {
    const linger at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    end();
  }

  void close() override { end(); }

  void hang() override {
    char ignored[512];
    while (::recv(socket_, ignored, sizeof ignored, 0) > 0);
  }

  int number() const override { return number_; }

  ssl_st* tls() override { return ssl_; }

  // From another thread: whatever the script waits for ends.
  void interrupt() {
    const std::lock_guard lock{end_mutex_};
    if (!ended_) ::shutdown(socket_, SHUT_RDWR);
  }

  void end() {
    const std::lock_guard lock{end_mutex_};
    if (ended_.exchange(true)) return;
    ::close(socket_);
    socket_ = -1;
  }

private:
  bool read_more() {
    char bytes[4096];
    if (ended_) return false;
    const ssize_t got = ssl_ != nullptr ? SSL_read(ssl_, bytes, sizeof bytes) : ::recv(socket_, bytes, sizeof bytes, 0);
    ERR_clear_error();
    if (got > 0) pending_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  }

  scripted_receiver& owner_;
  int socket_;
  int number_;
  SSL* ssl_ = nullptr;
  std::string pending_;
  std::atomic<bool> ended_{false};
  std::mutex end_mutex_;
};

scripted_receiver::scripted_receiver(receiver_script script, receiver_options options)
    : script_{std::move(script)}, options_{std::move(options)} {
  std::signal(SIGPIPE, SIG_IGN); // OpenSSL writes to sockets without MSG_NOSIGNAL
  if (options_.tls) tls_context_ = make_context(*options_.tls, options_);
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(options_.port);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), size) != 0 || ::listen(listener_, 64) != 0)
    throw std::runtime_error{"scripted receiver: cannot listen"};
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  acceptor_ = std::jthread{[this] { accept_all(); }};
}

scripted_receiver::~scripted_receiver() {
  stopped_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  ::close(listener_);
  {
    const std::lock_guard lock{mutex_};
    for (const auto& connection : live_) connection->interrupt();
  }
  servants_.clear(); // joins
}

void scripted_receiver::accept_all() {
  for (;;) {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0 || stopped_) {
      if (socket >= 0) ::close(socket);
      return;
    }
    const auto connection = std::make_shared<live_connection>(*this, socket, ++connections_);
    const std::lock_guard lock{mutex_};
    live_.push_back(connection);
    servants_.emplace_back([this, connection] { serve(*connection); });
  }
}

void scripted_receiver::serve(live_connection& connection) {
  if (options_.before_tls)
    options_.before_tls(connection);
  else if (!tls_context_ || connection.begin_tls(static_cast<SSL_CTX*>(tls_context_.get())))
    script_(connection);
  connection.end();
}

std::string scripted_receiver::url(std::string_view target) const { return url_of("127.0.0.1", target); }

std::string scripted_receiver::url_of(std::string_view host, std::string_view target) const {
  std::string text = options_.tls || options_.before_tls ? "https://" : "http://";
  return text.append(host).append(":").append(std::to_string(port_)).append(target);
}

std::vector<received_request> scripted_receiver::requests() const {
  const std::lock_guard lock{mutex_};
  return requests_;
}

} // namespace paylink::test
