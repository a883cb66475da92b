#pragma once
#include <string>

namespace paylink::planted {

/// A statement as somebody could have written it who made the planted mistake. Nothing of this is called in a build
/// without them.
std::string mistaken_sql(std::string sql);

} // namespace paylink::planted
