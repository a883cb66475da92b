#pragma once
#include "app/arguments.hpp"
#include "config/settings.hpp"

namespace paylink {

/// `paylinkd restore`: checks a copy of an SQLite database, brings it up to date and puts it in the place of the
/// folder's database; `--mark` alone: says that another program has restored the database. Either way events begin a
/// new epoch at the next start. Returns the exit code; throws std::runtime_error that says why nothing was changed.
int restore(const arguments& asked, const settings& values);

} // namespace paylink
