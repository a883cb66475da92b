#pragma once
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace paylink::test {

/// A program of ours in a process of its own; ended by its id when it goes out of scope.
class child_process {
public:
  child_process() = default;
  /// `extra` is added to the environment. Output goes to `log_file`, behind what is there.
  child_process(const std::string& program, const std::vector<std::string>& arguments,
                const std::map<std::string, std::string>& extra, const std::string& log_file);
  ~child_process();
  child_process(child_process&& other) noexcept;
  child_process& operator=(child_process&& other) noexcept;

  bool is_running();
  /// Sends the signal and waits for the end; the exit code, or minus the signal.
  int end(int signal);
  pid_t pid() const { return pid_; }

private:
  pid_t pid_ = 0;
};

/// Runs a program to its end with this standard input; its output, and its exit code.
struct program_output {
  std::string text;
  int exit_code = 0;
};
program_output run_program(const std::vector<std::string>& command, const std::string& input);

} // namespace paylink::test
