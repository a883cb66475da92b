#include "actors/front/list_desk.hpp"

namespace paylink {

namespace {

constexpr int searches_of_caller = 2, searches_of_asker = 4;
/// A token's own limit admits half of it at once. When this many wait in total, only an asker without a waiting list is
/// admitted.
constexpr std::size_t lists_of_asker = 200, lists_max = 1'000;
/// How far an asker may be ahead of its pauses, so that ordinary use never meets one.
constexpr std::chrono::milliseconds ahead_max{2'000};
/// The longest pause, so that a caller who requests one list after another is always answered in time.
constexpr std::chrono::milliseconds rest_max{5'000};
constexpr std::chrono::minutes sweep_interval{1};

/// The asker whose turn it is: the requested Workspace, or the user if it asks across several.
std::string asker_of(const http_call& call) {
  return call.workspace.empty() ? call.who.user.text() : call.workspace.text();
}

bool is_search(const http_call& call) { return !call.request.parameter("q").value_or("").empty(); }

template <class Map>
auto count_of(const Map& counts, const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? typename Map::mapped_type{} : found->second;
}

} // namespace

std::optional<list_desk::refusal> list_desk::refuse_search(const http_call& call, std::string_view caller) const {
  if (!is_search(call) || count_of(searches_, std::string{caller}) < searches_of_caller) return std::nullopt;
  return refusal{errc::rate_limited, "This caller has two searches running; wait until they finish."};
}

std::optional<list_desk::refusal> list_desk::enter(const call_ptr& call) {
  const auto name = asker_of(*call);
  const auto here = count_of(askers_, name).here;
  if (waiting_count_ >= lists_max && here != 0)
    return refusal{errc::service_unavailable, "Too many lists are requested at once."};
  if (here >= lists_of_asker)
    return refusal{errc::rate_limited, "This Workspace has too many lists running; wait until they finish."};
  if (is_search(*call)) {
    if (const auto refused = refuse_search(*call, call->who.name())) return refused;
    if (count_of(searches_, name) >= searches_of_asker)
      return refusal{errc::rate_limited, "This Workspace has four searches running; wait until they finish."};
  }
  come_back(call);
  return std::nullopt;
}

void list_desk::come_back(const call_ptr& call) {
  const auto name = asker_of(*call);
  if (is_search(*call)) {
    ++searches_[std::string{call->who.name()}];
    ++searches_[name];
  }
  ++askers_[name].here;
  ++waiting_count_;
  waiting_.push(name, call);
}

std::chrono::milliseconds list_desk::rests_until(const std::string& name) const {
  return count_of(paid_until_, name) - ahead_max;
}

std::optional<list_desk::turn> list_desk::next(std::chrono::milliseconds now) {
  if (free_.empty()) return std::nullopt;
  auto call = waiting_.pop_if(
      [&](const std::string& name) { return askers_.at(name).reading < readers_each_ && rests_until(name) <= now; });
  if (!call) return std::nullopt;
  --waiting_count_;
  ++askers_.at(asker_of(**call)).reading;
  turn found{std::move(*call), std::move(free_.back())};
  free_.pop_back();
  return found;
}

std::optional<std::chrono::milliseconds> list_desk::next_due(std::chrono::milliseconds now) const {
  std::optional<std::chrono::milliseconds> first;
  if (free_.empty()) return first;
  waiting_.for_each_key([&](const std::string& name) {
    const auto end = rests_until(name);
    if (askers_.at(name).reading < readers_each_ && end > now && (!first || end < *first)) first = end;
  });
  return first;
}

void list_desk::leave(const http_call& call, reader_actor reader, std::chrono::milliseconds took,
                      std::chrono::milliseconds now) {
  free_.push_back(std::move(reader));
  const auto name = asker_of(call);
  // Reading and pauses, by the share of the readers that it had.
  auto& paid_until = paid_until_[name];
  paid_until = std::max(paid_until, now - took) + 2 * took / static_cast<int>(readers_each_);
  paid_until = std::min(paid_until, now + ahead_max + rest_max);
  if (now - swept_ >= sweep_interval) {
    std::erase_if(paid_until_, [&](const auto& entry) { return entry.second <= now; });
    swept_ = now;
  }
  const auto found = askers_.find(name);
  --found->second.reading;
  if (--found->second.here == 0) askers_.erase(found);
  if (!is_search(call)) return;
  for (const auto& key : {std::string{call.who.name()}, name})
    if (--searches_.at(key) == 0) searches_.erase(key);
}

} // namespace paylink
