#pragma once
#include "persistence/deliveries/new_delivery.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// Stores a single delivery, and returns the new row's number. (Those of a batch of credits are stored together on
/// PostgreSQL.) `transaction_row` is 0 if no transaction has raised it.
std::optional<std::int64_t> insert_delivery(connection& db, const new_delivery& made, std::int64_t transaction_row);

} // namespace paylink
