#include "app/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace paylink {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw std::runtime_error{file.string() + ": cannot be locked: " + std::generic_category().message(errno)};
}

std::string holder_of(int file) {
  std::array<char, 32> text{};
  const auto count = ::pread(file, text.data(), text.size(), 0);
  std::string process{text.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
  while (process.ends_with('\n')) process.pop_back();
  return process.empty() ? "another process" : "process " + process;
}

std::string this_run_of_the_machine() {
  std::string id;
  std::ifstream{"/proc/sys/kernel/random/boot_id"} >> id;
  return id;
}

} // namespace

bool folder_lock::is_held(const std::filesystem::path& folder) {
  const int file = ::open((folder / "lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool is_free = ::flock(file, LOCK_SH | LOCK_NB) == 0;
  ::close(file);
  return !is_free;
}

folder_lock::folder_lock(const std::filesystem::path& folder, const char* advice)
    : file_{::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)} {
  const auto path = folder / "lock";
  if (file_ < 0) fail(path);
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    const auto why = errno == EWOULDBLOCK
                         ? "the folder " + folder.string() + " is in use by " + holder_of(file_) + "; " + advice
                         : path.string() + ": cannot be locked: " + std::generic_category().message(errno);
    ::close(file_);
    throw std::runtime_error{why};
  }
  struct stat about{};
  const auto process = std::to_string(::getpid()) + "\n";
  if (::fstat(file_, &about) != 0 || ::ftruncate(file_, 0) != 0 ||
      ::pwrite(file_, process.data(), process.size(), 0) != static_cast<ssize_t>(process.size()))
    fail(path);
  print_ = this_run_of_the_machine() + "/" + std::to_string(about.st_dev) + "/" + std::to_string(about.st_ino);
}

folder_lock::~folder_lock() { ::close(file_); }

} // namespace paylink
