#pragma once
#include "domain/values/time.hpp"
#include "sandbox/books/journal.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <queue>
#include <random>
#include <thread>
#include <variant>
#include <vector>

namespace paylink::sandbox {

/// Sends one notification, as JSON, to a feed; returns the acknowledgement, or why there is none.
using send_entry = std::function<std::variant<acknowledgement, std::string>(const notification&)>;

struct sender_timing {
  std::chrono::milliseconds first_wait{100};     ///< After a failure; doubled each time …
  std::chrono::milliseconds longest_wait{5'000}; ///< … up to this.
  std::chrono::milliseconds held_longest{3'000}; ///< How long an entry waits to be overtaken.
};

/// Notifies the service of every entry of the journal until it acknowledges, on its own thread.
///
/// Entries that are held back are sent in random order: after the next one that is not, or when their time is up.
class feed_sender {
public:
  /// Continues with the journal's unfinished entries. `send` runs on the sender's thread.
  feed_sender(journal& books, send_entry send, sender_timing timing = {});
  ~feed_sender(); ///< Finishes the current call, and leaves the rest to the next start.
  feed_sender(const feed_sender&) = delete;
  feed_sender& operator=(const feed_sender&) = delete;

  /// Books an entry; `done` is called once, on the sender's thread: when it is first acknowledged, or with its current
  /// state after its first failure. For an entry that is not sent at once, or never (`sends` is 0), it is called
  /// immediately. Throws std::runtime_error if it cannot be booked.
  void submit(notification content, int sends, std::chrono::milliseconds delay, bool is_held,
              std::function<void(const journal_entry&)> done);

  /// Shows the books as they stand; nothing is booked or acknowledged meanwhile. Thread-safe.
  void look(const std::function<void(const journal& books)>& at);

  /// All entries, newest first, as JSON; at most `limit`.
  std::string list(std::size_t limit);

private:
  using clock = std::chrono::steady_clock;
  struct job {
    clock::time_point due;
    std::uint64_t sequence; ///< Keeps the order of entries due at the same time.
    std::uint64_t number;
    bool operator<(const job& other) const { return due != other.due ? due > other.due : sequence > other.sequence; }
  };

  void schedule(std::uint64_t number, clock::time_point due);
  void release_held(clock::time_point now);
  void run();
  void send_one(std::unique_lock<std::mutex>& lock, std::uint64_t number);
  void settle(journal_entry& entry, std::variant<acknowledgement, std::string> outcome);

  journal& books_;
  send_entry send_;
  sender_timing timing_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<job> jobs_;
  std::vector<std::uint64_t> held_;
  clock::time_point held_until_{};
  std::uint64_t last_sequence_ = 0;
  std::map<std::uint64_t, std::function<void(const journal_entry&)>> waiting_; ///< By entry: the callback.
  std::mt19937_64 dice_{std::random_device{}()};
  bool is_stopping_ = false;
  std::thread thread_; ///< Last: it uses all of the above.
};

} // namespace paylink::sandbox
