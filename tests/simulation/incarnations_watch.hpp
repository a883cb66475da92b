#pragma once
#include "tests/simulation/cluster.hpp"

#include <set>

namespace paylink::simulation {

/// Whether those that are declared dead had fallen silent by themselves. That the database was away from everybody is
/// no reason.
class incarnations_watch {
public:
  incarnations_watch(world& in, shared_database& database, cluster& nodes)
      : world_{in}, database_{database}, nodes_{nodes} {}

  /// After a transaction that changed something.
  void look();

private:
  world& world_;
  shared_database& database_;
  cluster& nodes_;
  std::set<std::string> known_; ///< Incarnations that have ended.
};

} // namespace paylink::simulation
