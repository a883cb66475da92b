#include "http/tools/callback_check.hpp"

#include "secrets/hmac.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace paylink {
namespace {

std::optional<std::int64_t> parse_seconds(std::string_view text) {
  std::int64_t seconds = 0;
  auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  bool is_number = failed == std::errc{} && end == text.data() + text.size() && text.front() != '-';
  return is_number ? std::optional{seconds} : std::nullopt;
}

bool is_signature(std::string_view text) {
  return text.size() == 64 &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace

std::string_view to_text(callback_verdict verdict, received_kind kind) {
  const bool is_webhook = kind == received_kind::webhook;
  switch (verdict) {
  case callback_verdict::verified:
    return "verified";
  case callback_verdict::bad_timestamp:
    return "the timestamp is not a number of seconds";
  case callback_verdict::bad_signature_form:
    return "the signature is not 64 characters of 0-9a-f";
  case callback_verdict::wrong_signature:
    return is_webhook ? "the signature does not match: check the webhook's secret, and that the body is unchanged, "
                        "without an added newline"
                      : "the signature does not match: check the signing key, and that the body is unchanged, without "
                        "an added newline";
  case callback_verdict::too_old:
    return is_webhook ? "the timestamp is more than 5 minutes old" : "the timestamp is more than 24 hours old";
  case callback_verdict::too_far_ahead:
    return "the timestamp is more than 5 minutes ahead";
  }
  return "";
}

callback_verdict check_callback(std::string_view signed_at, std::string_view body, std::string_view signature,
                                std::span<const std::string> keys, std::int64_t now, received_kind kind) {
  auto seconds = parse_seconds(signed_at);
  if (!seconds) return callback_verdict::bad_timestamp;
  if (!is_signature(signature)) return callback_verdict::bad_signature_form;
  bool fits = std::ranges::any_of(keys, [&](const std::string& key) {
    return equal_in_constant_time(hmac_sha256{key}.hex({signed_at, ".", body}), signature);
  });
  if (!fits) return callback_verdict::wrong_signature;
  if (now - *seconds > age_max_of(kind)) return callback_verdict::too_old;
  if (*seconds - now > callback_lead_max) return callback_verdict::too_far_ahead;
  return callback_verdict::verified;
}

bool is_api_key(std::string_view sent, std::span<const std::string> api_keys) {
  bool fits = false;
  for (const auto& key : api_keys) fits |= equal_in_constant_time(sent, key);
  return fits;
}

} // namespace paylink
