#pragma once
#include "persistence/records/credit_records.hpp"
#include "persistence/sql/connection.hpp"

#include <span>

namespace paylink {

/// What `match_links` finds, on any connection, with one query for all references of a kind.
std::vector<link_match> match_credits(connection& db, std::span<const credit_clue> credits);

} // namespace paylink
