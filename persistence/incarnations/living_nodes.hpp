#pragma once
#include <cstdint>
#include <string>

namespace paylink {

/// How many nodes use a shared database, by the heartbeat that each writes every two seconds; 0 for a file, which
/// belongs to one process. Throws `database_error`.
std::int64_t count_living_nodes(const std::string& url);

} // namespace paylink
