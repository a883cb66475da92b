#include "bench/cold_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>

namespace paylink::load {

namespace {

// What is not on the disk yet would stay.
void forget_file(const std::filesystem::path& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) throw std::runtime_error{"cannot open " + file.string()};
  const bool is_done = ::fdatasync(opened) == 0 && ::posix_fadvise(opened, 0, 0, POSIX_FADV_DONTNEED) == 0;
  ::close(opened);
  if (!is_done) throw std::runtime_error{"the machine does not forget " + file.string()};
}

} // namespace

void forget_files_below(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
    if (entry.is_regular_file()) forget_file(entry.path());
}

} // namespace paylink::load
