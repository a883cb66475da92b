#include "domain/orders/payment_order.hpp"

#include "domain/values/word_list.hpp"

namespace paylink {

namespace {

constexpr word_list<order_status, 4> order_statuses{{{order_status::pending, "pending"},
                                                     {order_status::success, "success"},
                                                     {order_status::failed, "failed"},
                                                     {order_status::cancelled, "cancelled"}}};

constexpr word_list<order_failure, 4> order_failures{{{order_failure::none, ""},
                                                      {order_failure::expired, "expired"},
                                                      {order_failure::bank_account_removed, "bank_account_removed"},
                                                      {order_failure::workspace_deleted, "workspace_deleted"}}};
static_assert(order_statuses.is_in_order() && order_failures.is_in_order());

/// The status of a link to which credits relate as to an order with this one.
link_status as_of_link(order_status status) {
  switch (status) {
  case order_status::pending:
    return link_status::pending;
  case order_status::success:
    return link_status::succeeded;
  case order_status::failed:
    return link_status::failed;
  case order_status::cancelled:
    break;
  }
  return link_status::cancelled;
}

} // namespace

payment_order as_created(payment_order order) {
  order.status = order_status::pending;
  order.received_amount.reset();
  order.transaction = {};
  order.failure = order_failure::none;
  order.closed_at.reset();
  return order;
}

result<order_status> transition(order_status from, order_trigger trigger) {
  if (from != order_status::pending) return errc::conflict;
  switch (trigger) {
  case order_trigger::completing_credit:
    return order_status::success;
  case order_trigger::cancel:
    return order_status::cancelled;
  case order_trigger::expiry:
  case order_trigger::account_removed:
  case order_trigger::workspace_deleted:
    return order_status::failed;
  }
  return errc::internal_error;
}

order_failure order_failure_of(order_trigger trigger) {
  switch (trigger) {
  case order_trigger::expiry:
    return order_failure::expired;
  case order_trigger::account_removed:
    return order_failure::bank_account_removed;
  case order_trigger::workspace_deleted:
    return order_failure::workspace_deleted;
  case order_trigger::completing_credit:
  case order_trigger::cancel:
    break;
  }
  return order_failure::none;
}

bool has_run_out(const payment_order& order, timestamp now) {
  return order.status == order_status::pending && now >= order.expires_at;
}

order_status visible_status(const payment_order& order, timestamp now) {
  return has_run_out(order, now) ? order_status::failed : order.status;
}

order_failure visible_failure(const payment_order& order, timestamp now) {
  return has_run_out(order, now) ? order_failure::expired : order.failure;
}

named_target target_of(const payment_order& order) {
  return {.status = as_of_link(order.status), .amount = order.amount, .expires_at = order.expires_at};
}

std::string_view to_text(order_status value) { return order_statuses.word(value); }
std::string_view to_text(order_failure value) { return order_failures.word(value); }
std::optional<order_status> parse_order_status(std::string_view text) { return order_statuses.find(text); }

} // namespace paylink
