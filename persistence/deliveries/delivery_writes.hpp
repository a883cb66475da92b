#pragma once
#include "persistence/store.hpp"

namespace paylink {

/// What the attempt that a command stores has come to.
struct settled_attempt {
  delivery::progress progress{};
  std::optional<early_verdict> verdict{}; ///< What the next attempt is compared with.
  bool is_unconfirmed = false;            ///< The attempt has found it, and nothing has ended.
};
settled_attempt settle(const record_attempt& command, const store_context& context, timestamp now);
/// As in a delivery's column `state`.
std::int64_t stored_state(const delivery::progress& progress);

} // namespace paylink
