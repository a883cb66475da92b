#pragma once
#include "persistence/life_book.hpp"

namespace paylink::test {

/// The lives of a node, in memory: what a data folder does for a process.
class remembered_lives final : public life_book {
public:
  explicit remembered_lives(std::string node) : node_{std::move(node)} {}

  std::string draw() override {
    lives_.push_back(node_ + "-life-" + std::to_string(++drawn_));
    return lives_.back();
  }
  std::vector<std::string> over() override { return {lives_.begin(), lives_.end() - 1}; }
  void forget_over() override { lives_.erase(lives_.begin(), lives_.end() - 1); }

  event_mark known_events() override { return events_; }
  void keep_events(const event_mark& mark) override { events_ = mark; }

  /// The life that was drawn last; empty before the first.
  std::string newest() const { return lives_.empty() ? std::string{} : lives_.back(); }

private:
  std::string node_;
  std::vector<std::string> lives_;
  int drawn_ = 0;
  event_mark events_;
};

} // namespace paylink::test
