#include "cli/creation.hpp"

#include <boost/json/serialize.hpp>

namespace paylink::cli {

std::variant<api_answer, unreachable> create(const creation& wanted, const service_options& connection, terminal& at) {
  api_call call{.method = http_method::post,
                .target = wanted.target,
                .body = boost::json::serialize(wanted.body),
                .headers = {},
                .is_repeatable = !wanted.idempotency_key.empty()};
  if (call.is_repeatable) call.headers.emplace_back("Idempotency-Key", wanted.idempotency_key);
  api_client client{find_service(connection, at)};
  return client.send(call);
}

} // namespace paylink::cli
