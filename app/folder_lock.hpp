#pragma once
#include <filesystem>
#include <string>

namespace paylink {

/// The lock of a data folder: one process at a time. It is released when the process ends, however that happens.
class folder_lock {
public:
  static constexpr const char* advice_of_service = "stop that process, or give this one its own folder with --data";

  /// Whether a process holds the lock.
  static bool is_held(const std::filesystem::path& folder);

  /// Throws std::runtime_error that names the folder, the process that holds it, and what to do.
  explicit folder_lock(const std::filesystem::path& folder, const char* advice = advice_of_service);
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;
  ~folder_lock();

  /// Distinguishes this folder from a copy of it, and this boot of the machine from the next: an earlier holder with
  /// the same fingerprint no longer has the lock.
  const std::string& print() const { return print_; }

private:
  int file_;
  std::string print_;
};

} // namespace paylink
