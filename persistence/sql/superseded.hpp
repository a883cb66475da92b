#pragma once
#include <string_view>

namespace paylink {

/// Whether the account `a`, which is not connected, was superseded: its number has been connected as another account
/// since, whatever has become of that one. In a SELECT list, 0 or 1.
constexpr std::string_view is_superseded =
    "CASE WHEN a.state <> 'connected' AND a.superseded_at IS NOT NULL THEN 1 ELSE 0 END";

/// Whenever an account is connected: the accounts that had its number have it no more, until they are connected again.
constexpr const char* supersede_sql =
    "UPDATE bank_accounts SET superseded_at = :now WHERE number = (SELECT n.number FROM bank_accounts n WHERE n.row = "
    ":row) AND bin = (SELECT b.bin FROM bank_accounts b WHERE b.row = :of_row) AND (state || '') = 'disconnected'";

} // namespace paylink
