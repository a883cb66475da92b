#pragma once
#include "actors/interfaces.hpp"

#include <filesystem>

namespace paylink {

/// What the caretaker looks after.
struct care {
  const wall_clock& clock;
  database& rows;
  std::filesystem::path backups; ///< Folder of the copies; made when it is not there.
  int copies_kept = 7;           ///< 0: none are made.
};

/// Looks the database through and copies it, every night at three in Vietnam.
/// Owns:  one timer.
/// Hears: night_fallen.
/// Tells: nobody; the log.
/// Keeps: a copy has its name only when it is whole and on disk; only copies of its own naming are removed.
///
/// Detached in the composition root, since both take as long as the database is large.
struct caretaker_state {
  caretaker_state(caretaker_actor::pointer owner) : self{owner} {}
  static inline const char* name = "caretaker";

  void wait_for_night();
  void work();

  caretaker_actor::pointer self;
  std::optional<care> of;
};

caretaker_actor::behavior_type caretaker_behavior(caretaker_actor::stateful_pointer<caretaker_state> self, care of);

/// Copies the database into the folder, under the moment's name, and removes the oldest copies but `copies_kept` (at
/// least one). Returns the copy; empty where the database has means of its own. Throws `database_error`, or what the
/// file system throws.
std::filesystem::path make_backup(const care& of);

} // namespace paylink
