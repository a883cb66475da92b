#pragma once
#include "actors/interfaces.hpp"

#include <filesystem>

namespace paylink {

/// What the maintenance works with.
struct care {
  const wall_clock& clock;
  database& rows;
  std::filesystem::path backups; ///< Folder of the copies; created if missing.
  int copies_kept = 7;           ///< 0: none are made.
};

/// Checks the database for damage and copies it, every night at three in Vietnam.
/// Owns:       one timer.
/// Receives:   nightly_due.
/// Sends to:   only the log.
/// Guarantees: a copy gets its name only when it is complete and on disk; only copies that it has named are removed.
///
/// Detached in the composition root, since both take long for a large database.
struct maintenance_state {
  maintenance_state(maintenance_actor::pointer owner) : self{owner} {}
  static inline const char* name = "maintenance";

  void wait_for_night();
  void work();

  maintenance_actor::pointer self;
  std::optional<care> of;
};

maintenance_actor::behavior_type maintenance_behavior(maintenance_actor::stateful_pointer<maintenance_state> self,
                                                      care of);

/// Copies the database into the folder, named by the time, and removes the oldest copies beyond `copies_kept` (at least
/// one). Returns the copy's path; empty if the database is backed up by other means. Throws `database_error`, or what
/// the file system throws.
std::filesystem::path make_backup(const care& of);

} // namespace paylink
