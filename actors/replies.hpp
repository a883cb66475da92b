#pragma once
#include "actors/messages.hpp"

namespace paylink {

/// The typed answer of a write, moved out; an answer of another type is an `internal_error`.
template <class T>
result<T> reply_of(written& done) {
  if (!done.outcome) return done.outcome.error();
  if (auto* value = std::get_if<T>(&*done.outcome)) return std::move(*value);
  return errc::internal_error;
}

} // namespace paylink
