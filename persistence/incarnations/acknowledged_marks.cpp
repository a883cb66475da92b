#include "persistence/incarnations/acknowledged_marks.hpp"

#include "logging/log.hpp"

namespace paylink {
namespace {

/// A standby is behind by seconds: what it lacks belongs to the last few connections.
constexpr std::size_t connections_remembered = 16;

/// Rows of closed connections are kept for a day: a missing older one has been purged.
constexpr std::chrono::hours remembered_for{20};

} // namespace

void acknowledged_marks::note(const commit_mark& mark, std::chrono::milliseconds uptime) {
  if (mark.writer.empty()) return;
  if (!last_.empty() && last_.back().mark.writer == mark.writer) {
    last_.back() = {mark, uptime};
    return;
  }
  if (last_.size() == connections_remembered) last_.erase(last_.begin());
  last_.push_back({mark, uptime});
}

acknowledged_marks::lost acknowledged_marks::compare(writer_connection& with, std::chrono::milliseconds uptime) {
  std::erase_if(last_, [uptime](const acknowledged& one) { return uptime - one.at > remembered_for; });
  lost missing;
  for (auto& [mark, at] : last_) {
    auto found = with.find_mark(mark.writer);
    if (found.batch >= mark.batch) continue;
    missing.transactions += mark.batch - found.batch;
    missing.entries += mark.entries - found.entries;
    mark = std::move(found); // reported once
  }
  if (missing.transactions > 0)
    log::error("store.acknowledged_lost", {{"transactions", missing.transactions},
                                           {"bank_entries", missing.entries},
                                           {"advice", "the server that took over lacks them: have the banks send the "
                                                      "last entries again, and set synchronous_standby_names"}});
  return missing;
}

} // namespace paylink
