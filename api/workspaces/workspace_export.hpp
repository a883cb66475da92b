#pragma once
#include "api/calls/handled.hpp"
#include "domain/identity/session.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Everything of a Workspace but its secrets, as lines of JSON: a page of rows is a portion. Before each of them, it
/// looks whether the session is still an Owner's or Admin's.
class workspace_export final : public portioned_read {
public:
  struct request {
    std::string session_digest;
    workspace_id workspace;
    session_limits sessions;
    std::string public_url; ///< Of the links.
  };
  explicit workspace_export(request asked) : asked_{std::move(asked)} {}
  std::optional<std::string> next(read_store& rows, timestamp now) override;

private:
  bool may_go_on(read_store& rows, timestamp now) const;
  /// Appends the next page of the current subject, and goes on to the next subject behind the last page.
  void append_page(std::string& out, read_store& rows, timestamp now);
  void append_workspace_itself(std::string& out, read_store& rows) const;
  void append_members(std::string& out, read_store& rows);
  void append_invitations(std::string& out, read_store& rows, timestamp now);
  void append_accounts(std::string& out, read_store& rows) const;
  void append_links(std::string& out, read_store& rows, timestamp now);
  void append_callback_of(std::string& out, read_store& rows, const payment_link& link) const;
  void append_rejected_of(std::string& out, read_store& rows, const payment_link& link) const;
  void append_transactions(std::string& out, read_store& rows);
  /// Where the next page begins, unless this was the last.
  void go_on(bool has_more, std::string after);

  enum class subject { workspace, members, invitations, accounts, links, transactions, end };
  request asked_;
  subject at_ = subject::workspace;
  std::string after_;
  std::optional<std::pair<timestamp, std::int64_t>> after_transaction_;
};

} // namespace paylink
