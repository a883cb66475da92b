#pragma once
#include "domain/values/time.hpp"
#include "http/tools/local_receiver.hpp"
#include "http/tools/received_event.hpp"

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::sandbox {

/// How the receiver answers whatever comes.
enum class answer_choice { ok, failing, missing, slow, closing };
inline constexpr std::array answer_choices{answer_choice::ok, answer_choice::failing, answer_choice::missing,
                                           answer_choice::slow, answer_choice::closing};
/// `200`, `500`, `404`, `slow`, `close`.
std::string_view to_text(answer_choice choice);
std::optional<answer_choice> parse_answer_choice(std::string_view text);

/// One request, as it came.
struct received_request {
  timestamp at;
  http_request request;
  bool is_too_large = false; ///< Then its body was not kept.
  answer_choice answered = answer_choice::ok;
};

/// A received request, checked as a merchant's endpoint should.
struct checked_request {
  const received_request* received;
  received_kind kind;
  received_event event; ///< `problem` says why it is not verified.
};

/// What the sandbox's receiver was sent, and how it answers: a merchant's endpoint that remembers the last requests and
/// misbehaves on demand. It answers the same whether a request verifies or not. For one thread.
class inbox {
public:
  static constexpr std::size_t requests_max = 50;
  static constexpr std::size_t body_bytes_max = 64 * 1024;
  static constexpr std::size_t keys_max = 20;
  static constexpr std::size_t key_size_max = 200;
  /// Longer than the service waits, unless it is told to wait longer.
  static constexpr std::chrono::seconds slow_time{35};

  /// `slow` is the time before an answer that comes too late.
  explicit inbox(std::chrono::milliseconds slow = slow_time) : slow_{slow} {}

  receiver_conduct receive(const http_request& request, timestamp now);

  void switch_to(answer_choice choice) { choice_ = choice; }
  answer_choice choice() const { return choice_; }

  /// Takes a signing key, or a webhook's secret or API key, to check with; the oldest of too many is forgotten. False
  /// if it cannot be one.
  bool add_key(std::string_view key);
  std::size_t keys() const { return keys_.size(); }

  void clear() { requests_.clear(); }

  /// Newest first, checked at their arrival with the keys that are known now, and those of the demo Workspaces.
  /// Valid until the next call.
  std::vector<checked_request> requests(std::span<const std::string> demo_keys) const;

private:
  std::chrono::milliseconds slow_;
  answer_choice choice_ = answer_choice::ok;
  std::deque<received_request> requests_; ///< Newest first.
  std::deque<std::string> keys_;
};

} // namespace paylink::sandbox
