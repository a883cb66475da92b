#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/access.hpp"
#include "persistence/identity/workspace_row.hpp"

#include <vector>

namespace paylink {

/// Queries about callers and Workspaces, on one reading connection.
class identity_reads {
public:
  explicit identity_reads(soci::session& session);

  result<caller> authorize_token(std::string_view digest, std::string_view workspace, timestamp now);
  std::vector<workspace_id> workspaces_of_token(token_id token, permission wanted);
  result<workspace> find_workspace(workspace_id id);

private:
  statement<row<text, text, text>, row<text, text, number, number, text, number, text, text>> token_;
  statement<row<text>, row<text, number, text, text, text>> workspaces_;
  statement<row<text>, workspace_row> workspace_;
};

} // namespace paylink
