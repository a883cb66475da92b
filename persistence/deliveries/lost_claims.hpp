#pragma once
#include "persistence/deliveries/attempt_writes.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// A claim whose attempt has no outcome.
struct lost_claim {
  std::int64_t row = 0;
  int attempt = 0;
  std::int64_t unanswered = 0;
  timestamp leased_until;
  int round_start = 0;
  workspace_id workspace;
  delivery_kind kind{};
};

/// Claims whose attempt's outcome nobody tells any more: it is stored as lost, and the delivery goes on without it.
class lost_claims {
public:
  lost_claims(connection& db, const store_context& context, endpoint_watch& endpoints, attempt_writes& attempts)
      : db_{db}, context_{context}, endpoints_{endpoints}, attempts_{attempts} {}

  /// Those whose lease is over, at most `limit`. Returns how many there were.
  std::size_t settle_overdue(int limit, timestamp now);
  /// The claims of these incarnations; or all claims that are not this incarnation's.
  void take_back(const std::vector<std::string>& incarnations, timestamp now);
  void take_back_all_but(const std::string& incarnation, timestamp now);

private:
  void settle(const lost_claim& lost, timestamp now);

  connection& db_;
  const store_context& context_;
  endpoint_watch& endpoints_;
  attempt_writes& attempts_;
};

} // namespace paylink
