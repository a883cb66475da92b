#pragma once
#include <string_view>

namespace paylink {

/// Whether the account `a`, which is not connected, was superseded: its number has been connected as another account
/// since, whatever has become of that one. In a SELECT list, 0 or 1.
constexpr std::string_view is_superseded =
    "CASE WHEN a.state <> 'connected' AND a.superseded_at IS NOT NULL THEN 1 ELSE 0 END";

} // namespace paylink
