#pragma once
#include "persistence/payloads/delivery_payloads.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Removes the data of deleted Workspaces, a portion in each transaction, on the writer's connection. How far it has
/// come stands in the Workspace's row, so that any node can go on after any crash.
class workspace_clearing {
public:
  workspace_clearing(soci::session& session, dialect spoken, delivery_payloads& payloads);

  result<cleared_portion> carry_out(const clear_workspace& command, const moment& when);

private:
  /// What is being cleared, and how far.
  struct place {
    std::string workspace;
    std::int64_t deleted_at = 0;
    int step = 0;
    std::string cleared_to;
    bool ends_callbacks = false;
    std::int64_t limit = 0;
    std::int64_t now = 0;
  };
  std::optional<place> find(const clear_workspace& command, timestamp now);

  /// Of a step; `wait`: callbacks are still unfinished.
  enum class progress { goes_on, done, wait };
  progress clear_portion(const place& at, cleared_portion& portion);
  void begin_next_step(const place& at, cleared_portion& portion);
  progress close_links(const place& at, cleared_portion& portion);
  progress clear_links(const place& at, cleared_portion& portion);
  progress clear_transactions(const place& at);
  progress clear_webhooks(const place& at);
  /// With their rounds and attempts; their rows are held.
  void drop_deliveries(const std::vector<std::int64_t>& held);
  progress clear_rest(const place& at);
  /// The last of the next links; none if there are no more.
  std::optional<std::string> last_of_next_links(const place& at);
  void close_pending(const place& at, const std::string& last, cleared_portion& portion);
  /// The same for its orders, which are walked after its links in the same steps.
  progress walk_orders(place at);
  /// Notes that the next portion of the step begins after `cleared_to`.
  void go_on(const place& at, std::string_view cleared_to);
  void note(const place& at, int step, std::string_view cleared_to, std::optional<std::int64_t> clear_at);

  using of_workspace = statement<sql_row<sql_text>>;
  using of_links = statement<sql_row<sql_text, sql_text, sql_text>>;

  /// In `cleared_to`, before the first order: no link's id begins so.
  static constexpr std::string_view before_orders = "ord_";

  delivery_payloads& payloads_;
  statement<sql_row<sql_number>, sql_row<sql_text>> next_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_number, sql_text, sql_number>> find_;
  statement<sql_row<sql_number, sql_text, sql_number, sql_text>> note_;
  statement<sql_row<sql_text, sql_text, sql_number>, sql_row<sql_text>> last_link_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_number, sql_number>, sql_row<sql_text>> close_links_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_text>> end_callbacks_;
  statement<sql_row<sql_text, sql_text, sql_number>, sql_row<sql_text>> last_order_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_number, sql_number>> close_orders_;
  of_links clear_orders_;
  statement<sql_row<sql_text, sql_text, sql_text>, sql_row<sql_number, sql_number>> hold_callbacks_;
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number>> hold_told_;
  statement<sql_row<sql_text>> drop_rounds_, drop_attempts_, drop_deliveries_;
  of_links clear_links_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_number>> account_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_text>> next_account_;
  statement<sql_row<sql_number, sql_number, sql_number>, sql_row<sql_number>> last_transaction_;
  statement<sql_row<sql_number, sql_number, sql_number>> clear_transactions_, drop_texts_;
  statement<sql_row<sql_text, sql_number>> drop_entries_;
  statement<sql_row<sql_text, sql_number>> drop_places_;
  statement<sql_row<>> note_places_;
  statement<sql_row<sql_text>, sql_row<sql_number>> next_told_, told_in_flight_;
  of_workspace drop_webhook_keys_, clear_webhooks_, drop_feed_, clear_virtual_accounts_, drop_keys_, drop_hours_,
      drop_days_, drop_endpoints_, drop_invitations_, drop_members_, clear_name_;
};

} // namespace paylink
