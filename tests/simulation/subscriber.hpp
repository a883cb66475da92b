#pragma once
#include "tests/simulation/cluster.hpp"

#include <string>

namespace paylink::simulation {

/// The Owner of the staffed Workspace, who changes the plan of the account again and again while the month changes.
/// What was answered last is held in the end, or waits for the next month.
class subscriber {
public:
  subscriber(world& in, cluster& nodes) : world_{in}, nodes_{nodes} {}

  /// Puts everything on the agenda.
  void begin();
  /// Whether a change is still under way.
  bool has_open() const { return is_changing_; }
  /// Once nothing is under way any more.
  void check_end(row_reader& rows);

private:
  void change();
  void ask_for(const std::string& plan);
  void on_changed(const std::string& plan, const http_response* response);

  world& world_;
  cluster& nodes_;
  std::string acknowledged_; ///< Empty: nothing has been changed.
  bool is_changing_ = false;
  bool is_unsure_ = false; ///< An attempt that had no answer may take effect whenever its node goes on.
};

} // namespace paylink::simulation
