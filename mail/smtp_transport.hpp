#pragma once
#include "mail/transport.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

namespace paylink {

/// The mail server, from a URL: `smtp://user:password@mail.example.vn:587` uses TLS after STARTTLS, `smtps://…` from
/// the first byte. `?starttls=required` and `?starttls=never` set it explicitly; else it is required, except on this
/// machine itself. A path is the name in the SMTP greeting.
struct smtp_server {
  std::string url; ///< Without user and password.
  std::string user, password;
  bool needs_tls = true;
};

/// None if the URL has none of these forms.
std::optional<smtp_server> parse_smtp_url(std::string_view url);

/// Sends mails to a server, one after the other over a kept connection.
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
