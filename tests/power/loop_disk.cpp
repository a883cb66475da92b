#include "tests/power/loop_disk.hpp"

#include "tests/e2e/child_process.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <fcntl.h>
#include <linux/loop.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace paylink::test {

namespace {

constexpr const char* maker = "/sbin/mkfs.ext4";
constexpr const char* loops = "/dev/loop-control";
constexpr std::uintmax_t disk_bytes = std::uintmax_t{4} << 30; // only what is written takes room

// The kernel's own header has these two from Linux 6.0 on.
constexpr unsigned long ext4_shutdown = _IOR('X', 125, std::uint32_t);
constexpr std::uint32_t without_flushing_the_journal = 2;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error{what + ": " + std::generic_category().message(errno)};
}

class descriptor {
public:
  descriptor(const std::filesystem::path& file, int flags) : number_{::open(file.c_str(), flags | O_CLOEXEC)} {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

private:
  int number_;
};

std::string name_of_free_loop() {
  const descriptor control{loops, O_RDWR};
  const int number = control.number() < 0 ? -1 : ::ioctl(control.number(), LOOP_CTL_GET_FREE);
  return number < 0 ? std::string{} : "/dev/loop" + std::to_string(number);
}

// A program that copied our mount with everything else of its surroundings would keep the disk alive through a cut.
bool has_mounts_of_its_own() {
  static const bool done = [] {
    if (::unshare(CLONE_NEWNS) != 0) return false;
    // Where a chroot hides the root of the mounts, its creator has seen to that.
    return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 || errno == EINVAL;
  }();
  return done;
}

} // namespace

std::string loop_disk::missing() {
  if (::geteuid() != 0) return "root";
  if (::access(maker, X_OK) != 0) return maker;
  const auto loop = name_of_free_loop();
  if (loop.empty()) return loops;
  // A container may have been given the devices that were there when it was made.
  if (::access(loop.c_str(), R_OK | W_OK) != 0) return loop;
  if (!has_mounts_of_its_own()) return "the right to mount";
  return {};
}

loop_disk::loop_disk()
    : folder_{test::make_scratch_folder_below(std::filesystem::temp_directory_path(), "paylink-power-")},
      root_{folder_ / "disk"} {
  if (!has_mounts_of_its_own()) fail("no mounts of its own");
  // PostgreSQL runs under another account, and passes through.
  std::filesystem::permissions(folder_, std::filesystem::perms{0755});
  std::filesystem::create_directory(root_);
  const auto image = folder_ / "image";
  std::ofstream{image};
  std::filesystem::resize_file(image, disk_bytes);
  if (run_program({maker, "-q", "-F", image.string()}, {}).exit_code != 0)
    throw std::runtime_error{std::string{maker} + " failed on " + image.string()};
  attach(image);
  std::filesystem::remove(image); // the device has it
  mount();
}

loop_disk::~loop_disk() {
  ::umount2(root_.c_str(), MNT_DETACH);
  ::close(opened_);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void loop_disk::attach(const std::filesystem::path& image) {
  const descriptor file{image, O_RDWR};
  if (file.number() < 0) fail("cannot open " + image.string());
  loop_config wanted{};
  wanted.fd = static_cast<std::uint32_t>(file.number());
  wanted.info.lo_flags = LO_FLAGS_AUTOCLEAR;
  // Somebody else may take the free one first.
  for (int tries = 0; tries < 100; ++tries) {
    device_ = name_of_free_loop();
    opened_ = ::open(device_.c_str(), O_RDWR | O_CLOEXEC);
    if (opened_ < 0) fail("cannot open " + device_);
    if (::ioctl(opened_, LOOP_CONFIGURE, &wanted) == 0) return;
    if (errno != EBUSY) fail("no loop device for " + image.string());
    ::close(opened_);
  }
  throw std::runtime_error{"every loop device was taken by somebody else"};
}

void loop_disk::mount() {
  if (::mount(device_.c_str(), root_.c_str(), "ext4", 0, nullptr) != 0) fail("cannot mount " + device_);
}

void loop_disk::unmount() {
  // What was killed lets its files go a moment later.
  const auto is_unmounted = [this] {
    const bool is_done = ::umount2(root_.c_str(), 0) == 0;
    if (!is_done && errno != EBUSY) fail("cannot unmount " + root_.string());
    return is_done;
  };
  if (!test::until(is_unmounted)) throw std::runtime_error{root_.string() + " is still in use"};
}

void loop_disk::sync() const {
  const descriptor root{root_, O_RDONLY | O_DIRECTORY};
  if (::syncfs(root.number()) != 0) fail("cannot sync " + root_.string());
}

void loop_disk::cut() const {
  const descriptor root{root_, O_RDONLY | O_DIRECTORY};
  auto how = without_flushing_the_journal;
  if (::ioctl(root.number(), ext4_shutdown, &how) != 0) fail("cannot cut the power of " + root_.string());
}

void loop_disk::restore() {
  unmount();
  mount();
}

} // namespace paylink::test
