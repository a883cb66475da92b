#include "actors/upkeep/text_index_updater.hpp"

#include "actors/crash_report.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// Many rows together cost a fifth of the same rows one by one, so it lets some collect.
constexpr std::chrono::seconds gathering{2};
/// A pause between the parts of a backlog, so that opening a large database does not occupy a whole core.
constexpr std::chrono::milliseconds breath{10};
/// The pause after a failure, which is unlikely to be over at once.
constexpr std::chrono::minutes rest{1};

} // namespace

void text_index_updater_state::work() {
  caf::timespan wait = rest;
  try {
    if (!index) index = open();
    if (!index) return; // there is none to keep
    wait = index->step() ? caf::timespan{breath} : caf::timespan{gathering};
  } catch (const std::exception& fault) {
    log::warning("search.index_failed", {{"reason", fault.what()}});
  }
  self->delayed_send(text_index_updater_actor{self}, wait, texts_due{});
}

text_index_updater_actor::behavior_type
text_index_updater_behavior(text_index_updater_actor::stateful_pointer<text_index_updater_state> self,
                            std::function<std::unique_ptr<text_indexer>()> open) {
  report_crashes(self);
  self->state.open = std::move(open);
  self->send(text_index_updater_actor{self}, texts_due{});
  return {
      [self](texts_due) { self->state.work(); },
  };
}

} // namespace paylink
