#pragma once
#include "persistence/sql/connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

class webhook_targets;

/// What reads are answered with, on a reader's connection.
struct reading {
  connection& db;
  webhook_targets& targets;
  bool has_text_index = false;      ///< SQLite's, attached to the connection.
  bool has_lost_text_index = false; ///< It could not be used: another connection may find it rebuilt.
};

} // namespace paylink
