#pragma once
#include <string>

namespace paylink::planted {

/// A statement as somebody could have written it who made the planted mistake. Nothing of this is called in a build
/// without them.
std::string mistaken_sql(std::string sql);

/// A statement of the schema, without the key that stands in the way of `second_event_per_link`, `forgets_dedupe` or
/// `quota_counts_duplicates`.
std::string without_key(std::string sql);

} // namespace paylink::planted
