#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace paylink::cli {

/// Oldest and farthest-ahead timestamps that a receiver takes, in seconds.
inline constexpr std::int64_t callback_age_max = 86'400;
inline constexpr std::int64_t callback_lead_max = 300;

/// What a receiver finds when it checks a callback. Everything but `verified` is a refusal.
enum class callback_verdict { verified, bad_timestamp, bad_signature_form, wrong_signature, too_old, too_far_ahead };
std::string_view to_text(callback_verdict verdict);

/// Checks the signature over the raw body with each key in turn, then the timestamp's age at `now` (Unix seconds).
callback_verdict check_callback(std::string_view timestamp, std::string_view body, std::string_view signature,
                                std::span<const std::string> keys, std::int64_t now);

} // namespace paylink::cli
