#include "http/event_streams.hpp"

#include <utility>

namespace paylink {

std::shared_ptr<event_stream> event_streams::make_stream() {
  return std::make_shared<event_stream>(shared_from_this());
}

void event_streams::publish(const std::string& topic, const std::string& text) {
  const std::lock_guard lock{mutex_};
  const auto listeners = by_topic_.find(topic);
  if (listeners == by_topic_.end()) return;
  for (auto* stream : listeners->second) stream->collect(text, buffer_bytes_max_);
}

event_stream::~event_stream() {
  const std::lock_guard lock{registry_->mutex_};
  for (const auto& topic : topics_) {
    const auto listeners = registry_->by_topic_.find(topic);
    if (listeners == registry_->by_topic_.end()) continue;
    std::erase(listeners->second, this);
    if (listeners->second.empty()) registry_->by_topic_.erase(listeners);
  }
}

void event_stream::subscribe(std::string topic) {
  const std::lock_guard lock{registry_->mutex_};
  registry_->by_topic_[topic].push_back(this);
  topics_.push_back(std::move(topic));
}

void event_stream::attach(std::function<void()> ready) {
  const std::lock_guard lock{registry_->mutex_};
  ready_ = std::move(ready);
  if (ready_ && is_ready_told_) ready_();
}

bool event_stream::take(std::string& into) {
  const std::lock_guard lock{registry_->mutex_};
  is_ready_told_ = false;
  into += waiting_;
  waiting_.clear();
  return !has_overflowed_;
}

bool event_stream::has_overflowed() const {
  const std::lock_guard lock{registry_->mutex_};
  return has_overflowed_;
}

void event_stream::collect(const std::string& text, std::size_t bytes_max) {
  if (has_overflowed_) return;
  has_overflowed_ = waiting_.size() + text.size() > bytes_max;
  if (!has_overflowed_) waiting_ += text;
  // Once until the next take; but an overflow is told always, since a connection stuck in a write never takes again.
  if (std::exchange(is_ready_told_, true) && !has_overflowed_) return;
  if (ready_) ready_();
}

} // namespace paylink
