#include "actors/quiet_scheduler.hpp"

namespace paylink {

void quiet_clock::remember(caf::abstract_actor* self) {
  const std::lock_guard held{mutex_};
  with_timeouts_.insert(self);
}

void quiet_clock::set_ordinary_timeout(time_point at, caf::abstract_actor* self, caf::atom_value type,
                                       std::uint64_t id) {
  remember(self);
  behind_.set_ordinary_timeout(at, self, type, id);
}

void quiet_clock::set_request_timeout(time_point at, caf::abstract_actor* self, caf::message_id id) {
  remember(self);
  behind_.set_request_timeout(at, self, id);
}

void quiet_clock::set_multi_timeout(time_point at, caf::abstract_actor* self, caf::atom_value type, std::uint64_t id) {
  remember(self);
  behind_.set_multi_timeout(at, self, type, id);
}

void quiet_clock::cancel_ordinary_timeout(caf::abstract_actor* self, caf::atom_value type) {
  behind_.cancel_ordinary_timeout(self, type);
}

void quiet_clock::cancel_request_timeout(caf::abstract_actor* self, caf::message_id id) {
  behind_.cancel_request_timeout(self, id);
}

void quiet_clock::cancel_timeouts(caf::abstract_actor* self) {
  {
    const std::lock_guard held{mutex_};
    if (with_timeouts_.erase(self) == 0) return;
  }
  behind_.cancel_timeouts(self);
}

void quiet_clock::schedule_message(time_point at, caf::strong_actor_ptr receiver, caf::mailbox_element_ptr content) {
  behind_.schedule_message(at, std::move(receiver), std::move(content));
}

void quiet_clock::schedule_message(time_point at, caf::group target, caf::strong_actor_ptr sender,
                                   caf::message content) {
  behind_.schedule_message(at, std::move(target), std::move(sender), std::move(content));
}

void quiet_clock::cancel_all() { behind_.cancel_all(); }

caf::actor_system::module* quiet_scheduler::make(caf::actor_system& system, caf::detail::type_list<>) {
  return new quiet_scheduler{system};
}

} // namespace paylink
