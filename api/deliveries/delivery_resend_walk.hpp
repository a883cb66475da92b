#pragma once
#include "api/calls/workspace_command.hpp"

namespace paylink {

/// Sends all matching deliveries again, portion by portion: those that there are when it begins.
class delivery_resend_walk final : public portioned_write {
public:
  /// `resend` is the first portion without its rows.
  delivery_resend_walk(resend_deliveries resend, delivery_filter filter);
  write_command prepare(read_store& rows, timestamp now) override;
  bool take(const write_reply& reply) override;

private:
  resend_deliveries resend_; ///< The portion before.
  delivery_filter filter_;
  std::int64_t more_after_ = 0;
};

} // namespace paylink
