#pragma once
#include "tests/power/loop_disk.hpp"
#include "tests/torture/torture.hpp"

#include <map>
#include <string>
#include <vector>

namespace paylink::test {

/// What a cut left of the database.
struct remains {
  std::size_t acknowledged = 0;       ///< Credits, until the cut.
  std::vector<acknowledgement> lost;  ///< Of these, what the database has no longer.
  std::chrono::milliseconds oldest{}; ///< How long before the cut the first of the lost was acknowledged.
  std::string fault;                  ///< What is wrong in it otherwise; empty when nothing is.
  std::size_t unnotified = 0;         ///< Credits that it has, and nobody was notified of before the cut.

  /// What was lost, for a person.
  std::string reported() const;
};

/// A service under a steady stream of credits, whose disk loses its power again and again.
class power_cuts {
public:
  /// Starts everything, with links for so many cuts; `environment` is the daemon's.
  power_cuts(tortured_service::backend on, int cuts, const std::map<std::string, std::string>& environment = {});

  /// Cuts the power at a random moment, kills every process that used the disk, gives the power back, and looks. The
  /// service is not running afterwards.
  remains cut();
  /// Starts the service, on what is left.
  void go_on() { under_.service.start(); }
  /// Lets everything come to its end, and checks that it is the right one.
  void finish() { under_.finish(); }

private:
  void look(const std::vector<acknowledgement>& reported, remains& found) const;

  tortured_service::backend on_;
  loop_disk disk_;
  torture under_;
};

} // namespace paylink::test
