#pragma once
#include "persistence/dialect.hpp"
#include "persistence/rows.hpp"

namespace paylink {

/// What is asked about callers, Workspaces and accounts, on one reading connection.
class account_reads {
public:
  explicit account_reads(soci::session& session);

  result<caller> authorize_token(std::string_view digest, std::string_view workspace, timestamp now);
  std::vector<workspace_id> workspaces_of_token(token_id token, permission wanted);
  result<workspace> find_workspace(workspace_id id);
  result<bank_account> find_account(workspace_id in, bank_account_id id);
  result<virtual_account> find_virtual_account(workspace_id in, virtual_account_id id);
  result<bank_account> find_account_of_feed(std::string_view feed, std::string_view bin, std::string_view number);
  int schema_number();

private:
  statement<row<text, text, text>, row<text, text, number, number, text, number, text, text>> token_;
  statement<row<text>, row<text, number, text, text, text>> workspaces_;
  statement<row<text>, workspace_row> workspace_;
  statement<row<text, text>, account_row> account_;
  statement<row<text, text>, virtual_account_row> virtual_account_;
  statement<row<text, text, text, text>, account_row> of_feed_;
  statement<row<text, text, text, text, text>, account_row> of_feed_with_bin_;
  statement<row<>, row<number>> schema_;
};

} // namespace paylink
