#include "persistence/stores/outage.hpp"

#include "logging/log.hpp"

#include <atomic>

namespace paylink {
namespace {

std::atomic<bool> is_away = false;

} // namespace

void note_outage(std::string_view why) {
  if (!is_away.exchange(true)) log::warning("store.connection_lost", {{"error", why}});
}

void note_answer() {
  if (is_away.load(std::memory_order_relaxed) && is_away.exchange(false)) log::info("store.reconnected");
}

} // namespace paylink
