#pragma once
#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace paylink {

/// Values by name, of which those that were not used for longest are dropped. Not thread-safe.
template <class Value>
class recently_used {
public:
  explicit recently_used(std::size_t most) : most_{most} {}

  /// Null if it is not kept; valid until the next `keep`.
  Value* find(std::string_view name) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return nullptr;
    by_use_.splice(by_use_.begin(), by_use_, found->second);
    return &by_use_.front().second;
  }

  /// Keeps the value in place of one with the same name.
  Value& keep(std::string_view name, Value value) {
    if (const auto outdated = by_name_.find(name); outdated != by_name_.end()) {
      const auto place = outdated->second;
      by_name_.erase(outdated);
      by_use_.erase(place);
    }
    by_use_.emplace_front(std::string{name}, std::move(value));
    by_name_.emplace(by_use_.front().first, by_use_.begin());
    if (by_use_.size() > most_) {
      by_name_.erase(by_use_.back().first);
      by_use_.pop_back();
    }
    return by_use_.front().second;
  }

private:
  using entries = std::list<std::pair<std::string, Value>>; ///< The latest used first.
  std::size_t most_;
  entries by_use_;
  std::unordered_map<std::string_view, typename entries::iterator> by_name_; ///< Names live in the list's nodes.
};

} // namespace paylink
