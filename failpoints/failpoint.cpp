#include "failpoints/failpoint.hpp"

#include <utility>

namespace paylink::failpoints {

namespace {

constexpr std::string_view names[] = {
#define X(name) #name,
    PAYLINK_FAILPOINT_PLACES(X)
#undef X
};

std::function<void(place)> visit;

} // namespace

std::string_view name_of(place where) { return names[static_cast<std::size_t>(where)]; }

void on_reach(std::function<void(place)> visitor) { visit = std::move(visitor); }

void reach(place where) {
  if (visit) visit(where);
}

} // namespace paylink::failpoints
