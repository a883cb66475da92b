#pragma once
#include <string>

namespace paylink {

/// The address for SOCI: `url` as libpq reads it (a URL of either scheme, or `host=… dbname=…`), with defaults for
/// timeouts and dead peers, and our name. It is a URL without spaces and with an `=`, since SOCI splits the text at
/// spaces and appends `=` to parts that have none. Throws `database_error` that contains no value of the text.
std::string postgresql_address(const std::string& url);

/// Whether the text has the form of a PostgreSQL address.
bool is_postgresql_address(const std::string& url);

} // namespace paylink
