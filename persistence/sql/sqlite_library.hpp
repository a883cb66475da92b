#pragma once
#include <soci/soci.h>

namespace paylink {

/// Creates SQLite sessions. The first call configures SQLite for the whole process, which is possible only before its
/// first use, so every session must be created here. If something else was first, this is logged, and everything works
/// but slower.
const soci::backend_factory& sqlite_sessions();

} // namespace paylink
