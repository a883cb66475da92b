#include "secrets/random.hpp"

#include <openssl/crypto.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace paylink {
namespace {

void fill_from_system(std::span<std::byte> out) {
  while (!out.empty()) {
    const auto got = ::getrandom(out.data(), out.size(), 0);
    if (got < 0) {
      if (errno == EINTR) continue;
      throw std::system_error{errno, std::generic_category(), "getrandom"};
    }
    out = out.subspan(static_cast<std::size_t>(got));
  }
}

/// Bytes fetched in advance, since a system call per id would cost more than the id. Every byte is used once and then
/// wiped, so that memory never contains used bytes.
class reserve {
public:
  reserve() = default;
  reserve(const reserve&) = delete;
  reserve& operator=(const reserve&) = delete;
  ~reserve() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

  void take(std::span<std::byte> out) {
    if (bytes_.size() - used_ < out.size()) {
      fill_from_system(bytes_);
      used_ = 0;
    }
    auto* from = bytes_.data() + used_;
    std::memcpy(out.data(), from, out.size());
    OPENSSL_cleanse(from, out.size());
    used_ += out.size();
  }

  static constexpr std::size_t size = 1'024;

private:
  std::array<std::byte, size> bytes_{};
  std::size_t used_ = size;
};

} // namespace

void system_random::fill(std::span<std::byte> out) {
  if (out.empty()) return;
  if (out.size() > reserve::size / 4) return fill_from_system(out);
  thread_local reserve mine; // One a thread: no lock, and no two threads can be given the same byte.
  mine.take(out);
}

} // namespace paylink
