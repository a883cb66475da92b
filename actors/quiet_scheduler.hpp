#pragma once
#include <caf/actor_system_config.hpp>
#include <caf/policy/work_sharing.hpp>
#include <caf/scheduler/coordinator.hpp>

#include <mutex>
#include <unordered_set>

namespace paylink {

/// CAF's clock, not woken when an actor ends that never requested a timeout. In CAF, every actor's end wakes the
/// clock's thread to forget its timeouts; here a link and a job end with every event, and neither ever has one.
class quiet_clock final : public caf::detail::thread_safe_actor_clock {
public:
  explicit quiet_clock(caf::actor_clock& behind) : behind_{behind} {}

  void set_ordinary_timeout(time_point at, caf::abstract_actor* self, caf::atom_value type, std::uint64_t id) override;
  void set_request_timeout(time_point at, caf::abstract_actor* self, caf::message_id id) override;
  void set_multi_timeout(time_point at, caf::abstract_actor* self, caf::atom_value type, std::uint64_t id) override;
  void cancel_ordinary_timeout(caf::abstract_actor* self, caf::atom_value type) override;
  void cancel_request_timeout(caf::abstract_actor* self, caf::message_id id) override;
  void cancel_timeouts(caf::abstract_actor* self) override;
  void schedule_message(time_point at, caf::strong_actor_ptr receiver, caf::mailbox_element_ptr content) override;
  void schedule_message(time_point at, caf::group target, caf::strong_actor_ptr sender, caf::message content) override;
  void cancel_all() override;

private:
  void remember(caf::abstract_actor* self);

  caf::actor_clock& behind_;
  std::mutex mutex_;
  std::unordered_set<caf::abstract_actor*> with_timeouts_;
};

/// CAF's scheduler of one shared queue, with that clock: `config.load<quiet_scheduler>()`.
class quiet_scheduler final : public caf::scheduler::coordinator<caf::policy::work_sharing> {
public:
  using shared = caf::scheduler::coordinator<caf::policy::work_sharing>;
  explicit quiet_scheduler(caf::actor_system& system) : shared{system}, clock_{shared::clock()} {}

  quiet_clock& clock() noexcept override { return clock_; }

  static caf::actor_system::module* make(caf::actor_system& system, caf::detail::type_list<>);

private:
  quiet_clock clock_;
};

} // namespace paylink
