#pragma once
#include "tests/persistence/store_world.hpp"

namespace paylink::test {

/// Fills the tables of a world, past the store: 200,000 transactions, half of them of its account, a delivery for each
/// second one, a thousand Workspaces. Keys to other tables are not asked for: what is looked at is how rows are found.
void grow_tables(const store_world& world);

} // namespace paylink::test
