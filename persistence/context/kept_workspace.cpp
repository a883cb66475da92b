#include "persistence/context/kept_workspace.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_number>(sql_text)> keep_workspace_sql{[](dialect spoken) {
  return std::string{"SELECT row FROM workspaces WHERE id = :id AND deleted_at IS NULL"} +
         choose(spoken, "", " FOR SHARE");
}};

} // namespace

bool keep_workspace(connection& db, std::string_view id) { return db[keep_workspace_sql].first(id); }

} // namespace paylink
