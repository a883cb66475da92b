#pragma once
#include "http/wire/early_end.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace paylink {

/// Who gets an answer.
struct answer_asker {
  std::string workspace{};  ///< Empty: none in particular.
  std::string person{};     ///< The user, whose tokens count for them; of a stranger, the household.
  bool is_stranger = false; ///< Nobody knows who asks.
};

/// The memory of answers that are being sent, from when they are made until their client has taken them. A person, and
/// a Workspace, may use a quarter, and never more than is left of the three quarters that all share; the last quarter
/// is for people who hold nothing, one answer each. Strangers together have a quarter. When a person who holds nothing
/// finds no room, the answer that has been sent for longest to the one who holds most is ended: so there is always room
/// within seconds, however many ask for much and read slowly. Thread-safe; times are uptimes.
class answer_budget {
public:
  static constexpr std::size_t default_bytes_max = 32 * 1024 * 1024;
  /// No answer is ended before it has been sent for so long.
  static constexpr std::chrono::milliseconds time_to_read{5'000};
  /// For so long, no answer is ended for a person whose own answer was ended, nor may they use the last quarter:
  /// otherwise those who read slowly would take turns there, and the wait would grow with their number.
  static constexpr std::chrono::milliseconds rest{30'000};

  explicit answer_budget(std::size_t bytes_max = default_bytes_max) : bytes_max_{bytes_max} {}
  answer_budget(const answer_budget&) = delete;
  answer_budget& operator=(const answer_budget&) = delete;

  /// `all_is_used`: the person holds nothing, and `make_room` gets them room.
  enum class room { free, own_is_used, all_is_used };
  /// Whether one more answer may be made for the asker. It may be larger than what is left. `is_served`: another one is
  /// being made for the person, and is not held yet.
  room room_for(const answer_asker& who, std::chrono::milliseconds now, bool is_served = false) const;

  /// Ends answers until there is room for one who holds nothing. None: there is room; otherwise when to look again,
  /// unless bytes come back before.
  std::optional<std::chrono::milliseconds> make_room(std::chrono::milliseconds now, bool is_for_stranger = false);
  std::size_t used() const;

  /// `wake` is called on any thread when bytes are free again after somebody has found no room.
  void on_room(std::function<void()> wake);

private:
  friend class answer_share;
  struct holding {
    answer_asker who;
    std::size_t bytes = 0;
    std::chrono::milliseconds since{0};
    std::shared_ptr<early_end> end{};
    bool is_ended = false; ///< Its bytes are about to come back.
  };
  using place = std::list<holding>::iterator;

  place begin(holding one);
  void change(place of, std::size_t bytes); ///< 0: it ends.
  void count(const answer_asker& who, std::size_t from, std::size_t to);
  place longest_of_most(bool is_for_stranger);
  std::size_t limit_of(bool is_for_stranger) const { return is_for_stranger ? bytes_max_ / 4 : bytes_max_; }

  const std::size_t bytes_max_;
  mutable std::mutex mutex_;
  std::list<holding> under_way_; ///< Those that began first come first.
  std::size_t used_ = 0, used_by_strangers_ = 0;
  std::unordered_map<std::string, std::size_t> by_person_, by_workspace_;
  std::unordered_map<std::string, std::chrono::milliseconds> rests_until_; ///< By person.
  std::function<void()> wake_;
  mutable bool is_awaited_ = false;
};

/// What one answer uses of the budget; returned when it is destroyed. Thread-safe.
class answer_share {
public:
  /// Smaller ones need no share: a socket takes them at once.
  static constexpr std::size_t free_bytes = 16 * 1024;
  answer_share(std::shared_ptr<answer_budget> budget, answer_asker who)
      : budget_{std::move(budget)}, who_{std::move(who)} {}
  ~answer_share() { hold(0, {}); }
  answer_share(const answer_share&) = delete;
  answer_share& operator=(const answer_share&) = delete;

  /// From `now` on it uses `bytes`, whether or not there is room.
  void hold(std::size_t bytes, std::chrono::milliseconds now);
  /// Asked when the budget needs the bytes for somebody else.
  const std::shared_ptr<early_end>& end() const { return end_; }

private:
  const std::shared_ptr<answer_budget> budget_;
  const answer_asker who_;
  const std::shared_ptr<early_end> end_ = std::make_shared<early_end>();
  std::mutex mutex_;
  std::optional<std::list<answer_budget::holding>::iterator> held_;
};

} // namespace paylink
