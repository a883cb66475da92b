#pragma once
#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

namespace paylink::test {

/// All deliveries become so many days old, and the node purges what it does not keep so long.
inline void grow_old(virtual_node& node, int days) {
  const auto time = std::to_string(to_millis(node.clock.now() - std::chrono::days{days}));
  test::run_sql("sqlite://" + node.database_file(),
                "UPDATE deliveries SET created_at = " + time + ", finished_at = CASE WHEN state > 0 THEN " + time +
                    " END; UPDATE scheduled_jobs SET next_at = 0 WHERE name = 'retention'");
  node.advance(2min);
}

} // namespace paylink::test
