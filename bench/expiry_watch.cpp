#include "bench/expiry_watch.hpp"

#include "tests/support/raw_sql.hpp"

namespace paylink::load {

namespace {

constexpr std::chrono::milliseconds between_looks{20};
constexpr std::chrono::seconds patience{60};

} // namespace

expiry_watch::expiry_watch(std::string database, int links, timestamp due)
    : thread_{[this, database = std::move(database), links, due](const std::stop_token& ended) {
        watch(ended, database, links, due);
      }} {}

std::optional<expiry_lag> expiry_watch::wait() {
  thread_.join();
  return found_;
}

void expiry_watch::watch(const std::stop_token& ended, const std::string& database, int links, timestamp due) {
  const system_wall_clock clock;
  const auto question =
      "SELECT COUNT(*) FROM link_expiries WHERE expires_at = " + std::to_string(due.time_since_epoch().count());
  std::optional<double> nearly_all;
  while (!ended.stop_requested() && clock.now() < due + patience) {
    const auto asked_at = clock.now();
    const auto late = static_cast<double>((asked_at - due).count());
    if (asked_at >= due) {
      const auto left = std::stoi(test::ask_sql(database, question));
      if (!nearly_all && left <= links / 100) nearly_all = late;
      if (left == 0) {
        found_ = {.p99_ms = *nearly_all, .all_ms = late};
        return;
      }
    }
    std::this_thread::sleep_for(between_looks);
  }
}

} // namespace paylink::load
