#pragma once
#include <soci/soci.h>

namespace paylink {

/// Makes sessions of SQLite. The first call sets SQLite up for the whole process, which it allows only before anything
/// has used it: so every session of ours is made by this. Where something else came first, the log says so, and
/// everything works, slower.
const soci::backend_factory& sqlite_sessions();

} // namespace paylink
