#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace paylink {

/// What a merchant's endpoint receives: callbacks of links, signed once, and webhooks, signed afresh for each attempt.
enum class received_kind { callback, webhook };

/// The maximum age and lead of timestamps that a receiver accepts, in seconds.
inline constexpr std::int64_t callback_age_max = 86'400;
inline constexpr std::int64_t webhook_age_max = 300;
inline constexpr std::int64_t callback_lead_max = 300;

constexpr std::int64_t age_max_of(received_kind kind) {
  return kind == received_kind::webhook ? webhook_age_max : callback_age_max;
}

/// The result of checking a callback or webhook. Everything except `verified` is a refusal.
enum class callback_verdict { verified, bad_timestamp, bad_signature_form, wrong_signature, too_old, too_far_ahead };
std::string_view to_text(callback_verdict verdict, received_kind kind = received_kind::callback);

/// Checks the signature over the raw body with each key in turn, then the age of the timestamp, `signed_at`, at `now`
/// (Unix seconds).
callback_verdict check_callback(std::string_view signed_at, std::string_view body, std::string_view signature,
                                std::span<const std::string> keys, std::int64_t now,
                                received_kind kind = received_kind::callback);

/// Whether a webhook's `X-Client-API-Key` is one of the keys. Takes the same time whichever it is.
bool is_api_key(std::string_view sent, std::span<const std::string> api_keys);

} // namespace paylink
