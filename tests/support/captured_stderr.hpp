#pragma once
#include <boost/test/unit_test.hpp>

#include <array>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace paylink::test {

/// Standard error goes into a pipe while this lives.
class captured_stderr {
public:
  captured_stderr() : real_{::dup(STDERR_FILENO)} {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error{"no pipe"};
    ::dup2(ends_[1], STDERR_FILENO);
    ::close(ends_[1]);
  }
  captured_stderr(const captured_stderr&) = delete;
  captured_stderr& operator=(const captured_stderr&) = delete;
  ~captured_stderr() {
    release();
    ::close(ends_[0]);
  }

  /// Gives standard error back, which ends the pipe.
  void release() {
    if (real_ < 0) return;
    ::dup2(real_, STDERR_FILENO);
    ::close(real_);
    real_ = -1;
  }

  /// The lines until the pipe ends.
  std::vector<std::string> read_lines() const {
    std::string text;
    std::array<char, 65'536> chunk{};
    for (auto got = ::read(ends_[0], chunk.data(), chunk.size()); got > 0;
         got = ::read(ends_[0], chunk.data(), chunk.size()))
      text.append(chunk.data(), static_cast<std::size_t>(got));
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
      const auto end = text.find('\n', at);
      BOOST_TEST_REQUIRE(end != std::string::npos);
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return lines;
  }

private:
  int real_;
  std::array<int, 2> ends_{};
};

} // namespace paylink::test
