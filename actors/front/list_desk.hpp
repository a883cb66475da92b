#pragma once
#include "actors/fair_queue.hpp"
#include "actors/interfaces.hpp"
#include "api/calls/call.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace paylink {

/// Where lists and searches wait for a reader. Askers (a Workspace, or a user across several) take turns, and if there
/// are at least two readers, no asker has all of them. An asker who has read for two seconds without a break pauses
/// after each further list for as long as it took, because lists use shared resources, above all the database's time.
/// Only a few searches are admitted, because they can be made slow on purpose. Owned by one thread; times are uptimes.
class list_desk {
public:
  explicit list_desk(std::vector<reader_actor> readers)
      : free_{std::move(readers)}, readers_each_{free_.size() > 1 ? free_.size() - 1 : 1} {}

  struct refusal {
    errc error;
    std::string_view message;
  };
  /// Whether this caller already has as many searches running as it may; never true for lists.
  std::optional<refusal> refuse_search(const http_call& call, std::string_view caller) const;
  /// Queues an admitted call, or returns why not.
  std::optional<refusal> enter(const call_ptr& call);
  /// Queues a call for the next portion of its answer, which has begun: it is refused no more.
  void come_back(const call_ptr& call);

  struct turn {
    call_ptr call;
    reader_actor reader;
  };
  /// The next call and the reader for it; none while no asker may read.
  std::optional<turn> next(std::chrono::milliseconds now);
  /// When there will be a next call even if none arrives or ends, because a pause is over. None: no pausing asker could
  /// be served by a free reader.
  std::optional<std::chrono::milliseconds> next_due(std::chrono::milliseconds now) const;

  /// The reader has answered this call, in this time.
  void leave(const http_call& call, reader_actor reader, std::chrono::milliseconds took, std::chrono::milliseconds now);

private:
  struct asker {
    std::size_t here = 0, reading = 0; ///< Including those being read.
  };
  std::chrono::milliseconds rests_until(const std::string& name) const;

  std::vector<reader_actor> free_;
  const std::size_t readers_each_;
  fair_queue<std::string, call_ptr> waiting_;
  std::size_t waiting_count_ = 0;
  std::map<std::string, asker> askers_;
  /// When an asker has paid for all its reading, by reading time and pauses; it may be ahead of this for a while.
  std::map<std::string, std::chrono::milliseconds> paid_until_;
  std::chrono::milliseconds swept_{0};
  std::map<std::string, int> searches_; ///< By asker and by caller.
};

} // namespace paylink
