#pragma once
#include "tests/simulation/integrators.hpp"
#include "tests/simulation/merchant.hpp"
#include "tests/simulation/order_desk.hpp"
#include "tests/simulation/statements.hpp"
#include "tests/simulation/store_faults.hpp"

#include <memory>

namespace paylink::simulation {

/// Everything of a run that a script acts on.
struct stage {
  world& in;
  shared_database& database;
  receivers& outside;
  cluster& nodes;
  store_faults& faults;
  bank& money;
  merchants& shops;
  order_desk& orders;
  integrators& developers;
  statements& papers;
  node_settings& settings; ///< Read whenever a node begins.
};

/// What happens in a run, written down instead of drawn.
class script {
public:
  virtual ~script() = default;
  virtual plan planned() const = 0;
  virtual std::unique_ptr<shared_database> open_database(world& in) = 0;
  /// Puts everything on the agenda, before the first node begins.
  virtual void begin(const stage& on) = 0;
};

} // namespace paylink::simulation
