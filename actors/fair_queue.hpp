#pragma once
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace paylink {

/// A queue in which keys take turns: one item of each key, then one of each again, however many a key has. Items of one
/// key keep their order.
template <class Key, class Item>
class fair_queue {
public:
  bool empty() const { return turns_.empty(); }

  void push(const Key& key, Item item) {
    auto& items = waiting_[key];
    if (items.empty()) turns_.push_back(key);
    items.push_back(std::move(item));
  }
  /// The same, but before the key's first item that `gives_way`.
  template <class GivesWay>
  void push_before(const Key& key, Item item, GivesWay&& gives_way) {
    auto& items = waiting_[key];
    if (items.empty()) turns_.push_back(key);
    items.insert(std::ranges::find_if(items, gives_way), std::move(item));
  }

  /// Forgets the key's items that are over.
  template <class IsOver>
  void drop_if(const Key& key, IsOver&& is_over) {
    const auto found = waiting_.find(key);
    if (found == waiting_.end()) return;
    std::erase_if(found->second, is_over);
    if (!found->second.empty()) return;
    waiting_.erase(found);
    std::erase(turns_, key);
  }

  /// The next item of a key that `may_pass` accepts; the other keys keep their turn.
  template <class MayPass>
  std::optional<Item> pop_if(MayPass&& may_pass) {
    return pop_if(may_pass, [](const Item&) { return true; });
  }
  /// The same, but the key's first item that `fits`; a key without one keeps its turn.
  template <class MayPass, class Fits>
  std::optional<Item> pop_if(MayPass&& may_pass, Fits&& fits) {
    for (auto turn = turns_.begin(); turn != turns_.end(); ++turn) {
      if (!may_pass(*turn)) continue;
      const auto found = waiting_.find(*turn);
      auto& items = found->second;
      const auto fitting = std::ranges::find_if(items, fits);
      if (fitting == items.end()) continue;
      turns_.erase(turn);
      std::optional<Item> item{std::move(*fitting)};
      items.erase(fitting);
      if (items.empty())
        waiting_.erase(found);
      else
        turns_.push_back(found->first);
      return item;
    }
    return std::nullopt;
  }

  std::optional<Item> pop() {
    return pop_if([](const Key&) { return true; });
  }

  /// The keys whose turns come next, in order, at most `count`.
  template <class Visit>
  void for_each_key(std::size_t count, Visit&& visit) const {
    for (const auto& key : turns_)
      if (count-- > 0)
        visit(key);
      else
        return;
  }

  /// All waiting keys, in the order of their turns.
  template <class Visit>
  void for_each_key(Visit&& visit) const {
    for (const auto& key : turns_) visit(key);
  }

  template <class Visit>
  void for_each(Visit&& visit) {
    for (auto& [key, items] : waiting_)
      for (auto& item : items) visit(item);
  }

private:
  std::deque<Key> turns_; ///< Each key that has items, once.
  std::map<Key, std::deque<Item>> waiting_;
};

} // namespace paylink
