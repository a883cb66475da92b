#pragma once
#include "api/calls/call.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Everything of a Workspace but its secrets, as lines of JSON: a page of rows is a portion.
class workspace_export final : public portioned_read {
public:
  std::optional<std::string> next(call_context& context) override;

private:
  /// Appends the next page of a subject, and goes on to the next subject behind the last page.
  using append_page = void (workspace_export::*)(std::string& out, const call_context& context);
  static const append_page subjects[];
  void append_workspace_itself(std::string& out, const call_context& context);
  void append_members(std::string& out, const call_context& context);
  void append_invitations(std::string& out, const call_context& context);
  void append_accounts(std::string& out, const call_context& context);
  void append_links(std::string& out, const call_context& context);
  void append_callback_of(std::string& out, const call_context& context, const payment_link& link) const;
  /// Continues behind the row `after_row_`. False: more follow, but the portion is full.
  bool append_rejected_of(std::string& out, const call_context& context, const payment_link& link);
  void append_orders(std::string& out, const call_context& context);
  void append_webhooks(std::string& out, const call_context& context);
  void append_deliveries(std::string& out, const call_context& context);
  void append_held(std::string& out, const call_context& context);
  void append_transactions(std::string& out, const call_context& context);
  /// Where the next page begins, unless this was the last.
  void go_on(bool has_more, std::string after);

  std::size_t at_ = 0; ///< The current subject.
  std::string after_;
  std::optional<std::pair<timestamp, std::int64_t>> after_transaction_;
  std::int64_t after_row_ = 0; ///< In the list of webhooks, of deliveries, of held entries or of a link's payments.
};

} // namespace paylink
