#include "connectors/http_connector.hpp"

#include "connectors/connector_protocol.hpp"
#include "logging/log.hpp"
#include "secrets/hmac.hpp"

#include <thread>

namespace paylink {

http_connector::http_connector(options with, const wall_clock& clock)
    : options_{std::move(with)}, clock_{clock}, breaker_{options_.rules},
      client_{{.base_url = options_.url, .token = {}, .ca_file = options_.ca_file, .timeout = options_.timeout}} {}

connector_answer http_connector::call(const connector_request& request) {
  if (!breaker_.admits(clock_.uptime()))
    return {.failed = errc::bank_unreachable, .reason = "the connector has not answered for a while"};
  auto answer = try_once(request);
  if (answer.failed != errc::ok) {
    std::this_thread::sleep_for(options_.pause);
    answer = try_once(request);
  }
  if (answer.failed == errc::ok) {
    breaker_.succeeded();
    return answer;
  }
  log::warning("connector.failed", {{"feed", request.feed}, {"reason", answer.reason}});
  if (breaker_.failed(clock_.uptime()))
    log::error("connector.circuit_open", {{"feed", request.feed}, {"advice", "check the bank's connector"}});
  return answer;
}

connector_answer http_connector::try_once(const connector_request& request) {
  const auto seconds = std::to_string(unix_seconds(clock_.now()));
  const auto target = client_.address().path + request.target;
  api_call call{
      .method = request.method, .target = request.target, .body = request.body, .headers = {}, .is_repeatable = true};
  call.headers.emplace_back("X-" + options_.brand + "-Timestamp", seconds);
  call.headers.emplace_back(
      "X-" + options_.brand + "-Signature",
      hmac_sha256{options_.secret}.hex({signed_text(seconds, request.method, target, request.body)}));
  if (!request.idempotency_key.empty()) call.headers.emplace_back("Idempotency-Key", request.idempotency_key);
  auto outcome = client_.send(call);
  if (auto* const failed = std::get_if<unreachable>(&outcome))
    return {.failed = errc::bank_unreachable, .reason = std::move(failed->reason)};
  auto& answer = std::get<api_answer>(outcome);
  if (answer.status >= 500)
    return {
        .failed = errc::bank_unreachable, .status = answer.status, .reason = "HTTP " + std::to_string(answer.status)};
  return {.status = answer.status, .body = std::move(answer.body)};
}

} // namespace paylink
