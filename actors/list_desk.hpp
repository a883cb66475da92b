#pragma once
#include "actors/api/call.hpp"
#include "actors/fair_queue.hpp"
#include "actors/interfaces.hpp"

#include <map>
#include <optional>
#include <vector>

namespace paylink {

/// Where lists and searches wait for a reader. Those who ask (a Workspace, or a user who asks across several) take
/// turns, and as long as there are two readers nobody has all of them. Of searches, which can be made to take long, few
/// are let in. Owned by one thread.
class list_desk {
public:
  explicit list_desk(std::vector<reader_actor> readers)
      : free_{std::move(readers)}, readers_each_{free_.size() > 1 ? free_.size() - 1 : 1} {}

  struct refusal {
    errc error;
    std::string_view message;
  };
  /// Takes an admitted call in, or says why not.
  std::optional<refusal> enter(const call_ptr& call);

  struct turn {
    call_ptr call;
    reader_actor reader;
  };
  /// Who is next, and by whom it is read; none while nobody may.
  std::optional<turn> next();

  /// The reader has answered this call.
  void leave(const http_call& call, reader_actor reader);

private:
  struct asker {
    std::size_t here = 0, reading = 0; ///< Those that are read are here, too.
  };

  std::vector<reader_actor> free_;
  const std::size_t readers_each_;
  fair_queue<std::string, call_ptr> waiting_;
  std::size_t waiting_count_ = 0;
  std::map<std::string, asker> askers_;
  std::map<std::string, int> searches_; ///< Of each asker and each token.
};

} // namespace paylink
