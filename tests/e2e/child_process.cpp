#include "tests/e2e/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>
#include <utility>

extern char** environ;

namespace paylink::test {

namespace {

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (auto& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& extra) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!extra.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : extra) all.push_back(name + "=" + value);
  return all;
}

} // namespace

child_process::child_process(const std::string& program, const std::vector<std::string>& arguments,
                             const std::map<std::string, std::string>& extra, const std::string& log_file) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  auto variables = environment_with(extra);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log_file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  const int failed = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, pointers_to(words).data(),
                                   pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error{program + " cannot be started"};
}

child_process::~child_process() {
  if (pid_ > 0) end(SIGKILL);
}

child_process::child_process(child_process&& other) noexcept : pid_{std::exchange(other.pid_, 0)} {}

child_process& child_process::operator=(child_process&& other) noexcept {
  if (this != &other) {
    if (pid_ > 0) end(SIGKILL);
    pid_ = std::exchange(other.pid_, 0);
  }
  return *this;
}

bool child_process::is_running() {
  if (pid_ <= 0) return false;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) == 0) return true;
  pid_ = 0;
  return false;
}

int child_process::end(int signal) {
  if (pid_ <= 0) return 0;
  int status = 0;
  ::kill(pid_, signal);
  ::waitpid(std::exchange(pid_, 0), &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

program_output run_program(const std::vector<std::string>& command, const std::string& input) {
  std::array<int, 2> in{}, out{};
  if (::pipe(in.data()) != 0 || ::pipe(out.data()) != 0) throw std::runtime_error{"no pipe"};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  for (int end : {in[0], in[1], out[0], out[1]}) posix_spawn_file_actions_addclose(&actions, end);
  auto words = command;
  pid_t pid = 0;
  const int failed = ::posix_spawnp(&pid, words[0].c_str(), &actions, nullptr, pointers_to(words).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  program_output result;
  if (failed == 0) {
    [[maybe_unused]] const auto written = ::write(in[1], input.data(), input.size());
    ::close(in[1]);
    std::array<char, 4096> chunk;
    for (ssize_t got = 0; (got = ::read(out[0], chunk.data(), chunk.size())) > 0;)
      result.text.append(chunk.data(), static_cast<std::size_t>(got));
    int status = 0;
    ::waitpid(pid, &status, 0);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  } else {
    ::close(in[1]);
    result.exit_code = 127;
  }
  ::close(out[0]);
  return result;
}

} // namespace paylink::test
