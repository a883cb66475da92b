#pragma once
#include <string>

namespace paylink {

/// What SOCI connects with: libpq's own reading of `url` (a URL of either scheme, or `host=… dbname=…`), what it does
/// not say about timeouts and dead peers, and our name. A URL without spaces and with an `=`, since SOCI takes the text
/// apart at the former and puts one behind what has none. Throws `database_error` without a value of the text.
std::string postgresql_address(const std::string& url);

/// Whether the text is an address of PostgreSQL by its form.
bool is_postgresql_address(const std::string& url);

} // namespace paylink
