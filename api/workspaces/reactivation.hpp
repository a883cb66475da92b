#pragma once
#include "api/calls/workspace_command.hpp"

namespace paylink {

/// Takes up the held entries of a suspended Workspace, portion by portion, until it is active.
class reactivation final : public portioned_write {
public:
  /// A portion has at most `entries_max` entries.
  reactivation(workspace_id workspace, std::size_t entries_max, act by)
      : workspace_{workspace}, entries_max_{entries_max}, by_{std::move(by)} {}
  write_command prepare(read_store& rows, timestamp now) override;
  bool take(const write_reply& reply) override;

private:
  workspace_id workspace_;
  std::size_t entries_max_;
  act by_;
  std::optional<std::int64_t> suspensions_{};
};

} // namespace paylink
