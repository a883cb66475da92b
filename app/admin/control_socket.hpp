#pragma once
#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace paylink {

/// Requests that take long, such as a check of the whole database: one at a time, beside the others.
struct lengthy_requests {
  std::function<bool(const std::string& request)> is_one;
  /// Answers on a thread of its own. Should stop when the daemon stops, or the client has gone.
  std::function<std::string(const std::string& request, const std::function<bool()>& should_stop)> answer;
  std::string answer_if_busy; ///< While another one is being answered.
};

/// The daemon's end of `control.sock` (mode 0600): one line of JSON in, one line out, one connection at a time, on its
/// own thread.
class control_socket {
public:
  /// Throws std::runtime_error if the socket cannot be created.
  control_socket(const std::filesystem::path& at, std::function<std::string(const std::string&)> answer,
                 lengthy_requests lengthy);
  ~control_socket();

private:
  void serve();
  void serve_one(int connection);
  void serve_lengthy(int connection, std::string request);
  std::filesystem::path path_;
  std::function<std::string(const std::string&)> answer_;
  int listener_ = -1;
  int wake_[2] = {-1, -1}; ///< Ends the thread.
  std::thread thread_;
  lengthy_requests lengthy_;
  std::thread lengthy_thread_; ///< Of the last lengthy request; used by the other thread, and by the destructor.
  std::atomic<bool> is_lengthy_running_ = false, is_ending_ = false;
};

/// Asks the daemon that listens there; none if there is none.
std::optional<std::string> ask_daemon(const std::filesystem::path& at, const std::string& request);

} // namespace paylink
