#pragma once
#include "api/calls/workspace_command.hpp"

namespace paylink {

/// Deletes a Workspace: first at once, then its links are closed, portion by portion. Its data goes later, without
/// anybody who waits for it.
class deletion final : public portioned_write {
public:
  explicit deletion(delete_workspace wanted) : wanted_{std::move(wanted)} {}
  write_command prepare(read_store& rows, timestamp now) override;
  bool take(const write_reply& reply) override;
  /// Whether the Workspace is deleted, whatever becomes of the portions behind that.
  bool has_begun() const { return has_begun_; }

private:
  delete_workspace wanted_;
  bool has_begun_ = false;
};

} // namespace paylink
