#include "http/server/event_streams.hpp"

#include <algorithm>
#include <utility>

namespace paylink {

namespace {

/// Events for many streams are sent in parts, so that other requests do not wait for thousands of writes.
constexpr std::size_t notified_at_a_time = 256;

} // namespace

std::shared_ptr<event_stream> event_streams::make_stream() {
  return std::make_shared<event_stream>(shared_from_this());
}

void event_streams::publish(const std::string& topic, const std::string& text) {
  if (collect(topic, text) && wake_) wake_();
}

/// Whether there is a listener, and no other call notifies it.
bool event_streams::collect(const std::string& topic, const std::string& text) {
  const auto shared = std::make_shared<const std::string>(text);
  const std::lock_guard lock{mutex_};
  const auto listeners = by_topic_.find(topic);
  if (listeners == by_topic_.end()) return false;
  const bool is_first = ready_.empty();
  for (auto* stream : listeners->second) {
    if (stream->has_overflowed_) continue;
    stream->has_overflowed_ = stream->waiting_bytes_ + text.size() > buffer_bytes_max_;
    if (!stream->has_overflowed_) {
      stream->waiting_.push_back(shared);
      stream->waiting_bytes_ += text.size();
    }
    if (!std::exchange(stream->is_ready_, true)) ready_.push_back(stream);
  }
  return is_first && !ready_.empty();
}

void event_streams::end(const std::string& topic) {
  if (mark_ended(topic) && wake_) wake_();
}

bool event_streams::mark_ended(const std::string& topic) {
  const std::lock_guard lock{mutex_};
  const auto listeners = by_topic_.find(topic);
  if (listeners == by_topic_.end()) return false;
  const bool is_first = ready_.empty();
  for (auto* stream : listeners->second) {
    stream->has_ended_ = true;
    if (!std::exchange(stream->is_ready_, true)) ready_.push_back(stream);
  }
  return is_first;
}

void event_streams::deliver() {
  std::vector<std::shared_ptr<event_listener>> notified;
  bool is_more_ready = false;
  {
    const std::lock_guard lock{mutex_};
    const auto end = ready_.begin() + static_cast<std::ptrdiff_t>(std::min(ready_.size(), notified_at_a_time));
    for (auto ready = ready_.begin(); ready != end; ++ready) {
      (*ready)->is_ready_ = false;
      if (auto listener = (*ready)->listener_.lock()) notified.push_back(std::move(listener));
    }
    ready_.erase(ready_.begin(), end);
    is_more_ready = !ready_.empty();
  }
  for (const auto& listener : notified) listener->on_event();
  if (is_more_ready && wake_) wake_();
}

// The last of a topic's list moves to the free place: when many leave together, none needs a search.
void event_streams::leave(event_stream& stream) {
  for (const auto& [topic, place] : stream.subscriptions_) {
    auto& listeners = topic->second;
    auto& moved = *listeners.back();
    for (auto& its : moved.subscriptions_)
      if (its.topic == topic && its.place == listeners.size() - 1) its.place = place;
    listeners[place] = &moved;
    listeners.pop_back();
    if (listeners.empty()) by_topic_.erase(by_topic_.find(topic->first));
  }
  if (stream.is_ready_) std::erase(ready_, &stream);
}

event_stream::~event_stream() {
  const std::lock_guard lock{registry_->mutex_};
  registry_->leave(*this);
}

void event_stream::subscribe(std::string topic) {
  const std::lock_guard lock{registry_->mutex_};
  auto& entry = *registry_->by_topic_.try_emplace(std::move(topic)).first;
  subscriptions_.push_back({&entry, entry.second.size()});
  entry.second.push_back(this);
}

void event_stream::attach(std::weak_ptr<event_listener> listener) {
  const std::lock_guard lock{registry_->mutex_};
  listener_ = std::move(listener);
}

bool event_stream::take(std::string& into) {
  const std::lock_guard lock{registry_->mutex_};
  for (const auto& text : waiting_) into += *text;
  std::vector<shared_text>{}.swap(waiting_);
  waiting_bytes_ = 0;
  return !has_overflowed_;
}

std::size_t event_stream::company() const {
  const std::lock_guard lock{registry_->mutex_};
  std::size_t most = 0;
  for (const auto& [topic, place] : subscriptions_) most = std::max(most, topic->second.size());
  return most;
}

bool event_stream::has_ended() const {
  const std::lock_guard lock{registry_->mutex_};
  return has_ended_;
}

bool event_stream::has_overflowed() const {
  const std::lock_guard lock{registry_->mutex_};
  return has_overflowed_;
}

} // namespace paylink
