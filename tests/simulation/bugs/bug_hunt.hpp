#pragma once
#include <cstdint>

namespace paylink::simulation {

/// Plants each bug in turn, and looks for the first seed that finds it, from 1 to `seeds`. Prints what it finds; tells
/// how many bugs no seed has found.
int hunt(std::uint64_t seeds, int processes);

/// Plants those that PostgreSQL's statements for whole batches can make as well, and has the course of the failpoints
/// find each, on a server of its own: the schema depends on what is planted.
int hunt_on_server();

} // namespace paylink::simulation
