#include "tests/persistence/order_world.hpp"

namespace paylink::test {

webhook order_world::add_webhook(webhook_event_set events, webhook_filter filter) {
  webhook record{.id = new_id<webhook_id>(),
                 .workspace = workspace,
                 .name = "Orders",
                 .url = "https://shop.example/hook",
                 .events = events,
                 .filter = std::move(filter)};
  return done<made_webhook>(create_webhook{.record = record,
                                           .keys = {record.id.text() + ".1", "sealed-key-1", "sealed-secret-1"},
                                           .by = by_owner()})
      .record;
}

payment_order order_world::new_order(const order_options& options) {
  payment_order order;
  order.id = new_id<order_id>();
  order.own_id = options.own_id.empty() ? order.id.text() : options.own_id;
  order.workspace = workspace;
  order.account = account.id;
  order.reference = reference::make(reference_kind::order, random);
  order.amount = {options.amount};
  order.customer_email = options.customer_email;
  order.created_at = now();
  order.expires_at = now() + options.lifetime;
  order.created_by = {creator::kind::user, owner.text()};
  return order;
}

payment_order order_world::make_order(const order_options& options) {
  return done<made_order>(create_order{new_order(options)}).order;
}

payment_order order_world::close(const payment_order& order, order_trigger trigger) {
  return done<payment_order>(close_order{workspace, order.id, trigger, by_owner()});
}

} // namespace paylink::test
