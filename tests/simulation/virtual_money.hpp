#pragma once
#include "tests/simulation/shared_database.hpp"
#include "tests/simulation/world.hpp"

#include <map>
#include <set>

namespace paylink::simulation {

/// Judges credits that name no link and came in on a virtual account: they are for the only link that named it and was
/// pending, unless they exceed its amount, and for none else. How the links stood it has seen for itself, commit by
/// commit.
class virtual_money {
public:
  virtual_money(world& in, shared_database& database) : world_{&in}, database_{&database} {}

  /// After each transaction that has changed something.
  void look();
  /// What is there already was judged before.
  void take_as_judged();

private:
  struct link {
    std::uint64_t seen_at = 0;   ///< The look that found it first.
    std::uint64_t closed_at = 0; ///< The one that found it closed; 0: it is open.
    std::int64_t paid_by = 0;    ///< A transaction's row.
    std::int64_t expires_at = 0;
    std::int64_t amount = 0; ///< 0: any.
  };
  struct credit {
    std::int64_t row = 0, received_at = 0, amount = 0, link = 0;
  };
  void judge(const credit& one);

  world* world_;
  shared_database* database_;
  std::uint64_t looks_ = 0;
  std::map<std::int64_t, link> links_;
  std::set<std::int64_t> judged_;
};

} // namespace paylink::simulation
