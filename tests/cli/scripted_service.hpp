#pragma once
#include "cli/terminal.hpp"
#include "http/server/server.hpp"

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace paylink::test {

/// A service that answers as a test tells it, on a free port and a thread of its own.
class scripted_service {
public:
  using script = std::function<http_response(const http_request&)>;

  explicit scripted_service(script answers)
      : answers_{std::move(answers)},
        server_{io_,
                {.listen = "127.0.0.1:0", .tls_certificate = {}, .tls_key = {}, .limits = {}},
                [this](http_request request, responder to) { hear(std::move(request), std::move(to)); }} {
    server_.start();
    thread_ = std::thread{[this] { io_.run(); }};
  }
  ~scripted_service() {
    server_.drain(std::chrono::milliseconds{0}, [this] { io_.stop(); });
    thread_.join();
  }

  std::string url() const { return "http://" + server_.address(); }

  std::vector<http_request> requests() const {
    std::lock_guard lock{mutex_};
    return requests_;
  }

private:
  void hear(http_request request, responder to) {
    std::lock_guard lock{mutex_};
    auto answer = answers_(request);
    requests_.push_back(std::move(request));
    to.answer(std::move(answer));
  }

  script answers_;
  boost::asio::io_context io_{1};
  mutable std::mutex mutex_;
  std::vector<http_request> requests_;
  http_server server_;
  std::thread thread_;
};

inline http_response success_of(const std::string& data, const std::string& meta = "{}") {
  return {.status = 200, .headers = {}, .body = R"({"success":true,"data":)" + data + R"(,"meta":)" + meta + "}"};
}

inline const std::string canary_token = "plat_canary0000000000000000000000000000000000000";
/// What the programs find in their environment when they are to call `service`.
inline environment here(const scripted_service& service) {
  return {{"PAYLINK_BASE_URL", service.url()}, {"PAYLINK_TOKEN", canary_token}};
}

} // namespace paylink::test
