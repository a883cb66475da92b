#pragma once
#include "tests/support/test_ca.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

struct ssl_st; // OpenSSL's SSL

namespace paylink::test {

/// One request as a receiver read it.
struct received_request {
  std::string method, target;
  std::vector<std::pair<std::string, std::string>> headers; ///< Names as they came.
  std::string head;                                         ///< The raw header block.
  std::string body;

  std::string header(std::string_view name) const; ///< In any case of letters; empty when absent.
};

/// The receiver's end of one connection, in the hands of the script. Every call returns when the receiver is stopped.
class receiver_connection {
public:
  virtual ~receiver_connection() = default;
  virtual std::optional<received_request> read_request() = 0; ///< None: the client closed.
  virtual bool send(std::string_view bytes) = 0;              ///< False: the client is gone.
  virtual void reset() = 0;                                   ///< RST, at once.
  virtual void close() = 0;                                   ///< FIN, at once, without a TLS goodbye.
  virtual void hang() = 0;                                    ///< Says nothing until the client goes.
  virtual int number() const = 0;                             ///< From 1, in the order of arrival.
  virtual ssl_st* tls() = 0;                                  ///< For what a script does to TLS itself; null: plain.
};

using receiver_script = std::function<void(receiver_connection&)>;

/// A whole answer: status line, length, the given headers (each with its CRLF) and body.
std::string http_answer(int status, std::string_view body = {}, std::string_view headers = {});

/// Answers every request of a connection alike.
receiver_script always(std::string answer);

/// How a receiver meets its clients.
struct receiver_options {
  std::optional<tls_identity> tls = std::nullopt; ///< None: plain.
  int tls_version_max = 0;                        ///< As OpenSSL counts; 0: the newest.
  bool demands_certificate = false;               ///< Of its clients.
  std::uint16_t port = 0;                         ///< 0: a free one.
  receiver_script before_tls = {}; ///< Replaces TLS and the script: what is done with the bare connection.
};

/// A real receiver on a free port of 127.0.0.1, which does with each connection what the script says.
class scripted_receiver {
public:
  explicit scripted_receiver(receiver_script script, receiver_options options = {});
  ~scripted_receiver();
  scripted_receiver(const scripted_receiver&) = delete;
  scripted_receiver& operator=(const scripted_receiver&) = delete;

  std::uint16_t port() const { return port_; }
  std::string url(std::string_view target = "/callback") const; ///< With the literal address.
  std::string url_of(std::string_view host, std::string_view target = "/callback") const;

  int connections() const { return connections_; }
  std::vector<received_request> requests() const; ///< All that scripts read, in order.

private:
  class live_connection;
  void accept_all();
  void serve(live_connection& connection);

  receiver_script script_;
  receiver_options options_;
  std::shared_ptr<void> tls_context_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<int> connections_{0};
  std::atomic<bool> stopped_{false};

  mutable std::mutex mutex_;
  std::vector<received_request> requests_;
  std::vector<std::shared_ptr<live_connection>> live_;
  std::vector<std::jthread> servants_;
  std::jthread acceptor_;
};

} // namespace paylink::test
