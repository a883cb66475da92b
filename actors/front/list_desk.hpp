#pragma once
#include "actors/fair_queue.hpp"
#include "actors/interfaces.hpp"
#include "api/calls/call.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace paylink {

/// Where lists and searches wait for a reader. Those who ask (a Workspace, or a user who asks across several) take
/// turns, and as long as there are two readers nobody has all of them. Whoever has read for two seconds without a break
/// rests after each further list for as long as it took: a list takes what is everybody's, above all the database's
/// time. Of searches, which can be made to take long, few are let in. Owned by one thread; times are uptimes.
class list_desk {
public:
  explicit list_desk(std::vector<reader_actor> readers)
      : free_{std::move(readers)}, readers_each_{free_.size() > 1 ? free_.size() - 1 : 1} {}

  struct refusal {
    errc error;
    std::string_view message;
  };
  /// Whether this token has so many searches under way that another one will not be taken in; for lists, never.
  std::optional<refusal> refuse_search(const http_call& call, token_id token) const;
  /// Takes an admitted call in, or says why not.
  std::optional<refusal> enter(const call_ptr& call);

  struct turn {
    call_ptr call;
    reader_actor reader;
  };
  /// Who is next, and by whom it is read; none while nobody may.
  std::optional<turn> next(std::chrono::milliseconds now);
  /// When there will be a next one although nobody comes or leaves: a rest is over then. None: nobody rests whom a free
  /// reader could serve.
  std::optional<std::chrono::milliseconds> next_due(std::chrono::milliseconds now) const;

  /// The reader has answered this call, and has needed so long.
  void leave(const http_call& call, reader_actor reader, std::chrono::milliseconds took, std::chrono::milliseconds now);

private:
  struct asker {
    std::size_t here = 0, reading = 0; ///< Those that are read are here, too.
  };
  std::chrono::milliseconds rests_until(const std::string& name) const;

  std::vector<reader_actor> free_;
  const std::size_t readers_each_;
  fair_queue<std::string, call_ptr> waiting_;
  std::size_t waiting_count_ = 0;
  std::map<std::string, asker> askers_;
  /// When time has passed for all that an asker has read, reading and resting; he may be ahead of it for a while.
  std::map<std::string, std::chrono::milliseconds> paid_until_;
  std::chrono::milliseconds swept_{0};
  std::map<std::string, int> searches_; ///< Of each asker and each token.
};

} // namespace paylink
