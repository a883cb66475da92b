#include "actors/api/bank_feed.hpp"

#include <charconv>

namespace paylink {

namespace {

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

result<void> feed_gate::admit(const http_request& request, std::string_view bank, timestamp now) {
  const auto key = keys_.find(bank);
  if (key == keys_.end()) return errc::not_found;
  const auto signed_at = request.header(timestamp_header_);
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(signed_at.data(), signed_at.data() + signed_at.size(), seconds);
  if (signed_at.empty() || error != std::errc{} || end != signed_at.data() + signed_at.size())
    return errc::authentication_error;
  const auto age = unix_seconds(now) - seconds;
  constexpr std::int64_t life = std::chrono::seconds{feed_signature_life}.count();
  if (age > life || age < -life) return errc::authentication_error;
  const auto expected = key->second.hex({signed_at, ".", request.body});
  if (!equal_in_constant_time(expected, request.header(signature_header_))) return errc::authentication_error;
  return {};
}

} // namespace paylink
