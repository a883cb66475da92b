#include "actors/api/bank_feed.hpp"

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

} // namespace

feed_gate::feed_gate(const api_services& services)
    : signature_header_{header_name(services.brand, "-signature")},
      timestamp_header_{header_name(services.brand, "-timestamp")} {
  for (const auto& [bank, secret] : services.feed_secrets)
    if (!secret.empty()) keys_.emplace(bank, hmac_sha256{secret});
}

result<void> feed_gate::admit_head(const http_request& request, std::string_view bank, timestamp now) const {
  if (!keys_.contains(bank)) return errc::not_found;
  const auto signed_at = request.header(timestamp_header_);
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(signed_at.data(), signed_at.data() + signed_at.size(), seconds);
  if (signed_at.empty() || error != std::errc{} || end != signed_at.data() + signed_at.size())
    return errc::authentication_error;
  const auto age = unix_seconds(now) - seconds;
  constexpr std::int64_t life = std::chrono::seconds{feed_signature_life}.count();
  if (age > life || age < -life) return errc::authentication_error;
  if (request.header(signature_header_).size() != signature_digits) return errc::authentication_error;
  return {};
}

result<void> feed_gate::admit(const http_request& request, std::string_view bank, timestamp now) {
  if (auto admitted = admit_head(request, bank, now); !admitted) return admitted;
  const auto key = keys_.find(bank);
  const auto expected = key->second.hex({request.header(timestamp_header_), ".", request.body});
  if (!equal_in_constant_time(expected, request.header(signature_header_))) return errc::authentication_error;
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
