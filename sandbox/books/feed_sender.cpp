#include "sandbox/books/feed_sender.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace paylink::sandbox {
namespace {

/// The entry as the bank tells it when it has changed its mind.
std::string with_amount(const notification& content) {
  auto entry = boost::json::parse(content.entry).as_object();
  entry["amount"] = content.changed_amount;
  return boost::json::serialize(entry);
}

} // namespace

feed_sender::feed_sender(journal& books, send_entry send, sender_timing timing)
    : books_{books}, send_{std::move(send)}, timing_{timing} {
  auto now = clock::now();
  auto now_millis = to_millis(system_wall_clock{}.now());
  for (const auto& [number, entry] : books_.entries())
    if (!entry.is_finished())
      schedule(number, now + std::chrono::milliseconds{std::max<std::int64_t>(0, entry.due - now_millis)});
  thread_ = std::thread{[this] { run(); }};
}

feed_sender::~feed_sender() {
  {
    std::lock_guard lock{mutex_};
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void feed_sender::submit(notification content, int sends, std::chrono::milliseconds delay, bool is_held,
                         std::function<void(const journal_entry&)> done) {
  journal_entry booked;
  {
    std::lock_guard lock{mutex_};
    auto now = clock::now();
    auto due = to_millis(system_wall_clock{}.now() + delay);
    auto& entry = books_.add({.number = 0,
                              .content = std::move(content),
                              .sends = sends,
                              .due = due,
                              .is_held = is_held,
                              .answers = {},
                              .failures = 0,
                              .last_failure = {}});
    if (sends == 0) {
      booked = entry;
    } else if (is_held) {
      if (held_.empty()) held_until_ = now + timing_.held_longest;
      held_.push_back(entry.number);
    } else {
      schedule(entry.number, now + delay);
    }
    if (is_held || sends == 0 || delay.count() > 0)
      booked = entry;
    else
      waiting_.emplace(entry.number, std::exchange(done, nullptr));
  }
  changed_.notify_all();
  if (done) done(booked);
}

void feed_sender::look(const std::function<void(const journal&)>& at) {
  std::lock_guard lock{mutex_};
  at(books_);
}

std::string feed_sender::list(std::size_t limit) {
  std::lock_guard lock{mutex_};
  std::string out = "[";
  for (auto row = books_.entries().rbegin(); row != books_.entries().rend() && limit != 0; ++row, --limit) {
    if (out.size() > 1) out += ',';
    out += to_json(row->second);
  }
  return out + "]";
}

void feed_sender::schedule(std::uint64_t number, clock::time_point due) { jobs_.push({due, ++last_sequence_, number}); }

void feed_sender::release_held(clock::time_point now) {
  std::ranges::shuffle(held_, dice_);
  for (auto number : held_) {
    books_.entries().at(number).is_held = false;
    schedule(number, now);
  }
  held_.clear();
}

void feed_sender::run() {
  std::unique_lock lock{mutex_};
  while (!is_stopping_) {
    auto now = clock::now();
    if (!held_.empty() && held_until_ <= now) release_held(now);
    if (!jobs_.empty() && jobs_.top().due <= now) {
      auto number = jobs_.top().number;
      jobs_.pop();
      send_one(lock, number);
      continue;
    }
    auto wake = jobs_.empty() ? clock::time_point::max() : jobs_.top().due;
    if (!held_.empty()) wake = std::min(wake, held_until_);
    if (wake == clock::time_point::max())
      changed_.wait(lock);
    else
      changed_.wait_until(lock, wake);
  }
}

void feed_sender::send_one(std::unique_lock<std::mutex>& lock, std::uint64_t number) {
  auto& entry = books_.entries().at(number); // Entries are never removed, so this stays.
  auto content = entry.content;
  if (content.changed_amount != 0 && !entry.answers.empty()) content.entry = with_amount(content);
  lock.unlock();
  auto outcome = send_(content);
  lock.lock();
  settle(entry, std::move(outcome));

  auto waiting = waiting_.extract(number);
  if (!waiting || !waiting.mapped()) return;
  auto shown = entry;
  lock.unlock();
  waiting.mapped()(shown);
  lock.lock();
}

void feed_sender::settle(journal_entry& entry, std::variant<acknowledgement, std::string> outcome) {
  auto now = clock::now();
  if (auto* failure = std::get_if<std::string>(&outcome)) {
    auto wait = std::min(timing_.longest_wait, timing_.first_wait * (1 << std::min(entry.failures, 16)));
    ++entry.failures;
    entry.last_failure = std::move(*failure);
    schedule(entry.number, now + wait);
    return;
  }
  try {
    books_.acknowledge(entry, std::get<acknowledgement>(std::move(outcome)));
  } catch (const std::exception& not_written) {
    // A full disk: the service gets the entry once more, which it must handle anyway.
    entry.last_failure = not_written.what();
    schedule(entry.number, now + timing_.longest_wait);
    return;
  }
  entry.failures = 0;
  if (!entry.is_finished()) schedule(entry.number, now);
  if (!held_.empty()) release_held(now);
}

} // namespace paylink::sandbox
