#pragma once
#include "persistence/sql/connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Finds transactions whose text contains another, on SQLite, with the text index attached to the connection. Rows that
/// are not indexed yet, or not with their present text, are read one by one. Throws soci::soci_error if no index is
/// attached or it is damaged.
///
/// None if the index does not help: the text is shorter than three characters, or so frequent that reading backwards
/// finds a page soon.
std::optional<page<bank_transaction>> search_transactions(connection& db, const transaction_filter& filter);

} // namespace paylink
