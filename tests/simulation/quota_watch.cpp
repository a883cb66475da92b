#include "tests/simulation/quota_watch.hpp"

#include <cstdlib>

namespace paylink::simulation {
namespace {

/// 80 % of the plan Free, which has the smallest quota, and which the first shops keep.
constexpr const char* unnotified_sql =
    "SELECT COUNT(*) FROM quota_counts q WHERE q.counted >= 24 AND q.noticed < 80 AND "
    "EXISTS (SELECT 1 FROM workspaces w "
    "WHERE w.owner_id = q.owner_id AND w.name IN ('first', 'second'))";

} // namespace

quota_watch::quota_watch(world& in, shared_database& database) : world_{in}, database_{database}, before_{counts()} {}

std::map<quota_watch::account_month, std::int64_t> quota_watch::counts() {
  std::map<account_month, std::int64_t> found;
  database_.rows().each<sql_text, sql_text, sql_number>("SELECT owner_id, month, counted FROM quota_counts",
                                                        [&](const auto& columns) {
                                                          const auto& [owner, month, counted] = columns.fields;
                                                          found[{owner.value, month.value}] = counted.value;
                                                        });
  return found;
}

void quota_watch::check_end() {
  if (world_.has_lost_rows) return;
  std::int64_t until = 0;
  database_.rows().each<sql_text>(
      "SELECT progress FROM scheduled_jobs WHERE name = 'quota_notices'",
      [&](const auto& columns) { until = std::atoll(column_at<0>(columns).value.c_str()); });
  auto expected = before_;
  database_.rows().each_of<sql_text, sql_text, sql_number>(
      "SELECT owner_id, month, COUNT(*) FROM usage WHERE transaction_row <= :until GROUP BY owner_id, month",
      [&](const auto& columns) {
        const auto& [owner, month, used] = columns.fields;
        expected[{owner.value, month.value}] += used.value;
      },
      until);
  const auto counted = counts();
  for (const auto& [of, used] : expected) {
    const auto found = counted.find(of);
    if (found == counted.end() || found->second != used)
      world_.violate("of " + std::to_string(used) + " transactions of " + of.second + " " +
                     std::to_string(found == counted.end() ? 0 : found->second) + " count for the notice of a quota");
  }
  if (const auto unnotified = database_.rows().count(unnotified_sql); unnotified != 0)
    world_.violate("a quota was crossed, and its owner is not notified (" + std::to_string(unnotified) + " rows)");
}

} // namespace paylink::simulation
