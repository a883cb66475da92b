#pragma once
#include "persistence/store.hpp"

#include <memory>
#include <optional>

namespace paylink {

/// Where a node is told what a write has changed, beside its answer. From the Workspace's actor.
class news_desk {
public:
  virtual ~news_desk() = default;
  /// The link's open pages show how it stands.
  virtual void on_link_changed(const payment_link& link) = 0;
  /// There are deliveries whose time has come.
  virtual void on_deliveries_due() = 0;
};

/// A write that is too large for one transaction. It is prepared and written in turn, portion by portion; one thread at
/// a time holds it.
class portioned_write {
public:
  virtual ~portioned_write() = default;
  /// The next portion, by the rows as they are now. Throws `database_error`. On a reader's thread.
  virtual write_command prepare(read_store& rows, timestamp now) = 0;
  /// That portion is stored: whether there are more.
  virtual bool take(const write_reply& reply) = 0;
};

/// A write on its way to its Workspace, which knows it by what stands here and by nothing else.
struct workspace_command {
  workspace_id workspace;
  write_command write{};
  /// In place of `write`; a Workspace has one at a time, and says `rate_limited` to another.
  std::shared_ptr<portioned_write> portions{};
  std::optional<reference> link{}; ///< It changes this link: takes its turn among the link's credits.
  idempotency_key key{};           ///< While one with this key is under way, `idempotency_in_progress`.
  /// For what is made with ids drawn by chance: draws them again when others have them (`conflict`).
  void (*draw_again)(write_command& write, random_source& random) = nullptr;
  void (*announce)(const write_reply& reply, news_desk& news) = nullptr; ///< Called when it is stored.
};

} // namespace paylink
