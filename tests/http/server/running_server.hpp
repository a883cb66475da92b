#pragma once
#include "http/server/server.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

namespace paylink {

/// A server on a free port with a network thread of its own, ended when the test leaves.
class running_server {
public:
  explicit running_server(request_handler handler, server_limits limits = {})
      : running_server{{.listen = "127.0.0.1:0", .tls_certificate = {}, .tls_key = {}, .limits = std::move(limits)},
                       std::move(handler)} {}

  running_server(http_server::options with, request_handler handler)
      : server_{std::make_unique<http_server>(
            io_, std::move(with),
            with_whole_bodies([this, handler = std::move(handler)](http_request request, responder answer) {
              ++calls;
              handler(std::move(request), std::move(answer));
            }))} {
    server_->start();
    thread_ = std::thread{[this] { io_.run(); }};
  }

  ~running_server() {
    boost::asio::post(io_, [this] {
      server_.reset();
      stays_up_.reset();
    });
    thread_.join();
  }

  http_server* operator->() { return server_.get(); }
  std::uint16_t port() const { return server_->port(); }

  /// Waits until `holds` does; for what another thread brings about. False after 20 s.
  template <class Condition>
  static bool eventually(Condition holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    while (!holds()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::yield();
    }
    return true;
  }

  std::atomic<int> calls = 0;

private:
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> stays_up_{io_.get_executor()};
  std::unique_ptr<http_server> server_;
  std::thread thread_;
};

inline const std::string get_x = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n";

inline http_response text_answer(std::string body, unsigned status = 200) {
  http_response response;
  response.status = status;
  response.content_type = "text/plain";
  response.body = std::move(body);
  return response;
}

/// Answers with method, path, body and whatever else tells one request from another.
inline void echo(http_request request, responder answer) {
  answer.answer(text_answer(std::string{to_text(request.method)} + " " + request.path + " " + request.body));
}

/// Keeps requests for the test to answer, from the test's thread.
class held_requests {
public:
  request_handler handler() {
    return [this](http_request request, responder answer) {
      const std::lock_guard lock{mutex_};
      held_.emplace_back(std::move(request), std::move(answer));
      arrived_.notify_all();
    };
  }

  std::pair<http_request, responder> take() {
    std::unique_lock lock{mutex_};
    if (!arrived_.wait_for(lock, std::chrono::seconds{20}, [this] { return !held_.empty(); }))
      throw std::runtime_error("no request arrived");
    auto taken = std::move(held_.front());
    held_.erase(held_.begin());
    return taken;
  }

private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<std::pair<http_request, responder>> held_;
};

} // namespace paylink
