#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace paylink {

/// The memory of answers that are being sent, from when they are made until their client has taken them. An asker (a
/// Workspace, a user or an address) may use a quarter, and never more than is left for others: the more askers hold
/// some, the less each may have, so that there is always room for one who holds none. Thread-safe.
class answer_budget {
public:
  static constexpr std::size_t default_bytes_max = 32 * 1024 * 1024;
  explicit answer_budget(std::size_t bytes_max = default_bytes_max) : bytes_max_{bytes_max} {}
  answer_budget(const answer_budget&) = delete;
  answer_budget& operator=(const answer_budget&) = delete;

  enum class room { free, own_is_used, all_is_used };
  /// Whether one more answer may be made for the asker. It may be larger than what is left.
  room room_for(const std::string& asker) const;
  std::size_t used() const;

  /// `wake` is called on any thread when bytes are free again after somebody has found no room.
  void on_room(std::function<void()> wake);

private:
  friend class answer_share;
  void change(const std::string& asker, std::size_t from, std::size_t to);

  const std::size_t bytes_max_;
  mutable std::mutex mutex_;
  std::size_t used_ = 0;
  std::unordered_map<std::string, std::size_t> by_asker_;
  std::function<void()> wake_;
  mutable bool is_awaited_ = false;
};

/// What one answer uses of the budget; returned when it is destroyed. Thread-safe.
class answer_share {
public:
  /// Smaller ones need no share: a socket takes them at once.
  static constexpr std::size_t free_bytes = 16 * 1024;
  answer_share(std::shared_ptr<answer_budget> budget, std::string asker)
      : budget_{std::move(budget)}, asker_{std::move(asker)} {}
  ~answer_share() { hold(0); }
  answer_share(const answer_share&) = delete;
  answer_share& operator=(const answer_share&) = delete;

  /// From now on it uses `bytes`, whether or not there is room.
  void hold(std::size_t bytes);

private:
  const std::shared_ptr<answer_budget> budget_;
  const std::string asker_;
  std::mutex mutex_;
  std::size_t held_ = 0;
};

} // namespace paylink
