#pragma once
#include "http/tools/local_certificate.hpp"
#include "http/wire/message.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace paylink {

/// What a receiver does with one request. A proper receiver only answers; a test receiver may also misbehave.
struct receiver_conduct {
  enum class kind {
    answer, ///< With `status` and an empty body.
    hang,   ///< Keeps the connection and never answers.
    reset,  ///< Drops the connection without an answer.
  };
  kind act = kind::answer;
  unsigned status = 200;
  std::chrono::milliseconds delay{0}; ///< Before the answer.
};

/// A small TLS receiver for programs that act as a merchant's endpoint. Runs on the thread of its `io_context`.
class local_receiver {
public:
  /// Bodies are limited to 1 MiB; `path` contains the target as sent; `segments` and `query` stay empty.
  using handler = std::function<receiver_conduct(const http_request&)>;

  /// `listen` is `127.0.0.1:8443` or `[::1]:0`; port 0 picks a free one. Throws std::runtime_error if it cannot be
  /// bound or the identity is unusable.
  local_receiver(boost::asio::io_context& io, const std::string& listen, const pem_identity& identity,
                 handler on_request);
  ~local_receiver();

  void start();
  std::uint16_t port() const;

  /// Stops accepting and closes every connection, after its answer if one is being sent. On the io thread.
  void stop();

private:
  class implementation;
  std::shared_ptr<implementation> implementation_;
};

} // namespace paylink
