#include "persistence/deliveries/chat_turns.hpp"

#include "chat/services/chat_service.hpp"
#include "domain/deliveries/retry_after.hpp"
#include "persistence/paces/paces.hpp"

#include <algorithm>

namespace paylink {
namespace {

// What waits longer than any delay would be taken for the leavings of a moved clock. A longer backlog comes round again
// within this time, spread over its second half.
constexpr std::chrono::milliseconds horizon = asked_wait_max;
constexpr std::size_t remembered_max = 10'000;

std::array<chat_pace, 2> paces_of(const webhook_target& to) {
  return find_chat_service(to.kind)->paces(to.bot, to.chat_id);
}

} // namespace

std::optional<timestamp> chat_turns::take(const webhook_target& to, timestamp now) {
  std::vector<wanted_pace> wanted;
  for (auto& pace : paces_of(to)) wanted.push_back({std::move(pace.key), pace.gap});
  const auto turn = take_turn(db_, wanted, now);
  if (turn.is_taken) return std::nullopt;
  return give_time(to, turn.next_at, now);
}

timestamp chat_turns::next_turn(const webhook_target& to, timestamp now) {
  const auto known = given_until_.find(to.row);
  return known == given_until_.end() || known->second <= now ? now : give_time(to, now, now);
}

void chat_turns::hold(const webhook_target& to, timestamp until, timestamp now) {
  hold_turns(db_, paces_of(to).front().key, until, now);
}

timestamp chat_turns::give_time(const webhook_target& to, timestamp earliest, timestamp now) {
  if (given_until_.size() > remembered_max)
    std::erase_if(given_until_, [now](const auto& one) { return one.second <= now; });
  const auto gap = paces_of(to).front().gap;
  auto& until = given_until_[to.row];
  // A moved clock, or a transaction of long ago that was rolled back, has left no time worth keeping.
  if (until < now || until > now + horizon) until = until < now ? now : now + horizon / 2;
  const auto given = std::min<timestamp>(std::max(earliest, until), now + horizon);
  until = given + gap;
  return given;
}

} // namespace paylink
