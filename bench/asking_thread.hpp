#pragma once
#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <map>
#include <thread>

namespace paylink::load {

/// A thread that asks the service until it is ended. A class that derives from it spawns its calls on `io`, then
/// begins, and ends it in its destructor, because the calls use its members.
class asking_thread {
public:
  asking_thread() = default;
  asking_thread(const asking_thread&) = delete;
  asking_thread& operator=(const asking_thread&) = delete;

  /// How the calls were answered, by status (0: not at all). Ends every call that is under way.
  const std::map<unsigned, std::size_t>& end() {
    io.stop();
    if (thread_.joinable()) thread_.join();
    return answers;
  }

protected:
  ~asking_thread() = default;
  void begin() {
    thread_ = std::thread{[this] { io.run(); }};
  }

  boost::asio::io_context io{1};
  std::map<unsigned, std::size_t> answers;

private:
  std::thread thread_;
};

} // namespace paylink::load
