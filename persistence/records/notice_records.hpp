#pragma once
#include "domain/deliveries/notice.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <vector>

/// What the stores take and give about notices by mail.
namespace paylink {

struct claimed_notices {
  std::vector<notice> notices;
  std::optional<timestamp> next_due; ///< Of those that nobody has taken up; none when there are none.
};

/// Takes up notices that are due, each for long enough to be sent by then; before that, writes those of what failed in
/// an hour that is over.
struct claim_notices {
  using reply = claimed_notices;
  static constexpr bool is_apart = true;
  int limit = 4;
};

/// Stores whom a notice has reached, or never will; the others are tried again.
struct settle_notice {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::int64_t row = 0;
  int tries = 0; ///< Of the claim.
  std::vector<user_id> settled{};
  bool is_done = true; ///< Nobody is left.
};

using notice_verbs = verbs<claim_notices, settle_notice>;

} // namespace paylink
