#pragma once
#include "tests/persistence/store_world.hpp"

namespace paylink::test {

/// Replaces the counts of hours and days by those of the rows that there are now: a second way to count them.
void recount(const store_world& world);

} // namespace paylink::test
