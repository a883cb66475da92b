#pragma once
#include "domain/deliveries/delivery.hpp"
#include "tests/simulation/shared_database.hpp"
#include "tests/simulation/world.hpp"

#include <map>
#include <string>

namespace paylink::simulation {

/// A node whose name servers, clock or authorities are wrong for a while, so that it refuses receivers that are well;
/// and what may follow from what any node finds before it has sent a request.
class second_looks {
public:
  second_looks(world& in, shared_database& database);

  /// What this node finds wrongly now; `none`: nothing.
  failure_class error_of(int node);

  /// An attempt begins: while other nodes live, the incarnation that has found a verdict leaves the next attempt to
  /// them.
  void begin(const std::string& event, int number);
  /// Its outcome is heard by the node.
  void hear(const std::string& event, const attempt& made);
  /// The database is one of before.
  void forget() { looks_.clear(); }

  /// Each event that a verdict has ended was looked at twice.
  void check_end();

private:
  struct look {
    std::string incarnation;
    milliseconds began{0};
    std::optional<milliseconds> heard;
    failure_class found = failure_class::none; ///< Before a byte was sent.
  };
  /// The stored attempt that ended a delivery.
  struct last_look {
    std::string event;
    std::int64_t row = 0, number = 0, round_start = 0, found = 0;
  };
  bool has_company(const std::string& incarnation);
  bool is_confirmed(const last_look& last);

  world& world_;
  shared_database& database_;
  chance dice_; ///< Of its own: what the others draw stays the same.
  int wrong_node_ = 0;
  failure_class error_ = failure_class::none;
  milliseconds from_{0}, until_{0};
  std::map<std::string, std::map<int, look>> looks_; ///< By event and number.
};

} // namespace paylink::simulation
