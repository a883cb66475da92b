#pragma once
#include "http/tools/callback_check.hpp"
#include "http/wire/message.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace paylink {

/// What a receiver knows, and of which kind of request.
struct receiver_keys {
  received_kind kind = received_kind::callback;
  std::vector<std::string> keys;     ///< Signing keys, or the webhook's secrets.
  std::vector<std::string> api_keys; ///< Of a webhook only.
};

/// One request to a merchant's endpoint, as far as it could be read.
struct received_event {
  std::string id;       ///< By which a repeated event is known: the callback's, the transaction's, or the order's.
  std::string name;     ///< `transaction.credit` and so on; empty for a callback.
  std::string attempt;  ///< As the header says it, which is not signed.
  std::string problem;  ///< Empty for a good one.
  unsigned refusal = 0; ///< The status for `problem`.
  bool is_repeated = false;
  boost::json::object body;
};

/// Checks a request in the order in which an endpoint should: method, API key, signature and age, body. `header_prefix`
/// is `x-service-`, in lower case.
received_event read_event(const http_request& request, const receiver_keys& known, const std::string& header_prefix,
                          std::int64_t now);

} // namespace paylink
