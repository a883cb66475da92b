#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace paylink::load {

/// Ordinary callers, as a background to something else.
struct steady_order {
  std::uint16_t port = 0;
  std::string create{};           ///< A complete request that makes a link.
  std::vector<std::string> looks; ///< Complete requests for pages, asked in turn.
  double rate = 100;              ///< Requests a second; 0: each is sent when the one before is answered.
  std::size_t create_every = 5;   ///< One in so many makes a link; 0: none does.
  int connections = 16;
};

/// What became of their requests.
struct steady_tally {
  std::vector<double> latencies_ms; ///< From the moment that a request was due (or sent) to the end of its answer.
  std::map<std::string, std::size_t> failed; ///< Answers other than 200 and 201, and what else went wrong.
};

/// Lets them call for so long. Each request is due at its time whatever went before, so that a stall is seen by all
/// who wait.
steady_tally call_steadily(const steady_order& order, std::chrono::milliseconds time);

/// Lets them make so many requests, at their rate or as fast as they are acknowledged.
steady_tally call_so_often(const steady_order& order, std::size_t requests);

} // namespace paylink::load
