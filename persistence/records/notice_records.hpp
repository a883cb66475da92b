#pragma once
#include "domain/deliveries/notice.hpp"
#include "domain/errors/errc.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <vector>

/// The stores' records about notices by mail.
namespace paylink {

struct claimed_notices {
  std::vector<notice> notices;
  std::optional<timestamp> next_due; ///< When the next unclaimed notice is due; none if there is none.
};

/// Claims due notices, each for long enough to be sent; before that, writes the notices of failures whose hour is over.
struct claim_notices {
  using reply = claimed_notices;
  static constexpr bool is_apart = true;
  int limit = 4;
};
result<claimed_notices> carry_out(writing& at, const claim_notices& command);

/// Stores which recipients have got a notice or never will; the others are retried. `conflict`: it was claimed again.
struct settle_notice {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::int64_t row = 0;
  int tries = 0; ///< Of the claim.
  std::vector<user_id> settled{};
  bool is_done = true; ///< No recipients are left.
};
result<no_reply> carry_out(writing& at, const settle_notice& command);

using notice_verbs = verbs<claim_notices, settle_notice>;

} // namespace paylink
