#include "actors/front/list_reader.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr int searches_of_caller = 2, searches_of_asker = 4;
/// A token's own limit admits half of it at once. When this many wait in total, only an asker without a waiting list is
/// admitted.
constexpr std::size_t lists_of_asker = 200, lists_max = 1'000;
/// Answers in portions, from their first portion to their end.
constexpr std::ptrdiff_t portioned_of_person = 2, portioned_of_asker = 8;
/// How far an asker may be ahead of its pauses, so that ordinary use never meets one.
constexpr std::chrono::milliseconds ahead_max{2'000};
/// The longest pause, so that a caller who requests one list after another is always answered in time.
constexpr std::chrono::milliseconds rest_max{5'000};
constexpr std::chrono::minutes sweep_interval{1};

bool is_search(const http_call& call) {
  return !call.is_portioned && !call.request.parameter("q").value_or("").empty();
}

constexpr list_reader::refusal person_has_two{
    errc::rate_limited,
    "You already have two CSVs or exports running, including those of your tokens. Wait until one finishes."};

template <class Map>
auto count_of(const Map& counts, const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? typename Map::mapped_type{} : found->second;
}

} // namespace

std::optional<list_reader::refusal> list_reader::refuse_search(const http_call& call, std::string_view caller) const {
  if (!is_search(call) || count_of(searches_, std::string{caller}) < searches_of_caller) return std::nullopt;
  return refusal{errc::rate_limited, "This caller already has two searches running. Wait until one finishes."};
}

std::optional<list_reader::refusal> list_reader::enter(const call_ptr& call) {
  const auto name = call->asker();
  const auto here = count_of(askers_, name).here;
  if (waiting_count_ >= lists_max && here != 0)
    return refusal{errc::service_unavailable, "Too many lists are requested at once. Try again shortly."};
  if (here >= lists_of_asker)
    return refusal{errc::rate_limited, "This Workspace has too many lists running. Wait until one finishes."};
  if (is_search(*call)) {
    if (const auto refused = refuse_search(*call, call->who.name())) return refused;
    if (count_of(searches_, name) >= searches_of_asker)
      return refusal{errc::rate_limited, "This Workspace already has four searches running. Wait until one finishes."};
    ++searches_[std::string{call->who.name()}];
    ++searches_[name];
  }
  ++askers_[name].here;
  ++waiting_count_;
  waiting_.push_before(name, {call, {}}, [](const waiting& one) { return one.call->is_portioned; });
  return std::nullopt;
}

std::optional<list_reader::refusal> list_reader::refuse_portions(std::string_view caller) const {
  const auto running = std::ranges::count_if(
      in_portions_, [&](const auto& one) { return one.caller == caller && !one.place.expired(); });
  return running < portioned_of_person ? std::nullopt : std::optional{person_has_two};
}

std::optional<list_reader::refusal> list_reader::begin_portions(http_call& call) {
  std::erase_if(in_portions_, [](const auto& one) { return one.place.expired(); });
  const auto person = call.who.user.text(), name = call.asker();
  if (std::ranges::count(in_portions_, person, &portioned_answer::person) >= portioned_of_person) return person_has_two;
  if (std::ranges::count(in_portions_, name, &portioned_answer::asker) >= portioned_of_asker)
    return refusal{errc::rate_limited,
                   "This Workspace already has eight CSVs or exports running. Wait until one finishes."};
  call.is_portioned = true;
  call.place = std::make_shared<const char>();
  in_portions_.push_back({std::string{call.who.name()}, person, name, call.place});
  return std::nullopt;
}

void list_reader::wait_for_portion(const call_ptr& call, std::weak_ptr<const void> place) {
  const auto name = call->asker();
  // So that no more of them wait than there are places.
  waiting_.drop_if(name, [](const waiting& one) { return one.is_over(); });
  waiting_.push(name, {call, std::move(place)});
}

std::chrono::milliseconds list_reader::rests_until(const std::string& name) const {
  return count_of(paid_until_, name) - ahead_max;
}

std::optional<list_reader::turn> list_reader::next(std::chrono::milliseconds now) {
  if (free_.empty()) return std::nullopt;
  const auto may_read = [&](const std::string& name) {
    return count_of(askers_, name).reading < readers_each_ && rests_until(name) <= now;
  };
  bool needs_room = false;
  const auto has_room = [&](const waiting& one) {
    // Nothing is read for a call that was sent away, and nobody's answer ends for it.
    if (one.is_over() || (!one.call->is_portioned && one.call->is_answered())) return true;
    const auto who = one.call->answered_to();
    const auto room = answers_->room_for(who, now, reading_of_person_.contains(who.person));
    if (room == answer_budget::room::all_is_used) needs_room = true;
    return room == answer_budget::room::free;
  };
  room_due_.reset();
  auto first = waiting_.pop_if(may_read, has_room);
  while (first && first->is_over()) first = waiting_.pop_if(may_read, has_room);
  if (!first) {
    if (needs_room) room_due_ = answers_->make_room(now);
    return std::nullopt;
  }
  auto& call = first->call;
  if (!call->is_portioned) --waiting_count_;
  ++askers_[call->asker()].reading;
  ++reading_of_person_[call->answered_to().person];
  turn found{std::move(call), std::move(free_.back())};
  free_.pop_back();
  return found;
}

std::optional<std::chrono::milliseconds> list_reader::next_due(std::chrono::milliseconds now) const {
  if (free_.empty()) return std::nullopt;
  auto first = room_due_;
  waiting_.for_each_key([&](const std::string& name) {
    const auto end = rests_until(name);
    if (count_of(askers_, name).reading < readers_each_ && end > now && (!first || end < *first)) first = end;
  });
  return first;
}

void list_reader::leave(const http_call& call, reader_actor reader, std::chrono::milliseconds took,
                        std::chrono::milliseconds now) {
  free_.push_back(std::move(reader));
  const auto name = call.asker();
  // Reading and pauses, by the share of the readers that it had.
  auto& paid_until = paid_until_[name];
  paid_until = std::max(paid_until, now - took) + 2 * took / static_cast<int>(readers_each_);
  paid_until = std::min(paid_until, now + ahead_max + rest_max);
  if (now - swept_ >= sweep_interval) {
    std::erase_if(paid_until_, [&](const auto& entry) { return entry.second <= now; });
    swept_ = now;
  }
  if (const auto of = reading_of_person_.find(call.answered_to().person); --of->second == 0)
    reading_of_person_.erase(of);
  auto& asked = askers_.at(name);
  --asked.reading;
  if (!call.is_portioned) --asked.here;
  if (asked.here == 0 && asked.reading == 0) askers_.erase(name);
  if (!is_search(call)) return;
  for (const auto& key : {std::string{call.who.name()}, name})
    if (--searches_.at(key) == 0) searches_.erase(key);
}

} // namespace paylink
