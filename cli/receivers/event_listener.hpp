#pragma once
#include "cli/receivers/local_forwarder.hpp"
#include "cli/receivers/seen_events.hpp"
#include "cli/terminal.hpp"
#include "http/tools/local_receiver.hpp"
#include "http/tools/received_event.hpp"

#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <string>

namespace paylink::cli {

/// How `listen` behaves.
struct listener_options {
  unsigned answer = 200;    ///< For verified events.
  bool hangs = false;       ///< Processes, and never answers.
  double loses = 0;         ///< The fraction whose answer is lost after processing.
  unsigned count = 0;       ///< Ends after that many distinct events; 0: never.
  std::string forward_to{}; ///< An application on this machine, which answers instead; empty: none.
  bool as_json = false;
  std::string brand = "Service"; ///< The word in the header names.
};

/// A merchant's endpoint: checks each callback or webhook, processes an event once, and prints what it did.
class event_listener {
public:
  event_listener(listener_options options, receiver_keys keys, seen_events& seen, terminal& at);

  /// Refuses what does not verify with 401, and other requests with 400, 404 or 405.
  receiver_conduct receive(const http_request& request, std::int64_t now);

  /// Whether `count` distinct events have arrived.
  bool is_complete() const { return options_.count != 0 && heard_.size() >= options_.count; }

private:
  receiver_conduct conduct_of(const received_event& one, const http_request& request);
  receiver_conduct forward(const http_request& request);
  std::string_view describe(const received_event& one, const receiver_conduct& conduct) const;
  void print(const received_event& one, const receiver_conduct& conduct);

  listener_options options_;
  std::string header_prefix_;
  receiver_keys keys_;
  seen_events& seen_;
  terminal& at_;
  std::unique_ptr<local_forwarder> forwarder_;
  std::set<std::string> heard_;
  std::mt19937_64 dice_{std::random_device{}()};
};

} // namespace paylink::cli
