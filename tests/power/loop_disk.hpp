#pragma once
#include <filesystem>
#include <string>

namespace paylink::test {

/// An ext4 of its own, in a file behind a loop device, whose power can be cut. Only this process and those that it
/// starts see it: when they have ended, in whatever way, the kernel takes away the mount, the device and the file.
class loop_disk {
public:
  /// What this machine lacks to make one; empty where it can.
  static std::string missing();

  /// Throws std::runtime_error.
  loop_disk();
  ~loop_disk();
  loop_disk(const loop_disk&) = delete;
  loop_disk& operator=(const loop_disk&) = delete;

  /// Where it is mounted.
  const std::filesystem::path& root() const { return root_; }
  /// What was written until now survives every cut.
  void sync() const;
  /// From this moment on nothing reaches the disk: what was not synced is lost, and every read or write gets an error.
  void cut() const;
  /// Mounts what reached the disk. Everyone who used it must be ending; throws std::runtime_error if they do not.
  void restore();

private:
  void attach(const std::filesystem::path& image);
  void mount();
  void unmount();

  std::filesystem::path folder_;
  std::filesystem::path root_;
  std::string device_;
  int opened_ = -1; ///< The device, which would forget the file with its last user.
};

} // namespace paylink::test
