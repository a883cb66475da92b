#pragma once
#include "persistence/store.hpp"

namespace paylink {

/// The reply of a verb that makes something: one that comes again with its id is done already, and another row in the
/// way is a conflict.
inline result<no_reply> done_or(errc in_the_way, bool is_there) {
  if (!is_there) return in_the_way;
  return no_reply{};
}

} // namespace paylink
