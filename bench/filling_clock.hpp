#pragma once
#include "domain/values/time.hpp"

#include <filesystem>
#include <optional>

namespace paylink::load {

/// The clock while a store is filled: the system's, or one that stands at a given time, so that the store's own writer
/// writes what happened in the past. A PostgreSQL decides by its own clock, so this one takes the place of it in the
/// database that is filled, for all connections that are made meanwhile; that needs a superuser on this machine.
class filling_clock final : public wall_clock {
public:
  /// `database` is the URL of the database that is filled.
  explicit filling_clock(std::string database) : database_{std::move(database)} {}

  timestamp now() const override { return stands_at_ ? *stands_at_ : system_.now(); }
  /// Moves with the time: for the writer, the clock was never moved.
  std::chrono::milliseconds uptime() const override { return stands_at_ ? now().time_since_epoch() : system_.uptime(); }

  /// Stands at a time, which is a whole second; call it before the writer is opened, and then only with later times.
  void put(timestamp at);
  /// Tells the system's time again. What was connected to a PostgreSQL until now must not be used any more.
  void let_go();

private:
  void replace_server_clock();

  std::string database_;
  system_wall_clock system_;
  std::optional<timestamp> stands_at_;
  std::filesystem::path server_file_; ///< Where a PostgreSQL reads the time; empty: it has its own.
};

} // namespace paylink::load
