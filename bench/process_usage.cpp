#include "bench/process_usage.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace paylink::load {

namespace {

namespace fs = std::filesystem;

struct process_stat {
  pid_t parent = 0;
  double cpu_seconds = 0;
};

double seconds_of(unsigned long long ticks) {
  return static_cast<double>(ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// A file of /proc about a process; empty when the process is gone, even if it goes while the file is read.
std::string read_about(pid_t process, const char* file) {
  const std::ifstream in{"/proc/" + std::to_string(process) + "/" + file};
  std::ostringstream text;
  text << in.rdbuf(); // unlike an iterator over the stream, this does not throw when reading fails
  return text.str();
}

process_stat read_stat(pid_t process) {
  const auto text = read_about(process, "stat");
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields{text.substr(name_end + 1)};
  std::string skipped;
  process_stat stat;
  fields >> skipped >> stat.parent;
  for (int i = 0; i < 9; ++i) fields >> skipped;
  unsigned long long user = 0, system = 0, user_of_ended = 0, system_of_ended = 0;
  fields >> user >> system >> user_of_ended >> system_of_ended;
  stat.cpu_seconds = seconds_of(user + system + user_of_ended + system_of_ended);
  return stat;
}

std::multimap<pid_t, pid_t> children_by_parent() {
  std::multimap<pid_t, pid_t> children;
  for (const auto& entry : fs::directory_iterator{"/proc"}) {
    const auto name = entry.path().filename().string();
    if (!std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) continue;
    const auto process = static_cast<pid_t>(std::stol(name));
    children.emplace(read_stat(process).parent, process);
  }
  return children;
}

std::vector<pid_t> family_of(pid_t root) {
  const auto children = children_by_parent();
  std::vector<pid_t> family{root};
  for (std::size_t i = 0; i < family.size(); ++i) {
    const auto [first, last] = children.equal_range(family[i]);
    for (auto child = first; child != last; ++child) family.push_back(child->second);
  }
  return family;
}

std::size_t kib_after(const std::string& text, const std::string& name) {
  const auto at = text.find(name);
  return at == std::string::npos ? 0 : std::stoul(text.substr(at + name.size()));
}

} // namespace

double cpu_seconds(pid_t root) {
  double sum = 0;
  for (pid_t process : family_of(root)) sum += read_stat(process).cpu_seconds;
  return sum;
}

memory_use memory_of(pid_t root) {
  memory_use sum;
  for (pid_t process : family_of(root)) {
    const auto text = read_about(process, "smaps_rollup");
    sum.rss_kib += kib_after(text, "\nRss:");
    sum.pss_kib += kib_after(text, "\nPss:");
  }
  return sum;
}

std::size_t descriptors_of(pid_t process) {
  std::error_code gone;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator each{"/proc/" + std::to_string(process) + "/fd", gone}, end; each != end;
       each.increment(gone))
    ++count;
  return count;
}

double machine_cpu_seconds() {
  std::ifstream in{"/proc/stat"};
  std::string name;
  unsigned long long user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0;
  in >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts;
  return seconds_of(user + nice + system + interrupts + soft_interrupts);
}

double own_cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

memory_watch::memory_watch(pid_t root)
    : thread_{[this, root](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          const auto now = memory_of(root);
          rss_kib_ = std::max<std::size_t>(rss_kib_, now.rss_kib);
          pss_kib_ = std::max<std::size_t>(pss_kib_, now.pss_kib);
          descriptors_ = std::max<std::size_t>(descriptors_, descriptors_of(root));
          for (int i = 0; i < 10 && !stop.stop_requested(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds{50});
        }
      }} {}

memory_watch::~memory_watch() = default;

memory_use memory_watch::peak() const { return {rss_kib_, pss_kib_}; }

} // namespace paylink::load
