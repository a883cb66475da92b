#pragma once
#include "actors/fair_queue.hpp"
#include "actors/interfaces.hpp"
#include "api/calls/call.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace paylink {

/// Where lists and searches wait for a reader. Askers (a Workspace, or a user across several) take turns, and if there
/// are at least two readers, no asker has all of them. An asker who has read for two seconds without a break pauses
/// after each further list for as long as it took, because lists use shared resources, above all the database's time.
/// Only a few searches are admitted, because they can be made slow on purpose. Answers in portions (CSVs and exports)
/// last long, so they count neither as lists nor as searches: a few may have begun, and each portion waits behind the
/// lists of its asker. Who lets answers wait unread gets no further turn until some of them are sent, but
/// others of the same Workspace do; and a person who has none gets one, if need be by ending an answer that is read
/// slowly. Owned by one thread; times are uptimes.
class list_reader {
public:
  explicit list_reader(std::vector<reader_actor> readers,
                       std::shared_ptr<answer_budget> answers = std::make_shared<answer_budget>())
      : free_{std::move(readers)}, readers_each_{free_.size() > 1 ? free_.size() - 1 : 1},
        answers_{std::move(answers)} {}

  struct refusal {
    errc error;
    std::string_view message;
  };
  /// Whether this caller already has as many searches running as it may; never true for lists.
  std::optional<refusal> refuse_search(const http_call& call, std::string_view caller) const;
  /// Whether this caller alone has as many answers in portions running as a person may, all tokens together.
  std::optional<refusal> refuse_portions(std::string_view caller) const;
  /// Queues an admitted list or search, or returns why not.
  std::optional<refusal> enter(const call_ptr& call);
  /// Gives a call the place that its answer in portions needs, or returns why not. Who drops the place, on any thread,
  /// frees it.
  std::optional<refusal> begin_portions(http_call& call);
  /// Queues a call for the next portion of its answer. Nobody waits for it any more when nobody holds the place.
  void wait_for_portion(const call_ptr& call, std::weak_ptr<const void> place);

  struct turn {
    call_ptr call;
    reader_actor reader;
  };
  /// The next call and the reader for it; none while no asker may read.
  std::optional<turn> next(std::chrono::milliseconds now);
  /// When there will be a next call even if none arrives or ends, because a pause is over or an answer may be ended.
  /// None: no pausing asker could be served by a free reader.
  std::optional<std::chrono::milliseconds> next_due(std::chrono::milliseconds now) const;

  /// The reader has answered this call, in this time.
  void leave(const http_call& call, reader_actor reader, std::chrono::milliseconds took, std::chrono::milliseconds now);

private:
  struct asker {
    std::size_t here = 0;    ///< Lists, waiting or being read.
    std::size_t reading = 0; ///< Lists and portions.
  };
  struct waiting {
    call_ptr call;
    std::weak_ptr<const void> place; ///< Of its answer in portions.
    bool is_over() const { return call->is_portioned && place.expired(); }
  };
  struct portioned_answer {
    std::string caller, person, asker;
    std::weak_ptr<const void> place;
  };
  std::chrono::milliseconds rests_until(const std::string& name) const;

  std::vector<reader_actor> free_;
  const std::size_t readers_each_;
  const std::shared_ptr<answer_budget> answers_;
  fair_queue<std::string, waiting> waiting_;
  std::size_t waiting_count_ = 0; ///< Of lists.
  std::map<std::string, asker> askers_;
  std::map<std::string, std::size_t> reading_of_person_;
  std::optional<std::chrono::milliseconds> room_due_; ///< When to look for an answer to end.
  /// When an asker has paid for all its reading, by reading time and pauses; it may be ahead of this for a while.
  std::map<std::string, std::chrono::milliseconds> paid_until_;
  std::chrono::milliseconds swept_{0};
  std::map<std::string, int> searches_; ///< By asker and by caller.
  std::vector<portioned_answer> in_portions_;
};

} // namespace paylink
