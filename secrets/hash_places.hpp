#pragma once

#include <memory>
#include <string>

namespace paylink {

/// Who waits for a password to be hashed. Few can, and these are shared out.
struct hash_place {
  std::string account, household; ///< As digests or ids: each has a share.
  bool is_known = false;          ///< No stranger to the account: strangers leave some places to such callers.
};

/// The places of calls that have passwords hashed, or wait for it. A hash takes a tenth of a second of CPU: behind more
/// calls than these, a person would wait for seconds. No account and no address has more than its share, strangers
/// leave some to callers whom an account knows, and the last ones are for addresses that have none. Thread-safe.
class hash_places {
public:
  static constexpr int in_all = 18, of_strangers = 12, of_an_account = 3, of_a_household = 4;
  static constexpr int of_a_known_place = 2;     ///< Of those of an account.
  static constexpr int of_a_known_household = 6; ///< In which people of many accounts may work.
  static constexpr int kept_for_newcomers = 3;   ///< For households that hold no place.

  hash_places();

  /// A place, until its last copy is gone; null: there is none for this caller now.
  std::shared_ptr<const void> take(const hash_place& wanted) const;

private:
  struct counts;
  std::shared_ptr<counts> counts_;
};

} // namespace paylink
