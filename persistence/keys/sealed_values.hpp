#pragma once
#include "persistence/records/key_records.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// The same as `answer`, on any connection.
page<sealed_value> list_sealed_rows(connection& db, const list_sealed_values& wanted);

} // namespace paylink
