#pragma once
#include "bench/ledger.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace paylink::load {

/// How a bank pays.
struct bank_order {
  std::uint16_t port = 0; ///< Of the service, on 127.0.0.1.
  std::string feed_secret, account_number;
  int concurrency = 1;
  int entries_a_request = 1; ///< The rate counts requests.
  double rate = 0;           ///< Credits a second; 0: as fast as acknowledged.
  std::chrono::seconds time{60};
  std::vector<std::size_t> positions; ///< Of the links to pay, in order.
};

/// What became of the credits.
struct bank_tally {
  std::size_t sent = 0;
  /// Answers that were not 200 with `recorded`, by what they were.
  std::map<std::string, std::size_t> refusals;
};

/// Sends one signed feed entry for each link over kept connections, and notes in the ledger when each was due and when
/// it was answered. Returns when the last answer is in, the time is up, or the program is interrupted.
bank_tally pay_links(const bank_order& order, ledger& book);

} // namespace paylink::load
