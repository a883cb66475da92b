#include "persistence/acknowledged_marks.hpp"

#include "logging/log.hpp"

namespace paylink {
namespace {

/// A standby is behind by seconds: whatever it has not got is of the last few connections.
constexpr std::size_t connections_remembered = 16;

} // namespace

void acknowledged_marks::note(const commit_mark& mark) {
  if (mark.writer.empty()) return;
  if (!last_.empty() && last_.back().writer == mark.writer) {
    last_.back() = mark;
    return;
  }
  if (last_.size() == connections_remembered) last_.erase(last_.begin());
  last_.push_back(mark);
}

acknowledged_marks::lost acknowledged_marks::compare(writer_connection& with) {
  lost missing;
  for (auto& acknowledged : last_) {
    auto found = with.find_mark(acknowledged.writer);
    if (found.batch >= acknowledged.batch) continue;
    missing.transactions += acknowledged.batch - found.batch;
    missing.entries += acknowledged.entries - found.entries;
    acknowledged = std::move(found); // it is said once
  }
  if (missing.transactions > 0)
    log::error("store.acknowledged_lost",
               {{"transactions", missing.transactions},
                {"bank_entries", missing.entries},
                {"advice", "the server that took over did not have them: have the banks send the last entries again, "
                           "and set synchronous_standby_names"}});
  return missing;
}

} // namespace paylink
