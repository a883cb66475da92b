#pragma once
#include "mail/transport.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

namespace paylink {

/// Where mails are handed over, taken from a URL: `smtp://user:password@mail.example.vn:587` speaks TLS after STARTTLS,
/// `smtps://…` from the first byte. `?starttls=required` and `?starttls=never` say it outright; else it is required,
/// but not on this machine itself. A path is the name that the server is greeted with.
struct smtp_server {
  std::string url; ///< Without user and password.
  std::string user, password;
  bool needs_tls = true;
};

/// None when the URL is none of these.
std::optional<smtp_server> parse_smtp_url(std::string_view url);

/// Hands mails to a server, one after the other over a connection that is kept.
class smtp_transport final : public mail_transport {
public:
  struct options {
    smtp_server server;
    std::string ca_file{}; ///< Authorities besides the system's; empty: none.
    std::chrono::milliseconds time_max{30'000};
  };
  explicit smtp_transport(options given);
  ~smtp_transport() override;

  mail_outcome send(const mail_message& message) override;
  void stop() override { stopped_ = true; }

private:
  struct session;
  mail_outcome outcome_of(int failed) const;

  options options_;
  std::atomic<bool> stopped_{false};
  std::unique_ptr<session> session_;
};

} // namespace paylink
