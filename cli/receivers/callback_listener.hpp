#pragma once
#include "cli/receivers/callback_check.hpp"
#include "cli/receivers/seen_events.hpp"
#include "cli/terminal.hpp"
#include "http/tools/local_receiver.hpp"

#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace paylink::cli {

/// How `listen` behaves.
struct listener_options {
  unsigned answer = 200; ///< For verified callbacks.
  bool hangs = false;    ///< Processes, and never answers.
  double loses = 0;      ///< The fraction whose answer is lost after processing.
  unsigned count = 0;    ///< Ends after that many distinct events; 0: never.
  bool as_json = false;
  std::string brand = "Service"; ///< The word in the header names.
};

/// A merchant's endpoint: checks each callback, processes an event once, and prints what it did.
class callback_listener {
public:
  callback_listener(listener_options options, std::vector<std::string> keys, seen_events& seen, terminal& at);

  /// Refuses callbacks that do not verify with 401, and other requests with 400, 404 or 405.
  receiver_conduct receive(const http_request& request, std::int64_t now);

  /// Whether `count` distinct events have arrived.
  bool is_complete() const { return options_.count != 0 && heard_.size() >= options_.count; }

private:
  struct callback;
  std::string read(const http_request& request, std::int64_t now, callback& out) const;
  receiver_conduct conduct_of(const callback& one);
  void print(const callback& one, const receiver_conduct& conduct);

  listener_options options_;
  std::string header_prefix_;
  std::vector<std::string> keys_;
  seen_events& seen_;
  terminal& at_;
  std::set<std::string> heard_;
  std::mt19937_64 dice_{std::random_device{}()};
};

} // namespace paylink::cli
