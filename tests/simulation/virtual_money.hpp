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
  /// The database is one of before; what is there was judged then.
  void begin_anew();
  /// Transactions that were there before anybody told which virtual account they came in on.
  const std::set<std::int64_t>& named_later() const { return named_later_; }

private:
  struct link {
    std::uint64_t seen_at = 0;   ///< The look that found it first.
    std::uint64_t closed_at = 0; ///< The one that found it closed; 0: it is open.
    std::int64_t account = 0;    ///< The virtual account's row.
    std::int64_t paid_by = 0;    ///< A transaction's row.
    std::int64_t created_at = 0, expires_at = 0;
    std::int64_t amount = 0; ///< 0: any.
  };
  struct credit {
    std::int64_t row = 0, account = 0, received_at = 0, amount = 0, link = 0, occurred_at = 0;
  };
  void judge(const credit& one);

  world* world_;
  shared_database* database_;
  std::uint64_t looks_ = 0;
  std::map<std::int64_t, link> links_;
  std::set<std::int64_t> judged_, named_later_;
  std::int64_t last_row_ = 0; ///< Of all transactions, at the look before.
};

} // namespace paylink::simulation
