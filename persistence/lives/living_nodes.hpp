#pragma once
#include <cstdint>
#include <string>

namespace paylink {

/// How many nodes live at a database that several may share, by the sign of life that each gives every other second;
/// 0 for a file, which belongs to one process. Throws `database_error`.
std::int64_t count_living_nodes(const std::string& url);

} // namespace paylink
