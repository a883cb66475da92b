#include "tests/support/scratch_folder.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace paylink::test {
namespace {

constexpr std::uintmax_t room_wanted = 1u << 30; // a container's default of 64 MiB is too little for PostgreSQL

std::filesystem::path base_folder() {
  const std::filesystem::path memory{"/dev/shm"};
  std::error_code failed;
  const auto room = std::filesystem::space(memory, failed);
  const bool is_usable = !failed && room.available >= room_wanted && ::access(memory.c_str(), W_OK | X_OK) == 0;
  return is_usable ? memory : std::filesystem::temp_directory_path();
}

/// The process in `paylink-store-4711-aB3dE9`; none: the folder is not one of ours.
std::optional<pid_t> maker_of(std::string_view name) {
  const auto last = name.rfind('-');
  if (!name.starts_with("paylink-") || last == name.npos || name.size() - last != 7) return std::nullopt;
  const auto digits = name.substr(0, last).substr(name.rfind('-', last - 1) + 1);
  pid_t process = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), process);
  if (failed != std::errc{} || end != digits.data() + digits.size() || process <= 0) return std::nullopt;
  return process;
}

/// Removes what programs that were killed have left: in memory, a few such runs would leave none for the next.
void remove_orphans(const std::filesystem::path& below) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{below, ignored}) {
    const auto maker = maker_of(entry.path().filename().string());
    if (maker && ::kill(*maker, 0) != 0 && errno == ESRCH) std::filesystem::remove_all(entry.path(), ignored);
  }
}

} // namespace

std::filesystem::path make_scratch_folder(std::string_view prefix) {
  static const bool is_swept = (remove_orphans(base_folder()), true);
  static_cast<void>(is_swept);
  return make_scratch_folder_below(base_folder(), prefix);
}

std::filesystem::path make_scratch_folder_below(const std::filesystem::path& below, std::string_view prefix) {
  std::string pattern = (below / prefix).string() + std::to_string(::getpid()) + "-XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"cannot make a folder like " + pattern};
  return pattern;
}

} // namespace paylink::test
