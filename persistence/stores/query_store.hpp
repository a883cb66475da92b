#pragma once
#include "persistence/sql/plan_renewal.hpp"
#include "persistence/sql/query_deadline.hpp"
#include "persistence/sql/writer_connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// How lists and searches are read: `deadline` is the connection's.
struct list_options {
  std::shared_ptr<query_deadline> deadline{};
  bool has_text_index = false;
};

/// The read side on either database: one connection, reopened after a failure.
class query_store final : public read_store {
public:
  query_store(dialect spoken, connect_reader connect, list_options lists = {});
  ~query_store() override;

  result<caller> authorize_token(std::string_view digest, std::string_view workspace, timestamp now) override;
  result<caller> authorize_session(std::string_view digest, std::string_view workspace, const session_limits& limits,
                                   timestamp now) override;
  result<std::vector<result<caller>>> authorize_sessions(std::span<const session_use> used,
                                                         const session_limits& limits, timestamp now) override;
  std::vector<workspace_id> workspaces_of(const caller& who, permission wanted) override;
  result<sign_in_record> find_sign_in(std::string_view email) override;
  result<sign_in_record> find_user(user_id id) override;
  counted_try look_at_tries(std::span<const try_limit> limits, timestamp now) override;
  bool knows_household(std::string_view email, std::string_view household, timestamp now) override;
  result<std::string> find_sign_up(std::string_view digest, timestamp now) override;
  second_factor find_second_factor(user_id of) override;
  bool has_users() override;
  std::vector<user_session> list_sessions(user_id of, const session_limits& limits, timestamp now) override;
  held_roles roles_of(user_id user) override;
  page<api_token> list_tokens(const token_filter& filter, timestamp now) override;
  result<api_token> find_token(user_id of, token_id id, timestamp now) override;
  result<held_plan> find_plan(user_id of, timestamp now) override;
  page<statement_of_month> list_statements(user_id of, const statement_filter& filter, timestamp now) override;
  result<statement_of_month> find_statement(user_id of, calendar_month month, timestamp now) override;
  page<audit_row> list_audit_rows(workspace_id in, const audit_filter& filter) override;
  page<user_account> list_users(std::int64_t before_row, int limit) override;
  page<listed_token> list_tokens(user_id of, std::int64_t before_row, int limit) override;
  page<quarantined_entry> list_quarantine(std::int64_t after_row, int limit) override;
  std::vector<set_status> list_bank_statuses() override;
  result<workspace> find_workspace(workspace_id id) override;
  page<held_workspace> list_workspaces(const caller& who, const people_filter& filter) override;
  std::int64_t count_unfinished_callbacks(workspace_id in) override;
  page<member> list_members(workspace_id in, const people_filter& filter) override;
  page<invitation> list_invitations(workspace_id in, const people_filter& filter) override;
  result<invitation> find_invitation(workspace_id in, invitation_id id) override;
  result<invitation_offer> find_invitation_offer(std::string_view digest, timestamp now) override;
  std::vector<link_match> match_links(std::span<const credit_clue> credits) override;
  page<webhook> list_webhooks(workspace_id in, const webhook_list_filter& filter, timestamp now) override;
  result<webhook> find_webhook(workspace_id in, webhook_id id, timestamp now) override;
  result<std::shared_ptr<const webhook_target>> find_webhook_target(std::int64_t row, timestamp now) override;
  page<webhook_delivery> list_deliveries(workspace_id in, const delivery_filter& filter) override;
  result<webhook_delivery> find_delivery(workspace_id in, delivery_id id) override;
  resend_counts count_resendable_deliveries(workspace_id in, const delivery_filter& filter, std::int64_t to_row,
                                            timestamp now) override;
  delivery_portion list_resendable_deliveries(workspace_id in, const delivery_filter& filter) override;
  page<feed_event> list_events(workspace_id in, std::int64_t after, int limit) override;
  feed_extension find_feed_extension(workspace_id in) override;
  std::int64_t find_event_epoch() override;
  result<stored_signing_keys> find_signing_keys(workspace_id in, timestamp now) override;
  page<sealed_value> list_sealed_values(std::string_view but_key, const sealed_value& after, int limit) override;
  result<sealed_value> find_canary() override;
  page<waiting_entry> list_held_entries(workspace_id in, std::int64_t after_row, int limit) override;
  result<used_key> find_used_key(const idempotency_key& key, workspace_id in, timestamp now) override;
  bool is_ready() override;

protected:
  void read(const read_function& find) override;

private:
  struct statements;
  statements& connected();
  template <class Query>
  auto ask(Query&& query);
  template <class Query>
  auto answer(Query&& query) -> decltype(query(std::declval<statements&>()));

  dialect spoken_;
  connect_reader connect_;
  list_options lists_;
  std::unique_ptr<soci::session> session_;
  plan_renewal plans_;
  std::unique_ptr<statements> statements_; // after the session: their end needs it
};

} // namespace paylink
