#pragma once
#include "tests/simulation/bank.hpp"
#include "tests/simulation/cluster.hpp"

#include <deque>
#include <string>

namespace paylink::simulation {

/// The orders of both Workspaces: made, paid with enough or too little, in time or not, cancelled.
class order_desk {
public:
  order_desk(world& in, cluster& nodes, shared_database& database, bank& money)
      : world_{in}, nodes_{nodes}, database_{database}, bank_{money} {}

  /// Puts everything on the agenda.
  void begin();
  /// Whether an order has no answer yet.
  bool has_open() const;

  /// Asks for an order until there is an answer, and returns its place.
  std::size_t ask_for(std::size_t account, std::int64_t amount, timestamp expires_at);
  /// Pays one that is known by then.
  void pay(std::size_t index, std::int64_t amount);
  void cancel(std::size_t index);
  /// Orders that the restored database does not know are nobody's any more.
  void forget_lost();

private:
  struct order {
    std::size_t account = 0;
    std::int64_t amount = 0;
    timestamp expires_at;
    std::string own_id{}, body{};
    std::string id{}, reference{}; ///< Empty until the first answer; an order that nobody wants any more has none.
    bool is_given_up = false;
    int cancels = 0;
  };
  void create(std::size_t index);
  void on_created(std::size_t index, const http_response* response);
  /// What becomes of an order, where no script says it.
  void leave_to_chance(std::size_t index);
  void meet_in_one_moment(std::size_t index);
  const first_shops::shop& shop_of(const order& one) const;
  void call(const order& about, const std::string& rest, const std::string& body, cluster::answer done);

  world& world_;
  cluster& nodes_;
  shared_database& database_;
  bank& bank_;
  std::deque<order> orders_;
  int payments_made_ = 0;
  bool is_left_to_chance_ = false;
};

} // namespace paylink::simulation
