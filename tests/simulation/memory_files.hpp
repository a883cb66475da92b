#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::simulation {

/// A disk in memory for SQLite, as its default VFS: what is written and not yet synced is lost with the power, in
/// parts; it can be full, be locked by somebody else, or fail. One for the whole process, used from one thread.
class memory_files {
public:
  /// What SQLite asks of the disk where it can fail; a fault answers with a result code of SQLite.
  enum class operation { write, sync, lock };

  static memory_files& disk();

  /// The content of all files, whole and synced.
  using image = std::map<std::string, std::string>;
  image copy() const;
  /// Replaces all files; nobody may have one open.
  void load(const image& files);

  /// The files as they are for a process that begins now: all writes (it was killed), or what the disk holds after the
  /// power went (each write that was not synced is there, or is not, or in part).
  image after_kill() const { return copy(); }
  image after_power_loss(const std::function<std::uint64_t(std::uint64_t)>& below) const;

  /// All bytes that any file holds.
  bool holds(std::string_view text) const;

  /// Asked before each operation: 0, or the code of SQLite that it fails with.
  std::function<int(operation)> fault;

  std::uint64_t syncs = 0;

private:
  memory_files();
  friend struct memory_file_methods;

  struct unsynced {
    std::size_t offset;
    std::string bytes;
    bool truncates = false; ///< To `offset`.
  };
  struct content {
    std::string data;    ///< As programs see it.
    std::string durable; ///< As of the last sync.
    std::vector<unsynced> pending;
    std::vector<std::string> shared; ///< Memory that connections share, in regions.
    std::vector<int> shared_locks;   ///< Of each of SQLite's eight: -1 exclusive, else how many share it.
    int readers = 0;                 ///< Connections with a shared lock or more.
    const void* reserved_by = nullptr;
    const void* exclusive_by = nullptr;
    void sync();
    static void apply(std::string& to, const unsynced& change, std::size_t length);
  };
  std::map<std::string, std::shared_ptr<content>> files_;
};

} // namespace paylink::simulation
