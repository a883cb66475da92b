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

  page<quarantined_entry> list_quarantine(std::int64_t after_row, int limit) override;
  std::vector<account_overview> list_account_overviews(workspace_id in) override;
  result<account_overview> find_account_overview(workspace_id in, bank_account_id id) override;
  result<account_health> find_account_health(workspace_id in, bank_account_id id, timestamp now) override;
  std::vector<virtual_account> list_virtual_accounts(workspace_id in) override;
  std::vector<virtual_account> list_virtual_accounts(workspace_id in, bank_account_id of) override;
  result<bank_account> find_account(workspace_id in, bank_account_id id) override;
  result<virtual_account> find_virtual_account(workspace_id in, virtual_account_id id) override;
  result<bank_account> find_account_of_feed(std::string_view feed, std::string_view bin,
                                            std::string_view number) override;
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
  result<payment_link> find_link(workspace_id in, payment_link_id id) override;
  page<payment_link> list_links(workspace_id in, const link_filter& filter, timestamp now) override;
  page<payment> list_payments(workspace_id in, std::int64_t link_row, int limit, bool ascending,
                              std::int64_t after_row) override;
  page<bank_transaction> list_transactions(const transaction_filter& filter) override;
  std::vector<account_day> list_account_days(const std::vector<workspace_id>& in, timestamp from,
                                             timestamp to) override;
  std::vector<period_counts> list_periods(workspace_id in, timestamp from, timestamp to, period_length length) override;
  open_counts count_open(workspace_id in, timestamp now) override;
  page<waiting_entry> list_held_entries(workspace_id in, std::int64_t after_row, int limit) override;
  result<bank_transaction> find_transaction(workspace_id in, transaction_id id) override;
  result<callback_record> find_callback(workspace_id in, std::int64_t link_row) override;
  resend_counts count_resendable(workspace_id in, const link_filter& filter, timestamp now) override;
  resend_portion list_resendable(workspace_id in, const link_filter& filter, timestamp now) override;
  result<payer_view> find_payer_view(std::string_view public_id) override;
  std::int64_t count_unfinished_deliveries() override;
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
