#pragma once
#include <string_view>

namespace paylink {

/// Whether the number of the account `a`, which is not connected, is connected as another account: in a SELECT list, 0
/// or 1. A subquery uses its key whatever the planner knows about the table.
constexpr std::string_view is_connected_elsewhere =
    "CASE WHEN a.state <> 'connected' AND (SELECT c.row FROM bank_accounts c WHERE c.bin = a.bin AND c.number = "
    "a.number AND c.state = 'connected') IS NOT NULL THEN 1 ELSE 0 END";

} // namespace paylink
