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

/// The memory that request bodies may use together, from their first bytes until they are answered. A household that
/// has authenticated once may use a quarter of it. Each stranger may use a sixteenth (at least one large body), and all
/// strangers together a half, so that they cannot lock out banks. Thread-safe.
class body_budget {
public:
  explicit body_budget(std::size_t bytes_max) : bytes_max_{bytes_max} {}
  std::size_t used() const;
  /// A client of this household has authenticated.
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

/// One body's share of the budget; returned when it is destroyed. Bodies that fit into a connection's own buffer need
/// none.
class body_share {
public:
  body_share(std::shared_ptr<body_budget> budget, std::string household)
      : budget_{std::move(budget)}, household_{std::move(household)}, is_strangers_{!budget_->trusts(household_)} {}
  ~body_share();
  body_share(const body_share&) = delete;
  body_share& operator=(const body_share&) = delete;

  /// Whether a body of this size needs no share.
  static bool is_free(std::size_t bytes);
  /// Reserves memory for a body of `bytes` in total; false if there is not enough.
  bool grow_to(std::size_t bytes);
  /// Whether its household had not authenticated when it began.
  bool is_strangers() const { return is_strangers_; }

private:
  const std::shared_ptr<body_budget> budget_;
  const std::string household_;
  const bool is_strangers_;
  std::size_t taken_ = 0;
};

} // namespace paylink
