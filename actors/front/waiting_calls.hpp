#pragma once
#include "api/calls/route.hpp"
#include "logging/log.hpp"

#include <array>
#include <deque>

namespace paylink {

/// The calls that wait for the database, to read or to store. A write is not revoked when its caller is sent away: the
/// caller finds out whether it was stored by repeating the call.
class waiting_calls {
public:
  /// The longest time that a caller waits for a stalled database.
  static constexpr std::chrono::milliseconds answer_time_max{10'000};
  /// The same for a probe: silence means that the database does not answer.
  static constexpr std::chrono::milliseconds probe_time_max{2'000};
  /// How often they are checked, while there are any.
  static constexpr std::chrono::milliseconds look_interval{1'000};

  void add(const call_ptr& call, std::chrono::milliseconds uptime) { waiting_.push_back({call, uptime}); }

  /// Forgets answered calls, and passes those that have waited too long to `send_away`: if the database has stalled,
  /// or, for probes, if it may have. Logs that it has stalled or recovered. Returns whether any are left.
  template <class SendAway>
  bool look(std::chrono::milliseconds uptime, const readiness& state, SendAway send_away) {
    for (auto& [what, name, advice, was] : watched_)
      if (const bool is = state.is(what, uptime); is != std::exchange(was, is))
        is ? log::error(std::string{name} + ".stuck", {{"advice", advice}})
           : log::warning(std::string{name} + ".recovered");
    const auto& [store, reads, lists] = watched_;
    const bool is_stuck = store.is_stuck || reads.is_stuck, lists_are_stuck = lists.is_stuck;
    std::erase_if(waiting_, [&](const waiting& one) {
      const auto call = one.call.lock();
      if (!call || call->is_answered()) return true;
      const bool is_probe = call->route->read == pace::probe;
      if (!is_probe && !is_stuck && !(lists_are_stuck && call->route->read == pace::in_turn)) return false;
      if (uptime - one.since < (is_probe ? probe_time_max : answer_time_max)) return false;
      send_away(call);
      return true;
    });
    return !waiting_.empty();
  }

private:
  struct waiting {
    std::weak_ptr<http_call> call;
    std::chrono::milliseconds since;
  };
  struct watched {
    concern what;
    std::string_view name, advice;
    bool is_stuck = false;
  };
  std::deque<waiting> waiting_;
  std::array<watched, 3> watched_{{
      {concern::store_stuck, "store", "check the database and its synchronous standby"},
      {concern::reads_stuck, "reads", "check the database and the connection to it"},
      {concern::lists_stuck, "lists", "check the database and the connection to it"},
  }};
};

} // namespace paylink
