#pragma once
#include "tests/persistence/statement_plans.hpp"
#include "tests/persistence/store_world.hpp"

namespace paylink::test {

struct order_options {
  std::chrono::milliseconds lifetime = std::chrono::hours{24};
  std::int64_t amount = 100'000;
  std::string own_id{}; ///< Empty: ours.
  std::string customer_email{};
};

/// A store with a Workspace, for orders and the webhooks that are told of them.
class order_world : public store_world {
public:
  using store_world::read;
  using store_world::store_world;

  webhook add_webhook(webhook_event_set events = 15, webhook_filter filter = {});
  payment_order new_order(const order_options& options = {});
  payment_order make_order(const order_options& options = {});
  payment_order close(const payment_order& order, order_trigger trigger);
  payment_order read(const payment_order& order) { return reader->ask(find_order{workspace, order.id.view()}).value(); }
};

} // namespace paylink::test
