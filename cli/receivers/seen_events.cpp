#include "cli/receivers/seen_events.hpp"

#include "cli/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace paylink::cli {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw std::runtime_error{file.string() + ": " + std::generic_category().message(errno)};
}

} // namespace

seen_events::seen_events(const std::filesystem::path& file) : file_{file} {
  std::error_code ignored;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  handle_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (handle_ < 0) fail(file);
  auto text = read_file(file).value_or("");
  for (auto& id : words(text)) ids_.insert(std::move(id));
  // Ends a line that a crash cut short, so that the next id gets its own line.
  if (!text.empty() && text.back() != '\n' && ::write(handle_, "\n", 1) != 1) {
    ::close(handle_);
    fail(file);
  }
}

seen_events::~seen_events() { ::close(handle_); }

void seen_events::add(std::string_view id) {
  if (contains(id)) return;
  std::string line{id};
  line += '\n';
  if (::write(handle_, line.data(), line.size()) != static_cast<ssize_t>(line.size()) || ::fdatasync(handle_) != 0)
    fail(file_);
  ids_.emplace(id);
}

} // namespace paylink::cli
