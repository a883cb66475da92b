#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

/// Named places where a test may let things go wrong: `PAYLINK_FAILPOINT(before_commit);`. In a build without
/// `PAYLINK_FAILPOINTS` the line is nothing at all.
namespace paylink::failpoints {

// What follows `before_` has not begun when the place is reached, what follows `after_` is done: an error there is one
// whose work is done without an answer.
#define PAYLINK_FAILPOINT_PLACES(X)                                                                                    \
  X(before_connect)                                                                                                    \
  X(after_connect)                                                                                                     \
  X(before_begin)                                                                                                      \
  X(after_begin)                                                                                                       \
  X(before_commit)                                                                                                     \
  X(after_commit)

enum class place : std::uint8_t {
#define X(name) name,
  PAYLINK_FAILPOINT_PLACES(X)
#undef X
};

inline constexpr std::size_t place_count = 0
#define X(name) +1
    PAYLINK_FAILPOINT_PLACES(X)
#undef X
    ;

std::string_view name_of(place where);

/// Called at every place that the program comes to; it may throw, and the exception comes out there. Not thread-safe:
/// set it before the threads that reach places begin. Null: nothing happens.
void on_reach(std::function<void(place)> visitor);

void reach(place where);

} // namespace paylink::failpoints

#ifdef PAYLINK_FAILPOINTS
#define PAYLINK_FAILPOINT(name) ::paylink::failpoints::reach(::paylink::failpoints::place::name)
#else
#define PAYLINK_FAILPOINT(name) static_cast<void>(0)
#endif
