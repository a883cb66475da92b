#pragma once
#include "domain/values/time.hpp"
#include "http/wire/message.hpp"
#include "sandbox/books/connections.hpp"
#include "sandbox/books/feed_sender.hpp"
#include "secrets/random.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <string_view>

namespace paylink::sandbox {

/// The bank as the service asks it, below `/connector/<BANK>`: connections with their OTPs, virtual numbers and
/// transactions. Every call is signed by the service. For one thread.
class connector_api {
public:
  using clock = std::function<timestamp()>;

  /// `directory` is the service's, whose sandbox.json holds the secrets.
  connector_api(connection_book& connections, feed_sender& sender, const std::filesystem::path& directory, clock now)
      : connections_{connections}, sender_{sender}, description_{directory}, now_{std::move(now)} {}

  /// Only for paths below `/connector/`.
  http_response handle(const http_request& request);

private:
  /// One call that was let in.
  struct call {
    const http_request& request;
    std::string_view feed;
    const description& service;
    std::string_view id; ///< Of the connection; empty: none is named.
    boost::json::object body;
  };
  struct outcome {
    http_response answer;
    std::optional<connection> changed; ///< To be stored with the answer.
  };

  http_response handle_post(call& asked);
  outcome post(const call& asked, std::string_view action);
  outcome connect(const call& asked);
  outcome take_otp(const call& asked, connection known);
  outcome renew_otp(connection known);
  outcome issue_number(const call& asked, connection known);
  http_response show_state(const call& asked);
  http_response show_transactions(const call& asked);
  http_response disconnect(const call& asked);
  http_response close_number(const call& asked, const std::string& number);
  void wait_for_otp(connection& one);

  connection_book& connections_;
  feed_sender& sender_;
  description_file description_;
  clock now_;
  system_random random_;
};

} // namespace paylink::sandbox
