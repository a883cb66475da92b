#include "sandbox/books/json_lines.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace paylink::sandbox {
namespace {

[[noreturn]] void fail_with(const std::filesystem::path& file, int error) {
  throw std::runtime_error{file.string() + ": " + std::generic_category().message(error)};
}

} // namespace

json_lines::json_lines(const std::filesystem::path& file, const std::function<void(std::string_view)>& take)
    : file_{file} {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  std::ifstream in{file, std::ios::binary};
  for (std::string line; std::getline(in, line) && !in.eof();) {
    try {
      take(line);
    } catch (const std::exception&) {
      throw std::runtime_error{file_.string() + ": a line does not belong to this file"};
    }
    size_ += line.size() + 1;
  }
  handle_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (handle_ < 0) fail_with(file, errno);
  // Removes the rest of a line that a crash cut short, so that the next one is complete.
  if (::ftruncate(handle_, static_cast<off_t>(size_)) != 0) {
    const int error = errno;
    ::close(handle_);
    fail_with(file, error);
  }
}

json_lines::~json_lines() { ::close(handle_); }

void json_lines::append(std::string line, bool to_disk) {
  line += '\n';
  const auto written = ::write(handle_, line.data(), line.size());
  const bool is_whole = written == static_cast<ssize_t>(line.size());
  if (is_whole && (!to_disk || ::fdatasync(handle_) == 0)) {
    size_ += line.size();
    return;
  }
  const int error = written >= 0 && !is_whole ? ENOSPC : errno;
  // Half a line would spoil the next one; if this fails too, the next start says so.
  if (::ftruncate(handle_, static_cast<off_t>(size_)) != 0) fail_with(file_, errno);
  fail_with(file_, error);
}

} // namespace paylink::sandbox
