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
  statement<sql_row<sql_text, sql_text, sql_text>,
            sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                    sql_text, sql_text, sql_number, sql_text, sql_text, sql_number>>
      token_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_number, sql_text, sql_text, sql_text, sql_number>> workspaces_;
  statement<sql_row<sql_text>, workspace_row> workspace_;
};

} // namespace paylink
