#pragma once
#include "actors/delivery_window.hpp"
#include "actors/incarnation_pulse.hpp"
#include "actors/interfaces.hpp"
#include "api/changes/change_board.hpp"
#include "domain/deliveries/attempt_seal.hpp"
#include "domain/links/link_rules.hpp"
#include "http/outbound/outbound_client.hpp"
#include "persistence/incarnation_book.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace paylink {

/// What the actors of a node share: the interfaces to time, randomness and the outside world, and configured values. It
/// outlives every actor.
struct node_environment {
  const wall_clock& clock;
  random_source& random;
  outbound_sender& outbound;
  attempt_signer& signer;
  delivery_window& window;
  /// Sends a link's new status to its open pages; thread-safe.
  std::function<void(const std::string& public_id, link_status status)> publish_status;
  change_board& changes;
  /// Sends an event to the streams of a topic, or ends them; thread-safe.
  std::function<void(const std::string& topic, const std::string& text)> publish_event;
  std::function<void(const std::string& topic)> end_streams;
  retry_policy retries;
  int slots_per_destination = 8;
  int slots_in_all = 2'048;
  int waiting_jobs_max = 4'096; ///< Jobs that stay in memory between two attempts.
  std::shared_ptr<incarnation_pulse> pulse = std::make_shared<incarnation_pulse>();
  incarnation_book* incarnations = nullptr; ///< Of the node's folder; null: it keeps none.
};

/// Readers in turn. Thread-safe.
class reader_choice {
public:
  explicit reader_choice(std::vector<reader_actor> readers) : readers_{std::move(readers)} {}
  const reader_actor& next() { return readers_[turn_++ % readers_.size()]; }

private:
  std::vector<reader_actor> readers_;
  std::atomic<std::size_t> turn_ = 0;
};

} // namespace paylink
