#pragma once
#include "tests/simulation/bank.hpp"

#include <deque>
#include <optional>
#include <set>
#include <string>

namespace paylink::simulation {

/// A bank account that nobody has connected yet. Money comes in on it all the while; both Workspaces begin to connect
/// it, and a transfer with one's text proves whose it is. One of them may give it up, or be evicted by the operator.
/// One of them has it in the end, with all that came before.
class contested_account {
public:
  contested_account(world& in, cluster& nodes, shared_database& database, bank& money)
      : world_{in}, nodes_{nodes}, database_{database}, bank_{money} {}

  /// Some runs have some. Drawn apart, so that what else a seed draws does not depend on it.
  void begin(std::uint64_t seed);
  bool has_open() const;
  /// When all has ended.
  void check_end() const;

private:
  static constexpr const char* feed = "MB";
  static constexpr const char* number = "0500000001";
  static constexpr int amount = 30'000;
  struct connection {
    std::size_t shop = 0;
    std::string account{}, text{}; ///< Empty until the first answer.
    bool is_open = false;          ///< A call about it has no answer yet.
    bool is_given_up = false;
    bool is_pretended = false;                       ///< Its text was paid in, and proves nothing any more.
    std::optional<std::int64_t> got_until_evicted{}; ///< None: the operator has not evicted it.
  };
  struct transfer {
    std::string source, content, occurred_at;
    bool is_debit = false;
    bool is_acknowledged = false;
  };

  void start(std::size_t which);
  void on_started(std::size_t which, const http_response* response);
  void give_up(std::size_t which);
  /// The operator ends one of them, whether it has the account or not: it gets nothing any more.
  void evict();
  void await_eviction(std::size_t which);
  /// By a transfer from the account, unless it has been given up.
  void prove(std::size_t which);
  /// A stranger pays into the account, with their own text: that proves nothing.
  void pretend(std::size_t which);
  /// One has given it up: the others prove that it is theirs, and the bank repeats what it has told of so far.
  void hand_on();
  /// Money comes in, or goes out, and is told of until that is acknowledged, perhaps more often. Returns its place.
  std::size_t pay(std::string content, bool is_debit = false);
  void tell(std::size_t index);
  void on_told(std::size_t index, const http_response* response);
  void check_reported(const transfer& one, const std::string& result) const;
  std::int64_t transactions_of(const transfer& one) const;
  /// That wait for somebody who connects the account, or for a Workspace that is suspended.
  std::int64_t kept_of(const transfer& one) const;
  std::int64_t connected() const;
  std::int64_t recorded_by(const connection& asked) const;
  std::int64_t held_by(const connection& asked) const;

  world& world_;
  cluster& nodes_;
  shared_database& database_;
  bank& bank_;
  std::deque<connection> connections_;
  std::deque<transfer> credits_;
  std::set<std::string> proofs_; ///< The texts that were transferred from the account.
};

} // namespace paylink::simulation
