#include "secrets/hash_places.hpp"

#include <map>
#include <mutex>
#include <vector>

namespace paylink {

struct hash_places::counts {
  /// The counts that a caller adds to, and how far each may go. Strangers and those whom an account knows do not take
  /// each other's share of it; and a household in which many people are known is no single caller, but one of them has
  /// not all that the account's known callers have.
  std::vector<std::pair<std::string, int>> shares_of(const hash_place& wanted) const {
    const auto holder = "holder " + wanted.household;
    const bool holds_one = taken.contains(holder);
    std::vector<std::pair<std::string, int>> shares{{"", holds_one ? in_all - kept_for_newcomers : in_all},
                                                    {holder, in_all}};
    if (wanted.is_known) {
      shares.emplace_back("known household " + wanted.household, of_a_known_household);
      shares.emplace_back("known account " + wanted.account, of_an_account);
      shares.emplace_back("known " + wanted.account + " at " + wanted.household, of_a_known_place);
    } else {
      shares.emplace_back("strangers", of_strangers);
      shares.emplace_back("account " + wanted.account, of_an_account);
      shares.emplace_back("household " + wanted.household, of_a_household);
    }
    return shares;
  }

  std::mutex mutex;
  std::map<std::string, int> taken;
};

hash_places::hash_places() : counts_{std::make_shared<counts>()} {}

std::shared_ptr<const void> hash_places::take(const hash_place& wanted) const {
  const std::lock_guard hold{counts_->mutex};
  auto shares = counts_->shares_of(wanted);
  for (const auto& [name, most] : shares)
    if (const auto found = counts_->taken.find(name); found != counts_->taken.end() && found->second >= most) return {};
  for (const auto& [name, most] : shares) ++counts_->taken[name];
  const auto give_up = [all = counts_, shares](const void*) {
    const std::lock_guard free{all->mutex};
    for (const auto& [name, most] : shares)
      if (const auto found = all->taken.find(name); --found->second == 0) all->taken.erase(found);
  };
  return {static_cast<const void*>(counts_.get()), give_up};
}

} // namespace paylink
