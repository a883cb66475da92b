#pragma once
#include "domain/links/payment_link.hpp"

namespace paylink {

/// How long receivers take a callback, from its timestamp on.
inline constexpr std::chrono::hours callback_life{24};

/// Why a callback that is sent again by hand is signed anew; `none`: it carries the signature that it has.
enum class renewal { none, too_old, key_replaced };

/// What sending again at `now` does to a signature that serves for `life`; `key_is_kept`: the key that made it is the
/// current one, or the one before.
renewal renewal_of(std::int64_t signed_at, std::chrono::seconds life, bool key_is_kept, timestamp now);

std::string_view to_text(renewal value); ///< Empty for `none`.

/// A round of attempts that somebody asked for, behind those that came by themselves. Its event and body are the
/// callback's; the attempts' numbers go on.
struct callback_round {
  int first_attempt = 0;
  int repeats = 0; ///< The first attempt of the round that it repeats.
  timestamp asked_at;
  creator asked_by;
  renewal renewed = renewal::none;
  std::int64_t signed_at = 0; ///< The timestamp that its attempts carry.
};

} // namespace paylink
