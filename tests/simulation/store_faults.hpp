#pragma once
#include "failpoints/failpoint.hpp"
#include "tests/simulation/cluster.hpp"
#include "tests/simulation/shared_database.hpp"

#include <optional>

namespace paylink::simulation {

/// What goes wrong with nodes, their clocks and their database, drawn while the run goes on.
class store_faults {
public:
  store_faults(world& in, shared_database& database, cluster& nodes);
  ~store_faults();

  /// Puts what the plan allows on the agenda.
  void begin();
  /// Nothing goes wrong from now on; every node runs, by a clock that is right.
  void end();

  /// Starts it, by a clock that may be wrong.
  void begin_incarnation(node& of);
  /// Whose step comes now: faults strike it alone. Null: nobody's.
  void attend(node* of);
  /// Ends it in order unless it is about to end, after a time in which it says that it will.
  void stop_in_order(node& of, milliseconds drain);
  void strike_between_steps(node& of);
  /// Ends a process that was killed, and has it start again some time later.
  void bury(node& of);
  milliseconds away_max{90'000}; ///< The longest time until then.

private:
  /// A fault that waits for the node to come to a place, or to a step, so many times.
  struct armed {
    fault kind = fault::crash;
    int number = 0; ///< Of the node.
    int left = 0;
    bool at_place = false;
  };
  void arm();
  void check_handed_back(const node& of);
  void fail_over();
  void stand_still(node& of, milliseconds least, milliseconds most);
  bool is_away() const;
  void cut_off(node& of, milliseconds time);
  bool counts_down(bool at_place);
  void on_place(failpoints::place where);
  void on_attempt_sent();
  int on_disk(memory_files::operation what);
  [[noreturn]] void kill_current();
  void restart(node& of, milliseconds in);
  node& any_node();

  world& world_;
  shared_database& database_;
  cluster& nodes_;
  node* current_ = nullptr;
  std::optional<armed> armed_;
  bool loses_power_ = false;
  milliseconds full_until_{0}, locked_until_{0}, down_until_{0};
  int cut_off_ = 0; ///< The node to which the server is away; 0: to all.
};

} // namespace paylink::simulation
