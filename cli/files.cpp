#include "cli/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

namespace paylink::cli {

std::optional<std::string> read_file(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return std::nullopt;
  std::ifstream in{file, std::ios::binary};
  if (!in) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>{in}, {}};
  if (in.bad()) return std::nullopt;
  return text;
}

bool write_private_file(const std::filesystem::path& file, const std::string& text) {
  std::error_code failed;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failed);
  auto draft = file.string() + "." + std::to_string(::getpid());
  int handle = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (handle < 0) return false;
  bool is_whole =
      ::write(handle, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(handle) == 0;
  ::close(handle);
  if (is_whole && ::rename(draft.c_str(), file.c_str()) == 0) return true;
  ::unlink(draft.c_str());
  return false;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in{text};
  return {std::istream_iterator<std::string>{in}, {}};
}

} // namespace paylink::cli
