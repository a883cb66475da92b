#include "api/links/resend_walk.hpp"

namespace paylink {

namespace {

/// How many links are read, and how many callbacks reopened, in one transaction: few, so that credits behind them do
/// not wait long.
constexpr int portion_links_max = 250;

} // namespace

resend_walk::resend_walk(workspace_id workspace, link_filter filter, creator asked_by, idempotency_key key, act by)
    : workspace_{workspace}, filter_{std::move(filter)}, asked_by_{std::move(asked_by)}, key_{std::move(key)},
      by_{std::move(by)} {
  filter_.limit = portion_links_max;
}

write_command resend_walk::prepare(read_store& rows, timestamp now) {
  auto portion = rows.ask(list_resendable{workspace_, filter_, now});
  more_after_ = portion.more_after;
  auto so_far = so_far_;
  so_far.matched += portion.matched;
  by_.id = audit_id::derived_from(by_.id);
  return resend_callbacks{.workspace = workspace_,
                          .link_rows = std::move(portion.link_rows),
                          .asked_by = asked_by_,
                          .so_far = so_far,
                          .is_last = !more_after_,
                          .key = key_,
                          .by = by_};
}

bool resend_walk::take(const write_reply& reply) {
  so_far_ = std::get<resend_counts>(reply);
  filter_.after = more_after_;
  return more_after_.has_value();
}

} // namespace paylink
