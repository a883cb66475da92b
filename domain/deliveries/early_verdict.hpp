#pragma once
#include "domain/deliveries/delivery.hpp"

namespace paylink {

/// A node that is alone may confirm its verdict after this time, with a new look-up; another node may at any time.
inline constexpr std::chrono::seconds second_look_after{5};

/// While several nodes live, the one that found a verdict leaves the next attempt to the others for this long.
inline constexpr std::chrono::seconds left_to_others{30};

/// An attempt on its way to the store.
struct looked_at {
  const attempt& made;
  verdict judged = verdict::acknowledged;
  std::string_view node;    ///< The name of the one that made it.
  timestamp ended_at;       ///< By the time that decides.
  bool has_company = false; ///< Other nodes live or may be starting again, and may judge otherwise.
};

/// Whether an unconfirmed verdict is final, because the earlier one is the same.
bool is_confirmed(const std::optional<early_verdict>& earlier, const looked_at& now);

/// The verdict that the next attempt is compared with. None once the receiver has answered: its certificate, name and
/// address were good.
std::optional<early_verdict> kept_verdict(const std::optional<early_verdict>& earlier, const looked_at& now);

} // namespace paylink
