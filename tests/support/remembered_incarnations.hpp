#pragma once
#include "persistence/incarnation_book.hpp"

namespace paylink::test {

/// The incarnations of a node, in memory: what a data folder does for a process.
class remembered_incarnations final : public incarnation_book {
public:
  explicit remembered_incarnations(std::string node) : node_{std::move(node)} {}

  std::string draw() override {
    incarnations_.push_back(node_ + "-incarnation-" + std::to_string(++drawn_));
    return incarnations_.back();
  }
  std::vector<std::string> over() override { return {incarnations_.begin(), incarnations_.end() - 1}; }
  void forget_over() override { incarnations_.erase(incarnations_.begin(), incarnations_.end() - 1); }

  event_mark known_events() override { return events_; }
  void keep_events(const event_mark& mark) override { events_ = mark; }

  /// The incarnation that was drawn last; empty before the first.
  std::string newest() const { return incarnations_.empty() ? std::string{} : incarnations_.back(); }

private:
  std::string node_;
  std::vector<std::string> incarnations_;
  int drawn_ = 0;
  event_mark events_;
};

} // namespace paylink::test
