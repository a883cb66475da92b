#include "sandbox/receiver/inbox.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace paylink::sandbox {
namespace {

constexpr std::string_view api_key_prefix = "whk_";

// The brand is a word between these two, which the operator may choose.
std::string header_prefix_of(const http_request& request) {
  constexpr std::string_view begin = "x-", end = "signature";
  for (const auto& [name, unused] : request.headers)
    if (name.size() > begin.size() + end.size() && name.starts_with(begin) && name.ends_with("-signature"))
      return name.substr(0, name.size() - end.size());
  return "x-service-";
}

// Only a webhook's request carries an API key.
received_kind kind_of(const http_request& request) {
  const bool is_webhook = !request.header("x-client-api-key").empty() || request.path.starts_with("/webhook");
  return is_webhook ? received_kind::webhook : received_kind::callback;
}

// After any other answer than 2xx, an event that comes again is new; without an answer it may have been acted on.
bool takes(answer_choice answered) { return answered != answer_choice::failing && answered != answer_choice::missing; }

received_event check(const received_request& one, const receiver_keys& known) {
  if (one.is_too_large) {
    received_event unread;
    unread.problem = "the body is larger than 64 KiB, and was not kept";
    return unread;
  }
  return read_event(one.request, known, header_prefix_of(one.request), unix_seconds(one.at));
}

} // namespace

std::string_view to_text(answer_choice choice) {
  switch (choice) {
  case answer_choice::ok:
    return "200";
  case answer_choice::failing:
    return "500";
  case answer_choice::missing:
    return "404";
  case answer_choice::slow:
    return "slow";
  case answer_choice::closing:
    return "close";
  }
  return "";
}

std::optional<answer_choice> parse_answer_choice(std::string_view text) {
  for (const auto choice : answer_choices)
    if (to_text(choice) == text) return choice;
  return std::nullopt;
}

receiver_conduct inbox::receive(const http_request& request, timestamp now) {
  auto& kept = requests_.emplace_front(received_request{.at = now, .request = request, .answered = choice_});
  if (kept.request.body.size() > body_bytes_max) {
    kept.request.body = {};
    kept.is_too_large = true;
  }
  if (requests_.size() > requests_max) requests_.pop_back();
  using act = receiver_conduct::kind;
  switch (choice_) {
  case answer_choice::ok:
    return {act::answer, 200};
  case answer_choice::failing:
    return {act::answer, 500};
  case answer_choice::missing:
    return {act::answer, 404};
  case answer_choice::slow:
    return {act::answer, 200, slow_};
  case answer_choice::closing:
    return {act::reset, 0};
  }
  return {};
}

bool inbox::add_key(std::string_view key) {
  const bool is_visible = std::ranges::all_of(key, [](char c) { return c > 0x20 && c < 0x7f; });
  if (key.empty() || key.size() > key_size_max || !is_visible) return false;
  if (std::ranges::find(keys_, key) != keys_.end()) return true;
  keys_.emplace_back(key);
  if (keys_.size() > keys_max) keys_.pop_front();
  return true;
}

std::vector<checked_request> inbox::requests(std::span<const std::string> demo_keys) const {
  receiver_keys known;
  known.keys.assign(demo_keys.begin(), demo_keys.end());
  for (const auto& key : keys_) (key.starts_with(api_key_prefix) ? known.api_keys : known.keys).push_back(key);
  std::vector<checked_request> checked;
  std::set<std::string> taken;
  for (auto one = requests_.rbegin(); one != requests_.rend(); ++one) {
    known.kind = kind_of(one->request);
    auto event = check(*one, known);
    const bool is_good = event.problem.empty();
    event.is_repeated = is_good && taken.contains(event.id);
    if (is_good && takes(one->answered)) taken.insert(event.id);
    checked.push_back({&*one, known.kind, std::move(event)});
  }
  std::ranges::reverse(checked);
  return checked;
}

} // namespace paylink::sandbox
