#include "failpoints/failpoint.hpp"
#include "failpoints/prepared_statement.hpp"

#include <utility>

namespace paylink::failpoints {

namespace {

constexpr std::string_view names[] = {
#define X(name) #name,
    PAYLINK_FAILPOINT_PLACES(X)
#undef X
};

std::function<void(place)> visit;
see_statement see;

} // namespace

std::string_view name_of(place where) { return names[static_cast<std::size_t>(where)]; }

void on_reach(std::function<void(place)> visitor) { visit = std::move(visitor); }

void reach(place where) {
  if (visit) visit(where);
}

void on_prepare(see_statement visitor) { see = std::move(visitor); }

bool sees_statements() { return see != nullptr; }

void note_prepared(const void* session, std::string_view sql) {
  if (see) see(session, sql);
}

} // namespace paylink::failpoints
