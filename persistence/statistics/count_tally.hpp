#pragma once
#include "domain/statistics/period_counts.hpp"
#include "persistence/sql/connection.hpp"

#include <map>

namespace paylink {

/// Counts what the running transaction stores, by Workspace, and adds the counts to those of the hours and of the days
/// at its end. Each incarnation of a process adds to rows of its own, its lane: no other writer ever waits for them.
class count_tally {
public:
  count_tally(connection& db, std::string_view incarnation);

  /// Call when a transaction begins: what was counted in one that has failed is forgotten.
  void begin() { of_hours_.clear(); }

  void count_transaction(workspace_id in, const bank_entry& entry, std::optional<classification> classified,
                         timestamp received_at);
  /// A credit that had no classification has got one.
  void classify_credit(workspace_id in, money amount, classification became, timestamp received_at);
  /// Links that got this status, or were created, at this time.
  void count_links(workspace_id in, link_status became, timestamp at, std::int64_t count = 1);
  void count_attempt(workspace_id in, delivery_kind kind, failure_class failed_by, timestamp started_at);
  /// The merchant has acknowledged a credit for the first time.
  void count_notified(workspace_id in, timestamp credited_at, std::chrono::milliseconds waited);

  /// Call at the end of the transaction.
  void store();

private:
  struct key {
    workspace_id workspace;
    std::int64_t period = 0; ///< Column `hour` or `day`.
    counted_thing what{};
    std::int64_t detail = 0;
    auto operator<=>(const key&) const = default;
  };
  /// An amount is added up in two parts, of which neither can be too large for its type.
  struct sums {
    std::int64_t count = 0, millions = 0, dong = 0;

    void add(const sums& other);
  };
  using counts = std::map<key, sums>; ///< In one order for all writers.

  void add(workspace_id in, timestamp at, counted_thing what, std::int64_t detail, std::int64_t count,
           money amount = {});
  counts of_days() const;
  void store_each();
  void store_together();

  connection& db_;
  std::int64_t lane_;
  counts of_hours_;
};

} // namespace paylink
