#pragma once
#include "persistence/store.hpp"

#include <memory>
#include <optional>

namespace paylink {

/// Receives news about what a write has changed, besides its answer. Called by the Workspace's actor.
class news_desk {
public:
  virtual ~news_desk() = default;
  /// Updates the link's open pages.
  virtual void on_link_changed(const payment_link& link) = 0;
  /// An entry is recorded whose bank is not waiting for an answer.
  virtual void on_entry_settled(const recorded_entry& settled) = 0;
  /// Deliveries have become due.
  virtual void on_deliveries_due() = 0;
  /// An account was connected or removed.
  virtual void on_accounts_due() = 0;
};

/// A write that is too large for one transaction. Portions are prepared and written alternately; one thread at a time
/// uses it.
class portioned_write {
public:
  virtual ~portioned_write() = default;
  /// The next portion, by the rows as they are now. Throws `database_error`. On a reader's thread.
  virtual write_command prepare(read_store& rows, timestamp now) = 0;
  /// The portion is stored; returns whether there are more.
  virtual bool take(const write_reply& reply) = 0;
};

/// A write for a Workspace, which needs to know only these members.
struct workspace_command {
  using outcome = result<write_reply>;
  workspace_id workspace{};
  write_command write{};
  /// Instead of `write`; a Workspace runs one at a time, and answers `rate_limited` to another.
  std::shared_ptr<portioned_write> portions{};
  std::optional<reference> link{}; ///< Changes this link, so it takes its turn among the link's credits.
  idempotency_key key{};           ///< While another with this key is in progress: `idempotency_in_progress`.
  /// For writes with random ids: draws new ones if they are taken (`conflict`).
  void (*draw_again)(write_command& write, random_source& random) = nullptr;
  void (*announce)(const write_reply& reply, news_desk& news) = nullptr; ///< Called when it is stored.
};

} // namespace paylink
