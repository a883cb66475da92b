#pragma once
#include "persistence/sql/connection.hpp"

namespace paylink {

/// Whether there is a Workspace that is not deleted; it is kept so until the transaction ends, since a deletion ends
/// only what it can see.
bool keep_workspace(connection& db, std::string_view id);

} // namespace paylink
