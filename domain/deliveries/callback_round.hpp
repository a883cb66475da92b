#pragma once
#include "domain/links/payment_link.hpp"

namespace paylink {

/// How long after its timestamp receivers accept a callback.
inline constexpr std::chrono::hours callback_life{24};

/// Why a callback sent again by hand is signed again; `none`: it keeps its signature.
enum class renewal { none, too_old, key_replaced };

/// Whether sending again at `now` renews a signature that is valid for `life`; `key_is_kept`: its key is the current or
/// the previous one.
renewal renewal_of(std::int64_t signed_at, std::chrono::seconds life, bool key_is_kept, timestamp now);

std::string_view to_text(renewal value); ///< Empty for `none`.

/// A requested round of attempts, after the automatic ones. It has the callback's event and body; the attempt numbers
/// continue.
struct callback_round {
  int first_attempt = 0;
  int repeats = 0; ///< The first attempt of the round that it repeats.
  timestamp asked_at;
  creator asked_by;
  renewal renewed = renewal::none;
  std::int64_t signed_at = 0; ///< The timestamp in its attempts.
};

} // namespace paylink
