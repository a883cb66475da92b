#include "api/feeds/bank_feed.hpp"

#include "domain/addresses/loopback.hpp"
#include "domain/values/ascii.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

namespace {

constexpr std::size_t signature_digits = 64;

std::string header_name(std::string_view brand, std::string_view rest) {
  return "x-" + ascii_lowered(brand).append(rest);
}

/// The part of a path that may be logged: codes are a few capitals and digits.
std::string_view code_of(std::string_view bank) {
  constexpr std::size_t characters_max = 16;
  const bool is_like_a_code =
      bank.size() <= characters_max && std::ranges::all_of(bank, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
      });
  return is_like_a_code ? bank : "(no code of a bank)";
}

/// Limited to valid calendar dates, so that nothing overflows.
constexpr std::int64_t seconds_max = 253'402'300'799;

/// In whole seconds, as signed.
bool is_fresh(timestamp said, timestamp now) {
  return std::chrono::abs(std::chrono::floor<std::chrono::seconds>(now) - said) <= feed_signature_life;
}

/// Whether the peer may be on this machine, as in a container.
bool is_near(const std::string& peer) {
  const auto address = ip_address::parse(peer);
  return !address || is_special_purpose(*address);
}

} // namespace

feed_gate::feed_gate(const api_services& services)
    : services_{services}, signature_header_{header_name(services.brand, "-signature")},
      timestamp_header_{header_name(services.brand, "-timestamp")} {
  for (const auto& [bank, secret] : services.feed_secrets)
    if (!secret.empty()) keys_.emplace(bank, hmac_sha256{secret});
}

std::optional<timestamp> feed_gate::signed_at(const http_request& request) const {
  const auto text = request.header(timestamp_header_);
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || seconds < 0 || seconds > seconds_max)
    return std::nullopt;
  return timestamp{std::chrono::seconds{seconds}};
}

feed_gate::fault feed_gate::fault_of_head(const http_request& request, std::string_view bank, timestamp now) const {
  if (!keys_.contains(bank)) return fault::closed;
  const auto said = signed_at(request);
  if (!said) return fault::no_timestamp;
  // While the clock is in doubt, it is unknown which time is wrong: the bank is a witness, and only its signature shows
  // that it is the bank.
  if (!is_fresh(*said, now) && !services_.state.doubts_clock()) return fault::other_time;
  if (request.header(signature_header_).size() != signature_digits) return fault::no_signature;
  return fault::none;
}

feed_gate::fault feed_gate::fault_of(const http_request& request, std::string_view bank, timestamp now) {
  if (const auto found = fault_of_head(request, bank, now); found != fault::none) return found;
  const auto key = keys_.find(bank);
  const auto expected = key->second.hex({request.header(timestamp_header_), ".", request.body});
  if (!equal_in_constant_time(expected, request.header(signature_header_))) return fault::other_signature;
  const auto said = signed_at(request).value_or(timestamp{});
  if (services_.trust_sender) services_.trust_sender(request.peer);
  // A connector on this machine has the same clock.
  if (services_.state.doubts_clock() && !is_loopback(request.peer))
    services_.hearsay.hear(key->first, {said, services_.clock.uptime(), is_near(request.peer)});
  return is_fresh(said, now) ? fault::none : fault::clock;
}

std::optional<http_response> feed_gate::answer_to(fault found, const http_request& request, std::string_view bank,
                                                  timestamp now) const {
  const auto header = "X-" + services_.brand;
  auto error = errc::authentication_error;
  std::string message;
  switch (found) {
  case fault::none:
    return std::nullopt;
  case fault::closed:
    error = errc::not_found;
    message = "No feed is open here: compare the bank's code at the end of the path with the operator's settings.";
    break;
  case fault::no_timestamp:
    message = header + "-Timestamp must be the Unix time in seconds at which the request was signed.";
    break;
  case fault::no_signature:
    message =
        header + "-Signature must be 64 hexadecimal digits, the HMAC-SHA256 of the timestamp, a dot and the body.";
    break;
  case fault::other_time:
    message = header + "-Timestamp is more than 5 minutes off; check the connector's clock.";
    break;
  case fault::other_signature:
    message = header + "-Signature does not match; is the body sent byte for byte as it was signed, with this feed's " +
              "secret?";
    break;
  case fault::clock:
    error = errc::service_unavailable;
    message = "The clock of the service and " + header + "-Timestamp differ; send the same call again.";
    break;
  }
  log::info("feed.refused", {{"trace_id", request.trace_id}, {"feed", code_of(bank)}, {"reason", message}});
  return failure(error, request.trace_id, now, message);
}

std::optional<http_response> feed_gate::refuse_head(const http_request& request, std::string_view bank,
                                                    timestamp now) const {
  return answer_to(fault_of_head(request, bank, now), request, bank, now);
}

std::optional<http_response> feed_gate::refuse(const http_request& request, std::string_view bank, timestamp now) {
  return answer_to(fault_of(request, bank, now), request, bank, now);
}

std::optional<http_response> refuse_feed_at_head(const http_request& head, const feed_gate& gate, timestamp now) {
  const auto& path = head.segments;
  if (head.method != http_method::post || path.size() != 3 || path[0] != "v1.1" || path[1] != "bank-feed")
    return std::nullopt;
  return gate.refuse_head(head, path[2], now);
}

} // namespace paylink
