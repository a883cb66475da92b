#include "http/outbound/timeout_queue.hpp"

namespace paylink {

void timeout_queue::entry::disarm() {
  if (queue_ != nullptr) queue_->unlink(*this);
}

timeout_queue::timeout_queue(boost::asio::io_context& io, std::chrono::milliseconds span) : timer_{io}, span_{span} {}

timeout_queue::~timeout_queue() {
  stop();
  *alive_ = false;
}

void timeout_queue::arm(entry& wait) {
  wait.disarm();
  wait.due_ = std::chrono::steady_clock::now() + span_;
  wait.queue_ = this;
  wait.before_ = last_;
  wait.after_ = nullptr;
  (last_ != nullptr ? last_->after_ : first_) = &wait;
  last_ = &wait;
  if (!timer_set_) set_timer();
}

void timeout_queue::stop() {
  while (first_ != nullptr) unlink(*first_);
  timer_.cancel();
}

void timeout_queue::unlink(entry& wait) {
  (wait.before_ != nullptr ? wait.before_->after_ : first_) = wait.after_;
  (wait.after_ != nullptr ? wait.after_->before_ : last_) = wait.before_;
  wait.before_ = wait.after_ = nullptr;
  wait.queue_ = nullptr;
}

void timeout_queue::set_timer() {
  timer_set_ = true;
  timer_.expires_at(first_->due_);
  timer_.async_wait([this, alive = alive_](const boost::system::error_code&) {
    if (*alive) fire();
  });
}

// The timer is not changed when a wait ends early: it fires once without effect and is set for the first wait then.
void timeout_queue::fire() {
  timer_set_ = false;
  const auto alive = alive_;
  const auto now = std::chrono::steady_clock::now();
  while (first_ != nullptr && first_->due_ <= now) {
    entry& wait = *first_;
    unlink(wait);
    const auto call = wait.on_due_; // a copy: the call may destroy the entry
    call();
    if (!*alive) return;
  }
  if (first_ != nullptr && !timer_set_) set_timer();
}

} // namespace paylink
