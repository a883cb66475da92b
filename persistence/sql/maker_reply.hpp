#pragma once
#include "persistence/store.hpp"

namespace paylink {

/// The reply of a verb that creates something: repeating it with the same id succeeds, another row with the same key is
/// a conflict.
inline result<no_reply> done_or(errc in_the_way, bool is_there) {
  if (!is_there) return in_the_way;
  return no_reply{};
}

} // namespace paylink
