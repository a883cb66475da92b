#pragma once
#include "api/calls/route.hpp"

#include <deque>

namespace paylink {

/// The calls that wait for the database, to be read for or to be stored. What is to be stored is not taken back when
/// the caller is sent away: whether it came about the caller finds out when it asks again.
class waiting_calls {
public:
  /// The longest that a caller is kept waiting by a database that stands still.
  static constexpr std::chrono::milliseconds answer_time_max{10'000};
  /// The same for who asks whether the database answers: silence is the answer.
  static constexpr std::chrono::milliseconds probe_time_max{2'000};
  /// How often they are looked at, while there are any.
  static constexpr std::chrono::milliseconds look_interval{1'000};

  void add(const call_ptr& call, std::chrono::milliseconds uptime) { waiting_.push_back({call, uptime}); }

  /// Forgets the calls that were answered, and gives those to `send_away` that have waited for too long: for a database
  /// that stands still, or, as a probe does, for one that may. Returns whether any are left.
  template <class SendAway>
  bool look(std::chrono::milliseconds uptime, bool is_stuck, bool lists_are_stuck, SendAway send_away) {
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
  std::deque<waiting> waiting_;
};

} // namespace paylink
