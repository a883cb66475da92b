#pragma once
#include "bench/load_options.hpp"
#include "bench/receivers.hpp"
#include "bench/seeded_store.hpp"
#include "tests/e2e/child_process.hpp"

#include <chrono>
#include <cstdint>
#include <map>

namespace paylink::load {

/// A program that takes credits and makes callbacks, with what is in its store.
struct subject {
  std::string name;
  std::string program;
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;
  std::uint16_t port = 0;
  std::string database;   ///< `sqlite://…` or `postgresql://…`.
  std::string count_left; ///< SQL: callbacks that are not acknowledged durably.
  seeded_store store;
};

/// Where a subject works.
struct workplace {
  std::filesystem::path folder;    ///< Its own, empty.
  std::string postgresql_database; ///< Empty: SQLite in the folder.
  std::filesystem::path authority; ///< Of the receivers' certificates; empty: they are plain.
};

/// Whether what the options name works on PostgreSQL.
bool needs_postgresql(const load_options& options);

/// Fills the store with links whose callbacks go to the receivers.
subject prepare_subject(const load_options& options, const workplace& place, const receivers& merchants);

/// A subject that has said it is ready; asked to end, and made to, when this goes.
class running_subject {
public:
  running_subject(const subject& started, const std::filesystem::path& log);
  ~running_subject();
  running_subject(const running_subject&) = delete;
  running_subject& operator=(const running_subject&) = delete;

  pid_t pid() const { return process_.pid(); }
  /// When it was started, and how long it then took to say that it is ready.
  std::chrono::steady_clock::time_point started_at() const { return started_at_; }
  std::chrono::duration<double, std::milli> time_to_ready() const { return time_to_ready_; }
  /// Ends it without a warning.
  void kill();

private:
  void wait_until_ready(const subject& started, const std::filesystem::path& log);

  std::chrono::steady_clock::time_point started_at_ = std::chrono::steady_clock::now();
  std::chrono::duration<double, std::milli> time_to_ready_{};
  test::child_process process_;
};

} // namespace paylink::load
