#pragma once
#include "persistence/store.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace paylink {

/// An open file, closed at the end; its lock goes with it. Throws `database_error`.
class descriptor {
public:
  descriptor(const std::filesystem::path& file, int flags) : number_{::open(file.c_str(), flags | O_CLOEXEC, 0600)} {
    if (number_ < 0) throw database_error{"cannot open " + file.string() + ": " + std::strerror(errno)};
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() { ::close(number_); }
  int number() const { return number_; }

private:
  int number_;
};

} // namespace paylink
