#include "tests/support/scratch_folder.hpp"

#include <cstdlib>
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

} // namespace

std::filesystem::path make_scratch_folder(std::string_view prefix) {
  return make_scratch_folder_below(base_folder(), prefix);
}

std::filesystem::path make_scratch_folder_below(const std::filesystem::path& below, std::string_view prefix) {
  std::string pattern = (below / prefix).string() + "XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"cannot make a folder like " + pattern};
  return pattern;
}

} // namespace paylink::test
