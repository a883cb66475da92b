#pragma once
#include "actors/messages.hpp"

namespace paylink {

/// Moves out a write's reply, as the type that its verb names.
template <class Verb>
result<typename Verb::reply> reply_to(written& done) {
  return reply_to<Verb>(done.outcome);
}

} // namespace paylink
