#pragma once
#include "tests/e2e/child_process.hpp"

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace paylink::test {

/// A mail server that others have written, in a process of its own: Debian's python3-aiosmtpd on a free loopback port.
/// `tests/mail/mail_server.py` tells its options, and what it does to whom.
class mail_server {
public:
  explicit mail_server(const std::vector<std::string>& options = {});
  ~mail_server();
  mail_server(const mail_server&) = delete;
  mail_server& operator=(const mail_server&) = delete;

  std::uint16_t port() const { return port_; }
  std::string url() const { return "smtp://127.0.0.1:" + std::to_string(port_); }

  /// The mails that it has taken so far: `sender`, `recipients`, `content`, `encrypted`, `user`, `connection`.
  std::vector<boost::json::object> mails() const;

private:
  std::vector<boost::json::object> said() const;

  std::filesystem::path folder_;
  child_process process_;
  std::uint16_t port_ = 0;
};

} // namespace paylink::test
