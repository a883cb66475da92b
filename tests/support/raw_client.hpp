#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink {

/// An answer as it came over the wire.
struct raw_answer {
  unsigned status = 0;
  std::string head;                                         ///< Status line and headers.
  std::vector<std::pair<std::string, std::string>> headers; ///< Names in lower case.
  std::string body;

  std::string_view header(std::string_view lower_case_name) const; ///< Empty when absent.
};

/// A TCP client that sends exactly the bytes it is told to. Every wait ends at the deadline with a std::runtime_error,
/// so a server that hangs fails the test instead of stopping it.
class raw_client {
public:
  explicit raw_client(std::uint16_t port, std::chrono::milliseconds deadline = std::chrono::seconds{20});
  ~raw_client();
  raw_client(raw_client&& other) noexcept;
  raw_client(const raw_client&) = delete;
  raw_client& operator=(const raw_client&) = delete;

  /// False when the server closed the connection before it took everything.
  bool send(std::string_view bytes);
  raw_answer ask(std::string_view bytes, bool is_for_head = false);

  /// Reads one answer, its body by Content-Length or in chunks; not even a header: throws.
  raw_answer read_answer(bool is_for_head = false);
  raw_answer read_head();
  /// Reads until `marker` has come, and returns everything up to its end.
  std::string read_until(std::string_view marker);
  std::string read(std::size_t size);
  /// Reads until the server closes; a reset counts as one.
  std::string read_to_end();
  bool has_data(std::chrono::milliseconds within);

  void finish_sending();
  void shrink_receive_buffer(); ///< So that a server's writes stall soon.
  void close();

private:
  bool receive(); ///< False at the end.
  void wait_for(short events);

  int socket_ = -1;
  std::chrono::steady_clock::time_point deadline_;
  std::string unread_;
};

} // namespace paylink
