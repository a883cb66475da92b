#pragma once
#include "api/calls/workspace_command.hpp"

namespace paylink {

/// Sends the callbacks of all matching links again, portion by portion.
class resend_walk final : public portioned_write {
public:
  resend_walk(workspace_id workspace, link_filter filter, creator asked_by, idempotency_key key, act by);
  write_command prepare(read_store& rows, timestamp now) override;
  bool take(const write_reply& reply) override;

private:
  workspace_id workspace_;
  link_filter filter_;
  creator asked_by_;
  idempotency_key key_;
  act by_; ///< Of the portion before.
  resend_counts so_far_;
  std::optional<payment_link_id> more_after_;
};

} // namespace paylink
