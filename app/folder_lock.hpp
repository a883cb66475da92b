#pragma once
#include <filesystem>
#include <string>

namespace paylink {

/// The lock of a data folder: one process at a time. It goes with the process, however that ends.
class folder_lock {
public:
  static constexpr const char* advice_of_service = "stop that process, or give this one its own folder with --data";

  /// Whether a process has the folder.
  static bool is_held(const std::filesystem::path& folder);

  /// Throws std::runtime_error naming the folder, the process that has it, and what to do.
  explicit folder_lock(const std::filesystem::path& folder, const char* advice = advice_of_service);
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
