#pragma once
#include <filesystem>
#include <string>

namespace paylink {

/// The lock of a data folder: one process at a time. It goes with the process, however that ends.
class folder_lock {
public:
  /// Throws std::runtime_error naming the folder, and the process that has it.
  explicit folder_lock(const std::filesystem::path& folder);
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;
  ~folder_lock();

  /// What tells this folder from a copy of it, and this run of the machine from the next: who had the lock under the
  /// same print has it no more.
  const std::string& print() const { return print_; }

private:
  int file_;
  std::string print_;
};

} // namespace paylink
