#pragma once
#include "actors/node/node_actors.hpp"
#include "actors/node_environment.hpp"
#include "tests/simulation/shared_database.hpp"
#include "tests/simulation/world.hpp"
#include "tests/support/remembered_incarnations.hpp"

#include <caf/all.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <functional>
#include <memory>
#include <set>
#include <string>

namespace paylink::simulation {

class receivers;

/// What an operator has set, as a node reads it when an incarnation begins.
struct node_settings {
  retry_policy retries{};
  std::set<std::string, std::less<>> open_feeds{"MB", "NAPAS"};
};

/// What a run's nodes have in common and keep over their incarnations.
struct common_parts {
  world& in;
  shared_database& database;
  receivers& outside;
  const master_keys& keys;
  const node_settings& settings;
};

/// One node: the real actors over the real store, stepped one message at a time. A node has one incarnation after
/// another; what belongs to an incarnation that has ended reaches nobody.
class node {
public:
  using answer = std::function<void(const http_response&)>;

  node(const common_parts& parts, int number);
  ~node();

  int number() const { return number_; }
  bool is_running() const { return incarnation_ != nullptr; }
  /// Whether what it does counts: it runs, and neither was killed nor is ending.
  bool is_alive() const;
  /// Whether it stands still: nothing in it moves, though it is not dead.
  bool is_frozen() const { return is_running() && frozen_until_ > parts_.in.elapsed; }
  void freeze_until(milliseconds when) {
    frozen_until_ = when;
    hindered_until = std::max(hindered_until, when);
  }
  /// Waits in the middle of a step: nothing else in it moves.
  bool is_waiting = false;
  bool can_move() const { return is_running() && !is_frozen() && !is_waiting; }
  milliseconds frozen_until() const { return frozen_until_; }

  void start();
  /// Ends as SIGKILL does.
  void kill();
  /// Says that it is about to end, and takes calls as before.
  void begin_drain();
  /// Ends as SIGTERM does: takes no call any more, and lets those that are here and deliveries in flight end first.
  void begin_stop();
  bool is_draining() const { return is_draining_; }
  bool is_stopping() const { return is_stopping_; }
  /// Whether it has ended with calls that waited too long for their answers.
  bool has_given_up_calls() const { return has_given_up_calls_; }
  /// Whether it may end now; and its end.
  bool has_stopped() const;
  void finish_stop();

  /// Marks it as killed by what is thrown next: nothing that it still does reaches anybody.
  void doom();
  bool is_doomed() const { return is_doomed_; }

  std::size_t jobs() const;
  /// Handles one message of the actor that stands at `which` in the queue.
  void step(std::size_t which);
  std::optional<milliseconds> next_timer() const;
  void fire_timers();

  /// Sends a request through the front door; the answer may never come.
  void call(http_request request, answer done);
  /// Hands a command to the store as an administrator's tool does, past the front door.
  void apply(write_command command);

  skewed_clock clock;
  clock_of_lists list_clock{clock};
  test::remembered_incarnations incarnations_of_folder;
  /// The last moment at which something of its own kept it from showing itself: it stood still, was cut off, or began.
  milliseconds hindered_until{0};
  std::string name() const { return "node-" + std::to_string(number_); }
  std::uint64_t incarnations = 0;

private:
  struct incarnation;
  void end_incarnation(caf::exit_reason how);
  void tell_time();
  void give_up_calls(int count);

  common_parts parts_;
  int number_;
  milliseconds frozen_until_{0};
  bool is_doomed_ = false;
  bool is_draining_ = false, is_stopping_ = false, has_given_up_calls_ = false;
  std::unique_ptr<incarnation> incarnation_;
};

/// A request as the wire hands it over.
http_request request_of(http_method method, const std::string& target, std::string body,
                        std::vector<std::pair<std::string, std::string>> headers, random_source& random);
/// The same of somebody with a token; `key` is for idempotency, empty: none.
http_request request_with(const std::string& token, http_method method, const std::string& target, std::string body,
                          random_source& random, const std::string& key = {});
/// The same of somebody who is signed in.
http_request request_signed_in(const std::string& session, http_method method, const std::string& target,
                               std::string body, random_source& random);

} // namespace paylink::simulation
