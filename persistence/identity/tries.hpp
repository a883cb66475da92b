#pragma once
#include "persistence/context/writing.hpp"

namespace paylink {

/// What became of tries, by key and minute. A key for which another transaction counts keeps its tries.
void settle_tries(writing& at, const settled_try& tried);

} // namespace paylink
