#pragma once
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace paylink {

class body_share;

/// The memory that the bodies of requests may take together, from their first bytes until they are answered. Of those
/// who have once shown who they are, one household takes a quarter of it at most. Strangers take a sixteenth each, one
/// large body at least, and half of it together, so that they cannot keep banks from being heard. Safe from any thread.
class body_budget {
public:
  explicit body_budget(std::size_t bytes_max) : bytes_max_{bytes_max} {}
  std::size_t used() const;
  /// One of this household has shown who it is.
  void trust(const std::string& household);
  bool trusts(const std::string& household) const;

private:
  friend class body_share;
  bool take(const std::string& household, std::size_t bytes, bool is_stranger);
  void give_back(const std::string& household, std::size_t bytes, bool is_stranger);

  const std::size_t bytes_max_;
  mutable std::mutex mutex_;
  std::size_t used_ = 0, used_by_strangers_ = 0;
  std::unordered_map<std::string, std::size_t> by_household_;
  std::unordered_set<std::string> trusted_;
};

/// What one body has of the budget; given back at its end. Bodies that fit into the buffer which every connection has
/// anyway take nothing.
class body_share {
public:
  body_share(std::shared_ptr<body_budget> budget, std::string household)
      : budget_{std::move(budget)}, household_{std::move(household)}, is_strangers_{!budget_->trusts(household_)} {}
  ~body_share();
  body_share(const body_share&) = delete;
  body_share& operator=(const body_share&) = delete;

  /// Whether a body of this size takes nothing.
  static bool is_free(std::size_t bytes);
  /// Makes room for a body of `bytes` in all; false when there is none.
  bool grow_to(std::size_t bytes);
  /// Whether its household had not shown who it is when it began.
  bool is_strangers() const { return is_strangers_; }

private:
  const std::shared_ptr<body_budget> budget_;
  const std::string household_;
  const bool is_strangers_;
  std::size_t taken_ = 0;
};

} // namespace paylink
