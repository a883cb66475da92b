#pragma once
#include "http/wire/message.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace paylink {

/// The parts of an `http://` or `https://` address under which a program finds a service.
struct service_address {
  bool is_tls = false;
  std::string host; ///< A name or an IP address, without brackets.
  std::string port; ///< The scheme's if the address has none.
  std::string path; ///< In front of every target; without a final slash.

  /// As in the Host header: brackets around IPv6, the port only if it is not the scheme's.
  std::string authority() const;
  bool is_loopback() const;
};

/// None for anything but `http` and `https`, and for an address with user info, query or fragment.
std::optional<service_address> parse_service_address(std::string_view url);

struct api_client_options {
  std::string base_url;
  std::string token;                         ///< Sent as a bearer token; empty: none.
  std::string ca_file;                       ///< PEM, trusted besides the system's; empty: none.
  std::chrono::milliseconds timeout{30'000}; ///< For one whole call.
};

/// One call; `target` begins with `/` and may carry a query.
struct api_call {
  http_method method = http_method::get;
  std::string target;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  /// May be sent again if a kept connection turns out to be dead, as GET always may; others get a new connection.
  bool is_repeatable = false;
};

struct api_answer {
  unsigned status = 0;
  std::vector<std::pair<std::string, std::string>> headers; ///< Names in lower case.
  std::string body;

  std::string_view header(std::string_view lower_case_name) const; ///< Empty when absent.
};

/// There was no answer; the reason is for people.
struct unreachable {
  std::string reason;
};

/// A blocking JSON client for command-line programs: one connection, kept while the service keeps it. Not thread-safe.
class api_client {
public:
  /// Throws std::invalid_argument if the address or the CA file cannot be used; does not connect yet.
  explicit api_client(api_client_options options);
  ~api_client();
  api_client(api_client&&) noexcept;
  api_client& operator=(api_client&&) noexcept;

  std::variant<api_answer, unreachable> send(const api_call& call);
  const service_address& address() const;

private:
  class connection;
  std::unique_ptr<connection> connection_;
};

} // namespace paylink
