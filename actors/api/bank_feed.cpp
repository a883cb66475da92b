#include "actors/api/bank_feed.hpp"

#include "domain/loopback.hpp"
#include "http/envelope.hpp"

#include <charconv>

namespace paylink {

namespace {

constexpr std::size_t signature_digits = 64;

std::string header_name(std::string_view brand, std::string_view rest) {
  std::string name = "x-";
  for (char c : brand) name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return name.append(rest);
}

/// What any calendar can write, so that nothing overflows.
constexpr std::int64_t seconds_max = 253'402'300'799;

/// By whole seconds, as it is signed.
bool is_fresh(timestamp said, timestamp now) {
  return std::chrono::abs(std::chrono::floor<std::chrono::seconds>(now) - said) <= feed_signature_life;
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

result<void> feed_gate::admit_head(const http_request& request, std::string_view bank, timestamp now) const {
  if (!keys_.contains(bank)) return errc::not_found;
  const auto said = signed_at(request);
  if (!said) return errc::authentication_error;
  // By a clock in doubt it cannot be said who is wrong: the bank is one who can say, and only its signature whether it
  // is the bank.
  if (!is_fresh(*said, now) && !services_.state.doubts_clock()) return errc::authentication_error;
  if (request.header(signature_header_).size() != signature_digits) return errc::authentication_error;
  return {};
}

result<void> feed_gate::admit(const http_request& request, std::string_view bank, timestamp now) {
  if (auto admitted = admit_head(request, bank, now); !admitted) return admitted;
  const auto key = keys_.find(bank);
  const auto expected = key->second.hex({request.header(timestamp_header_), ".", request.body});
  if (!equal_in_constant_time(expected, request.header(signature_header_))) return errc::authentication_error;
  const auto said = signed_at(request).value_or(timestamp{});
  // A connector on this machine has the same clock.
  if (services_.state.doubts_clock() && !is_loopback(request.peer))
    services_.hearsay.hear({said, services_.clock.uptime()});
  if (!is_fresh(said, now)) return errc::service_unavailable;
  return {};
}

std::optional<http_response> refuse_feed_at_head(const http_request& head, const feed_gate& gate, timestamp now) {
  const auto& path = head.segments;
  if (head.method != verb::post || path.size() != 3 || path[0] != "v1.1" || path[1] != "bank-feed") return std::nullopt;
  const auto admitted = gate.admit_head(head, path[2], now);
  if (admitted) return std::nullopt;
  return failure(to_errc(admitted.error()), head.trace_id, now);
}

} // namespace paylink
