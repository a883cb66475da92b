#pragma once
#include "persistence/deliveries/attempt_writes.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Claims whose attempt's outcome nobody tells any more: it is stored as lost, and the delivery goes on without it.
class lost_claims {
public:
  lost_claims(soci::session& session, dialect spoken, const store_context& context, endpoint_watch& endpoints,
              attempt_writes& attempts);

  /// Those whose lease is over, at most `limit`. Returns how many there were.
  std::size_t settle_overdue(int limit, timestamp now);
  /// The claims of these lives; or all claims that are not this life's.
  void take_back(const std::vector<std::string>& lives, timestamp now);
  void take_back_all_but(const std::string& life, timestamp now);

private:
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
  using lost_columns = sql_row<sql_number, sql_number, sql_number, sql_number, sql_number, sql_text, sql_number>;
  static lost_claim read(const lost_columns& columns);
  void settle(const lost_claim& lost, timestamp now);

  const store_context& context_;
  endpoint_watch& endpoints_;
  attempt_writes& attempts_;
  statement<sql_row<sql_number, sql_number>, lost_columns> overdue_;
  statement<sql_row<sql_text>, lost_columns> of_lives_, of_other_lives_;
  statement<sql_row<sql_number, sql_number>> release_, fail_;
};

} // namespace paylink
