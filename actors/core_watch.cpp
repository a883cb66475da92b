#include "actors/core_watch.hpp"

#include <caf/all.hpp>

#include <map>

namespace paylink {

core_watch_actor::behavior_type core_watch_behavior(core_watch_actor::pointer self, const std::vector<core_actor>& core,
                                                    std::function<void(const std::string&, const std::string&)> lost) {
  std::map<caf::actor_addr, std::string> names;
  for (const auto& [name, actor] : core) {
    names.emplace(actor.address(), name);
    self->monitor(actor);
  }
  self->set_down_handler([names = std::move(names), lost = std::move(lost)](const caf::down_msg& down) {
    if (const auto found = names.find(down.source); found != names.end())
      lost(found->second, caf::to_string(down.reason));
  });
  return {
      // From here on they may end.
      [self](stop_watching) { self->quit(); },
  };
}

} // namespace paylink
