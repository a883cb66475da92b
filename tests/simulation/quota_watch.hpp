#pragma once
#include "tests/simulation/shared_database.hpp"

#include <map>
#include <string>
#include <utility>

namespace paylink::simulation {

/// What is counted for the notices of used quotas: each transaction once, in the month in which it is metered, however
/// late that is; and a quota that is crossed is notified.
class quota_watch {
public:
  /// Call before anything is counted.
  quota_watch(world& in, shared_database& database);

  void check_end();

private:
  using account_month = std::pair<std::string, std::string>;
  std::map<account_month, std::int64_t> counts();

  world& world_;
  shared_database& database_;
  std::map<account_month, std::int64_t> before_;
};

} // namespace paylink::simulation
