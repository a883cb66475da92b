#pragma once
#include "tests/simulation/merchant.hpp"
#include "tests/simulation/receivers.hpp"
#include "tests/simulation/virtual_money.hpp"

#include <map>
#include <set>

namespace paylink::simulation {

/// What must hold whatever goes wrong, asked of the rows with statements of its own.
class invariants {
public:
  invariants(world& in, shared_database& database, const merchants& shops, const bank& money, const receivers& outside)
      : world_{in}, database_{database}, shops_{shops}, bank_{money}, outside_{outside}, virtual_money_{in, database} {}

  /// After a transaction that changed something: how links and deliveries have moved since the last look.
  void check_moves();
  /// Everything that the rows can be asked for at any moment.
  void check_rows();
  /// How links and deliveries stood is forgotten: the database is one of before.
  void begin_anew();
  /// What holds once nothing is under way any more.
  void check_end();

  /// A backup takes the database's place now: what is recorded again is to have the identifiers that it has.
  void note_ids();
  void check_ids();

private:
  void expect_none(const char* promise, const std::string& count_sql);
  void check_webhooks();
  void check_classifications();
  void check_signatures();
  void check_ends();
  void check_receivers();
  void check_searches();
  void check_lists();
  void check_by_doctor();
  void check_transfers();
  void check_reported(const bank::transfer& one, bool over_switch);
  void check_suspended();
  std::int64_t count_stored(const std::string& source);

  world& world_;
  shared_database& database_;
  const merchants& shops_;
  const bank& bank_;
  const receivers& outside_;
  virtual_money virtual_money_;
  std::map<std::int64_t, std::int64_t> link_states_;
  std::set<std::string> signed_events_; ///< Those whose time was looked at.
  struct delivery_state {
    std::int64_t state = 0, rounds = 0;
    bool was_skipped = false;
  };
  std::map<std::int64_t, delivery_state> delivery_states_;
  struct suspension {
    std::int64_t workspace = 0, reactivations = 0; ///< How often it was reactivated before.
    auto operator<=>(const suspension&) const = default;
  };
  std::map<suspension, std::int64_t> money_of_suspended_; ///< Rows of money, when it was seen last.
  std::map<std::string, std::string> ids_;                ///< Of transactions, by where their entries come from.
};

} // namespace paylink::simulation
