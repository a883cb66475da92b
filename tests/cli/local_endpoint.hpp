#pragma once
#include "domain/values/time.hpp"
#include "http/tools/local_receiver.hpp"
#include "tests/cli/program_run.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <array>
#include <string>
#include <thread>

namespace paylink::test {

/// A merchant's endpoint on a free port and a thread of its own, over TLS, which answers as a test tells it.
class local_endpoint {
public:
  explicit local_endpoint(local_receiver::handler answers)
      : authority_{make_local_authority(now())},
        receiver_{io_, "127.0.0.1:0", issue_local_certificate(authority_, hosts_, now()), std::move(answers)},
        ca_file_{folder_.write("ca.pem", authority_.certificate)} {
    receiver_.start();
    thread_ = std::thread{[this] { io_.run(); }};
  }
  ~local_endpoint() {
    boost::asio::post(io_, [this] { receiver_.stop(); });
    thread_.join();
  }
  local_endpoint(const local_endpoint&) = delete;
  local_endpoint& operator=(const local_endpoint&) = delete;

  std::string url() const { return "https://127.0.0.1:" + std::to_string(receiver_.port()) + "/callback"; }
  const std::string& ca_file() const { return ca_file_; }

private:
  static timestamp now() { return system_wall_clock{}.now(); }

  std::array<std::string, 1> hosts_{"127.0.0.1"};
  temporary_folder folder_;
  boost::asio::io_context io_{1};
  pem_identity authority_;
  local_receiver receiver_;
  std::string ca_file_;
  std::thread thread_;
};

} // namespace paylink::test
