#pragma once
#include "domain/values/random_source.hpp"
#include "domain/values/time.hpp"
#include "sandbox/books/description.hpp"
#include "sandbox/books/json_lines.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink::sandbox {

enum class connection_state { pending, connected, lapsed };
std::string_view to_text(connection_state state);

/// An account's connection with the service, as the bank keeps it.
struct connection {
  struct virtual_number {
    std::string number, name;
    bool is_closed = false;
  };
  std::string id;
  std::string feed; ///< Code of the connector it was made at: the bank's, or the switch's.
  std::string bin;  ///< Of the account's bank.
  std::string account_number, holder_name;
  connection_state state = connection_state::pending;
  std::string otp; ///< The one that is waited for; empty: none.
  timestamp otp_ends{};
  std::vector<virtual_number> virtual_numbers;
};

/// What a call with an Idempotency-Key was answered.
struct kept_answer {
  std::string feed, key, target;
  unsigned status = 0;
  std::string body;
};

/// The bank's connections, their virtual numbers and OTPs, and its answers to repeated calls: an append-only file of
/// JSON lines. Thread-safe.
class connection_book {
public:
  /// Throws std::runtime_error if the file cannot be used.
  explicit connection_book(const std::filesystem::path& file);

  /// None if the connector `feed` has no such connection. The accounts of `service` are connections, too, as
  /// `demo-<account number>`.
  std::optional<connection> find(std::string_view feed, std::string_view id, const description& service) const;
  /// Stores the connection as it is now, the answer, or both; on disk when it returns. Throws std::runtime_error.
  void keep(const connection* changed, const kept_answer* answer);
  std::optional<kept_answer> answer_to(std::string_view feed, std::string_view key, std::string_view target) const;

  /// Those that wait for an OTP that is still valid, the newest OTP first.
  std::vector<connection> waiting(timestamp now) const;
  /// The service's accounts, and in front of them those that are connected here, newest first, with the numbers issued
  /// here.
  description with_accounts(description service) const;
  /// Whether all connections of the account have ended, so that the bank no longer reports what it books. The accounts
  /// of `service` are connected until told otherwise.
  bool is_silent(std::string_view bin, std::string_view account_number, const description& service) const;
  /// A virtual number as the bank (or `PL…`, for banks without a form of their own) issues them, given to nobody yet.
  std::string issue_number(std::string_view bank, const description& service, random_source& random) const;

private:
  void replay(std::string_view line);
  void take(kept_answer answer);
  void take(connection one);
  bool is_issued(std::string_view number, const description& service) const;

  mutable std::mutex mutex_;
  std::vector<connection> connections_; ///< Last changed last.
  std::map<std::string, kept_answer> answers_;
  std::deque<std::string> answer_order_; ///< Keys of `answers_`, oldest first.
  json_lines file_;                      ///< Last: reading it fills the above.
};

/// An array of what waits for an OTP, as `GET /connections` shows it.
std::string to_json(const std::vector<connection>& waiting);

/// Six digits.
std::string make_otp(random_source& random);

} // namespace paylink::sandbox
