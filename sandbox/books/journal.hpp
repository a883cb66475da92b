#pragma once
#include "sandbox/books/json_lines.hpp"
#include "sandbox/books/payment.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::sandbox {

/// The service's answer to one acknowledged notification.
struct acknowledgement {
  std::string at;     ///< RFC 3339.
  std::string result; ///< `recorded`, `duplicate`, …
  std::string transaction_id, reason;
};

/// The BIN and the main number of the account that a notification is about; empty if its entry does not say.
std::pair<std::string, std::string> account_of(const notification& content);

/// One entry of the bank's books, and its notifications.
struct journal_entry {
  std::uint64_t number = 0;
  notification content;
  std::string bin{}, account_number{}; ///< Of the main account; empty if the entry does not say.
  int sends = 1;                       ///< How many acknowledgements it needs; 0: it is lost, and never notified.
  std::int64_t due = 0;                ///< Unix milliseconds of the first notification.
  bool is_held = false;                ///< Waits for later ones to overtake it.
  std::vector<acknowledgement> answers;
  int failures = 0;         ///< Since the program started.
  std::string last_failure; ///< Empty: none.

  /// Nothing has been sent since the program started.
  bool is_waiting() const { return answers.empty() && failures == 0; }
  bool is_finished() const { return static_cast<int>(answers.size()) >= sends; }
};

/// The sandbox bank's books: an append-only file of JSON lines. Not thread-safe.
class journal {
public:
  /// Reads the file, or creates it with its folder; a last line that a crash cut short is ignored. Throws
  /// std::runtime_error if it cannot be used.
  explicit journal(const std::filesystem::path& file);

  /// Books a new entry, numbered after the last; on disk when it returns. Throws std::runtime_error if that fails.
  journal_entry& add(journal_entry entry);

  /// Records that the service acknowledged a notification of the entry. If this line is lost, the notification is only
  /// repeated once more.
  void acknowledge(journal_entry& entry, acknowledgement answer);

  /// By number, oldest first.
  std::map<std::uint64_t, journal_entry>& entries() { return entries_; }
  const std::map<std::uint64_t, journal_entry>& entries() const { return entries_; }

private:
  void replay(std::string_view line);

  std::map<std::uint64_t, journal_entry> entries_;
  json_lines file_; ///< Last: reading it fills the entries.
};

/// One entry as `GET /entries` and `POST /pay` show it.
std::string to_json(const journal_entry& entry);

} // namespace paylink::sandbox
