#pragma once
#include "tests/e2e/child_process.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace paylink {

/// A real nginx in front of a server, on a free port and in a folder of its own. It keeps connections to the server
/// open and shares them between clients, which is what smuggling needs.
class nginx_proxy {
public:
  /// `directives` go into its `location`.
  nginx_proxy(std::uint16_t server_port, const std::string& directives);
  ~nginx_proxy();
  nginx_proxy(const nginx_proxy&) = delete;
  nginx_proxy& operator=(const nginx_proxy&) = delete;

  std::uint16_t port() const { return port_; }

  /// One request as nginx saw it: what it was asked for, and what the server answered; 0 when it was not passed on.
  struct seen_request {
    std::string target;
    unsigned server_status = 0;
  };
  /// Lets it finish, ends it, and reads its log.
  std::vector<seen_request> end();

private:
  void write_configuration(std::uint16_t server_port, const std::string& directives) const;
  void wait_until_it_listens();
  std::string error_log() const;

  std::filesystem::path folder_;
  std::uint16_t port_;
  test::child_process process_;
};

} // namespace paylink
