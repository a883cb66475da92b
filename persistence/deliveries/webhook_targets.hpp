#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/webhooks/webhook.hpp"
#include "persistence/sql/connection.hpp"

#include <memory>
#include <unordered_map>

namespace paylink {

/// A Workspace's webhook, as the transaction that raises an event needs it.
struct webhook_subscriber {
  std::shared_ptr<const webhook_target> target;
  std::string url;              ///< Empty for a chat.
  language lang = language::vi; ///< Of the Workspace.
  webhook_event_set events = 0;
  webhook_filter filter{};
};

/// The webhooks that a batch meets, each read once, with the keys that are in force.
class webhook_targets {
public:
  explicit webhook_targets(connection& db) : db_{db} {}

  /// Those of a Workspace, disabled ones too; valid until `forget`.
  const std::vector<webhook_subscriber>& of(const workspace_id& workspace, timestamp now);
  /// One of them; a deleted one counts as disabled. Null if there is none.
  std::shared_ptr<const webhook_target> of_row(std::int64_t row, timestamp now);
  /// Call when a transaction begins, and when webhooks have changed in it.
  void forget();

private:
  connection& db_;
  std::unordered_map<workspace_id, std::vector<webhook_subscriber>> listed_;
  std::unordered_map<std::int64_t, std::shared_ptr<const webhook_target>> found_;
};

} // namespace paylink
