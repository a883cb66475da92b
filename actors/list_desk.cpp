#include "actors/list_desk.hpp"

namespace paylink {

namespace {

constexpr int searches_of_token = 2, searches_of_asker = 4;
/// A token's own limit lets in half of it at once. When so many wait in all, who has none among them is still let in.
constexpr std::size_t lists_of_asker = 200, lists_max = 1'000;
/// So long an asker reads on without a rest: whoever looks around never meets one.
constexpr std::chrono::milliseconds before_rests{2'000};
constexpr std::chrono::minutes sweep_interval{1};

/// Whose turn it is: the Workspace's that is asked for, or the user's who asks across all of his.
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

std::optional<list_desk::refusal> list_desk::refuse_search(const http_call& call, token_id token) const {
  if (!is_search(call) || count_of(searches_, token.text()) < searches_of_token) return std::nullopt;
  return refusal{errc::rate_limited, "Two searches of this token are under way; wait for their answers."};
}

std::optional<list_desk::refusal> list_desk::enter(const call_ptr& call) {
  const auto name = asker_of(*call);
  const auto here = count_of(askers_, name).here;
  if (waiting_count_ >= lists_max && here != 0)
    return refusal{errc::service_unavailable, "Too many lists are asked for at once."};
  if (here >= lists_of_asker)
    return refusal{errc::rate_limited, "Too many lists of this Workspace are under way; wait for their answers."};
  if (is_search(*call)) {
    if (const auto refused = refuse_search(*call, call->who.token)) return refused;
    if (count_of(searches_, name) >= searches_of_asker)
      return refusal{errc::rate_limited, "Four searches of this Workspace are under way; wait for their answers."};
    ++searches_[call->who.token.text()];
    ++searches_[name];
  }
  ++askers_[name].here;
  ++waiting_count_;
  waiting_.push(name, call);
  return std::nullopt;
}

std::chrono::milliseconds list_desk::rests_until(const std::string& name) const {
  return count_of(rested_, name) - before_rests;
}

std::optional<list_desk::turn> list_desk::next(std::chrono::milliseconds now) {
  if (free_.empty()) return std::nullopt;
  auto call = waiting_.pop_if(
      [&](const std::string& name) { return askers_.at(name).reading < readers_each_ && rests_until(name) <= now; });
  if (!call) return std::nullopt;
  began_[call->get()] = now;
  --waiting_count_;
  ++askers_.at(asker_of(**call)).reading;
  turn found{std::move(*call), std::move(free_.back())};
  free_.pop_back();
  return found;
}

std::optional<std::chrono::milliseconds> list_desk::rest_ends(std::chrono::milliseconds now) const {
  std::optional<std::chrono::milliseconds> first;
  if (free_.empty()) return first;
  waiting_.for_each_key(askers_.size(), [&](const std::string& name) {
    const auto end = rests_until(name);
    if (askers_.at(name).reading < readers_each_ && end > now && (!first || end < *first)) first = end;
  });
  return first;
}

void list_desk::leave(const http_call& call, reader_actor reader, std::chrono::milliseconds now) {
  free_.push_back(std::move(reader));
  const auto name = asker_of(call);
  const auto began = began_.extract(&call).mapped();
  auto& rested = rested_[name];
  rested = std::max(rested, began) + 2 * (now - began);
  if (now - swept_ >= sweep_interval) {
    std::erase_if(rested_, [&](const auto& entry) { return entry.second <= now; });
    swept_ = now;
  }
  const auto found = askers_.find(name);
  --found->second.reading;
  if (--found->second.here == 0) askers_.erase(found);
  if (!is_search(call)) return;
  for (const auto& key : {call.who.token.text(), name})
    if (--searches_.at(key) == 0) searches_.erase(key);
}

} // namespace paylink
