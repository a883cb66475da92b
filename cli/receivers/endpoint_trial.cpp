#include "cli/receivers/endpoint_trial.hpp"

#include "cli/receivers/test_webhook.hpp"
#include "domain/addresses/loopback.hpp"
#include "domain/deliveries/delivery_advice.hpp"

#include <algorithm>

namespace paylink::cli {
namespace {

bool is_acknowledgement(int status) { return judge_status(status) == verdict::acknowledged; }

bool is_refusal(int status) { return status >= 400 && status < 500 && judge_status(status) == verdict::failed; }

std::string problem_of(const check_row& row, const attempt& made, received_kind kind) {
  const std::string what = kind == received_kind::webhook ? "webhook" : "callback";
  if (made.status_code == 0)
    return std::string{to_text(made.failed_by)} + ": " + made.error + " " + std::string{advise(made.failed_by).advice};
  const auto status = std::to_string(made.status_code);
  if (made.status_code < 400 && !is_acknowledgement(made.status_code))
    return "Answered with redirect " + status + ": use the final URL as the " + what + " URL.";
  if (row.is_acceptable && is_refusal(made.status_code)) return std::string{row.when_wrong};
  if (row.is_acceptable)
    return "Failed with " + status + "; the service retries the " + what + " until the last attempt.";
  if (is_acknowledgement(made.status_code)) return std::string{row.when_wrong};
  return "Answered " + status + ", which makes the service retry the " + what + ": reject with 401 or 400.";
}

check_result judge_check(const test_callback& sent, const check_row& row, attempt made, const trial_options& options) {
  check_result result;
  result.row = &row;
  result.event_id = sent.event_id;
  // If the answer comes before the last piece, some pauses did not happen.
  result.taken = std::max(made.duration - options.pause * (sent.pieces - 1), std::chrono::milliseconds{0});
  result.is_right = row.is_acceptable ? is_acknowledgement(made.status_code) : is_refusal(made.status_code);
  if (!result.is_right) result.problem = problem_of(row, made, options.keys.kind);
  if (result.is_right && result.taken > options.slow_after)
    result.warning = "The response was slow: store the event, respond, and do the work afterwards.";
  result.made = std::move(made);
  return result;
}

probe_request request_of(const test_callback& callback, const trial_options& options) {
  const bool is_webhook = options.keys.kind == received_kind::webhook;
  const std::string prefix = "X-" + options.brand + "-";
  probe_request request;
  request.headers = {{"User-Agent", options.brand + (is_webhook ? "-Webhook/1" : "-Payment-Link/1")},
                     {prefix + "Timestamp", std::to_string(callback.signed_at)},
                     is_webhook ? std::pair{prefix + "Webhook-ID", std::string{"wh_test_000000000000000000000"}}
                                : std::pair{prefix + "Event-ID", callback.event_id},
                     {prefix + "Attempt", std::to_string(callback.attempt)}};
  if (!callback.api_key.empty()) request.headers.emplace_back("X-Client-API-Key", callback.api_key);
  if (!callback.signature.empty()) request.headers.emplace_back(prefix + "Signature", callback.signature);
  request.body = callback.body;
  request.pieces = callback.pieces;
  request.pause = options.pause;
  return request;
}

attempt send_until_it_is_heard(endpoint_probe& probe, const probe_request& request,
                               const std::function<bool()>& may_try_again) {
  for (;;) {
    auto made = probe.send(request);
    const bool may_be_starting = made.failed_by == failure_class::connect && is_loopback(made.address);
    if (!may_be_starting || !may_try_again || !may_try_again()) return made;
  }
}

test_callback make_for(const check_row& row, const trial_options& options, const test_callback& good, timestamp now,
                       random_source& random) {
  const auto& keys = options.keys;
  const bool is_webhook = keys.kind == received_kind::webhook;
  if (row.check == endpoint_check::repeated) {
    if (is_webhook) return next_attempt_of(good, keys.keys[0], now);
    auto again = good;
    again.attempt = 2;
    return again;
  }
  return is_webhook ? make_test_webhook(row.check, keys.keys, keys.api_keys, now, random)
                    : make_test_callback(row.check, keys.keys, now, random);
}

bool has_previous(const receiver_keys& keys) {
  return keys.keys.size() > 1 && (keys.kind == received_kind::callback || keys.api_keys.size() > 1);
}

} // namespace

std::vector<check_result> try_endpoint(endpoint_probe& probe, const trial_options& options, const wall_clock& clock,
                                       random_source& random) {
  std::vector<check_result> results;
  test_callback good;
  for (const auto& row : checks_of(options.keys.kind)) {
    if (row.check == endpoint_check::previous_key && !has_previous(options.keys)) continue;
    const auto callback = make_for(row, options, good, clock.now(), random);
    if (row.check == endpoint_check::good) good = callback;
    const auto request = request_of(callback, options);
    auto made = results.empty() ? send_until_it_is_heard(probe, request, options.may_try_again) : probe.send(request);
    results.push_back(judge_check(callback, row, std::move(made), options));
    if (results.size() == 1 && results.front().made.status_code == 0) break;
  }
  return results;
}

bool is_unreachable(const check_result& first) {
  return first.made.failed_by == failure_class::dns || first.made.failed_by == failure_class::connect ||
         first.made.failed_by == failure_class::tls;
}

} // namespace paylink::cli
