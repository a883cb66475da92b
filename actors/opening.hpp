#pragma once

#include "logging/log.hpp"
#include "persistence/store.hpp"

#include <functional>
#include <memory>

namespace paylink {

/// Opens what an actor reads from or writes to. A connection that is cut while its statements are prepared is made
/// again at once, a few times: a start does not end with it. Throws the last database_error.
template <class Store>
std::unique_ptr<Store> open_connected(const std::function<std::unique_ptr<Store>()>& open) {
  constexpr int tries_max = 3;
  for (int tries = 1;; ++tries) {
    try {
      return open();
    } catch (const database_error& fault) {
      if (tries == tries_max) throw;
      log::warning("store.not_connected", {{"reason", fault.what()}});
    }
  }
}

} // namespace paylink
