#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace paylink {

/// The daemon's end of `control.sock` (mode 0600): one line of JSON in, one line out, one connection at a time, on its
/// own thread.
class control_socket {
public:
  /// Throws std::runtime_error if the socket cannot be created.
  control_socket(const std::filesystem::path& at, std::function<std::string(const std::string&)> answer);
  ~control_socket();

private:
  void serve();
  void serve_one(int connection);
  std::filesystem::path path_;
  std::function<std::string(const std::string&)> answer_;
  int listener_ = -1;
  int wake_[2] = {-1, -1}; ///< Ends the thread.
  std::thread thread_;
};

/// Asks the daemon that listens there; none if there is none.
std::optional<std::string> ask_daemon(const std::filesystem::path& at, const std::string& request);

} // namespace paylink
