#include "domain/banks/balance_gaps.hpp"

#include <algorithm>

namespace paylink {
namespace {

using place = std::vector<balanced_transaction>::iterator;

/// Walks through the transactions of an account, and knows what should be on it.
class balance_walk {
public:
  /// Of those with one time, the one that comes next: that continues what is on the account, or, where nothing is known
  /// yet, that none of the others comes before.
  place next_of(place first, place behind) const {
    const auto fits = std::find_if(first, behind, [&](const balanced_transaction& one) {
      if (!one.balance_after) return false;
      const auto before = *one.balance_after - one.dong;
      return last_ ? before == expected_
                   : std::none_of(first, behind, [&](const auto& other) { return other.balance_after == before; });
    });
    if (fits != behind) return fits;
    const auto silent = std::find_if(first, behind, [](const auto& one) { return !one.balance_after; });
    return silent != behind ? silent : first;
  }

  void take(const balanced_transaction& one) {
    expected_ += one.dong;
    if (!one.balance_after) return;
    const auto missing = *one.balance_after - expected_;
    if (last_ && missing != 0) add({last_->id, one.id, last_->occurred_at, one.occurred_at, missing}, taken_);
    expected_ = *one.balance_after;
    last_ = one;
    ++taken_;
  }

  std::vector<balance_gap> gaps() && {
    std::vector<balance_gap> all;
    for (auto& one : gaps_) all.push_back(std::move(one.gap));
    return all;
  }

private:
  struct placed_gap {
    balance_gap gap;
    int before = 0; ///< Which of the transactions with balances stands behind it.
  };

  /// Gaps that follow one another and come to nothing are no gaps.
  void add(balance_gap gap, int before) {
    gaps_.push_back({std::move(gap), before});
    std::int64_t sum = 0;
    for (auto one = gaps_.rbegin(); one != gaps_.rend() && one->before == before--; ++one) {
      sum += one->gap.dong;
      if (sum == 0) {
        gaps_.erase(one.base() - 1, gaps_.end());
        return;
      }
    }
  }

  std::optional<balanced_transaction> last_; ///< With a balance.
  std::int64_t expected_ = 0;
  int taken_ = 0; ///< With a balance.
  std::vector<placed_gap> gaps_;
};

} // namespace

std::vector<balance_gap> find_balance_gaps(std::vector<balanced_transaction> transactions) {
  std::ranges::stable_sort(transactions, {}, &balanced_transaction::occurred_at);
  balance_walk walk;
  for (auto next = transactions.begin(); next != transactions.end();) {
    const auto behind =
        std::find_if(next, transactions.end(), [&](const auto& one) { return one.occurred_at != next->occurred_at; });
    for (; next != behind; ++next) {
      const auto chosen = walk.next_of(next, behind);
      std::rotate(next, chosen, chosen + 1);
      walk.take(*next);
    }
  }
  return std::move(walk).gaps();
}

} // namespace paylink
