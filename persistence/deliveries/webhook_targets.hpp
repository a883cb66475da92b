#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/webhooks/webhook.hpp"
#include "persistence/sql/statement.hpp"

#include <memory>
#include <unordered_map>

namespace paylink {

/// A Workspace's webhook, as the transaction that raises an event needs it.
struct webhook_subscriber {
  std::shared_ptr<const webhook_target> target;
  webhook_type type = webhook_type::http;
  std::string url;              ///< Empty for a chat.
  language lang = language::vi; ///< Of the Workspace.
  webhook_event_set events = 0;
  webhook_filter filter{};
};

/// The webhooks that a batch meets, each read once, with the keys that are in force.
class webhook_targets {
public:
  explicit webhook_targets(soci::session& session);

  /// Those of a Workspace, disabled ones too; valid until `forget`.
  const std::vector<webhook_subscriber>& of(const workspace_id& workspace, timestamp now);
  /// One of them; a deleted one counts as disabled. Null if there is none.
  std::shared_ptr<const webhook_target> of_row(std::int64_t row, timestamp now);
  /// Call when a transaction begins, and when webhooks have changed in it.
  void forget();

private:
  struct target_row {
    sql_number row;
    sql_text id, url;
    sql_number events;
    sql_text filter, headers;
    sql_number is_on, failing_since;
    sql_text key_id, api_key, secret;
    sql_number type;
    sql_text chat_id, bot, language;

    template <class Visitor>
    void visit(Visitor&& visitor) {
      visitor(row), visitor(id), visitor(url), visitor(events), visitor(filter), visitor(headers), visitor(is_on);
      visitor(failing_since), visitor(key_id), visitor(api_key), visitor(secret);
      visitor(type), visitor(chat_id), visitor(bot), visitor(language);
    }
    std::shared_ptr<const webhook_target> read() const;
  };

  statement<sql_row<sql_number, sql_text>, target_row> list_;
  statement<sql_row<sql_number, sql_number>, target_row> find_;
  std::unordered_map<workspace_id, std::vector<webhook_subscriber>> listed_;
  std::unordered_map<std::int64_t, std::shared_ptr<const webhook_target>> found_;
};

} // namespace paylink
