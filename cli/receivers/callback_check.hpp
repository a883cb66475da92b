#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace paylink::cli {

/// The maximum age and lead of timestamps that a receiver accepts, in seconds.
inline constexpr std::int64_t callback_age_max = 86'400;
inline constexpr std::int64_t callback_lead_max = 300;

/// The result of checking a callback. Everything except `verified` is a refusal.
enum class callback_verdict { verified, bad_timestamp, bad_signature_form, wrong_signature, too_old, too_far_ahead };
std::string_view to_text(callback_verdict verdict);

/// Checks the signature over the raw body with each key in turn, then the timestamp's age at `now` (Unix seconds).
callback_verdict check_callback(std::string_view timestamp, std::string_view body, std::string_view signature,
                                std::span<const std::string> keys, std::int64_t now);

} // namespace paylink::cli
