#include "api/deliveries/delivery_resend_walk.hpp"

namespace paylink {

namespace {

/// How many deliveries are sent again in one transaction: few, so that credits behind them do not wait long.
constexpr int portion_deliveries_max = 250;

} // namespace

delivery_resend_walk::delivery_resend_walk(resend_deliveries resend, delivery_filter filter)
    : resend_{std::move(resend)}, filter_{std::move(filter)} {
  filter_.limit = portion_deliveries_max;
}

write_command delivery_resend_walk::prepare(read_store& rows, timestamp) {
  auto portion = rows.ask(list_resendable_deliveries{resend_.workspace, filter_});
  more_after_ = portion.more_after;
  filter_.until = portion.until;
  auto next = resend_;
  next.rows = std::move(portion.rows);
  next.so_far.matched += std::ssize(next.rows);
  next.is_last = more_after_ == 0;
  next.by.id = audit_id::derived_from(resend_.by.id);
  resend_.by = next.by;
  return next;
}

bool delivery_resend_walk::take(const write_reply& reply) {
  resend_.so_far = std::get<resend_counts>(reply);
  filter_.after = more_after_;
  return more_after_ != 0;
}

} // namespace paylink
