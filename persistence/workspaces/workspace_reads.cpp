#include "persistence/context/reading.hpp"
#include "persistence/identity/workspace_row.hpp"

#include <algorithm>

namespace paylink {
namespace {

struct held_workspace_row {
  workspace_row of;
  text_column<"m.role"> held;
  sql_number given;
};

std::string held_workspaces_sql(std::string_view given, std::string_view from) {
  return "SELECT " + sql_columns<held_workspace_row>({given}) + std::string{from} +
         " AND m.status = 'active' JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL ";
}

const sql_statement<held_workspace_row(sql_text)> list_workspaces_of_user_sql{[](dialect) {
  return held_workspaces_sql("0", " FROM users u JOIN memberships m ON m.user_id = u.id") + "WHERE u.id = :user";
}};

const sql_statement<held_workspace_row(sql_text)> list_workspaces_of_token_sql{[](dialect) {
  return held_workspaces_sql("p.permission_set",
                             " FROM api_tokens t JOIN api_token_permissions p ON p.token_row = t.row JOIN users u ON "
                             "u.id = t.user_id AND u.status = 'active' JOIN memberships m ON m.workspace_id = "
                             "p.workspace_id AND m.user_id = t.user_id") +
         "WHERE t.id = :token";
}};

// Three counts, each from its partial index alone: there is none by Workspace, which every credit would pay for.
const sql_statement<sql_row<sql_number>(sql_text, sql_text, sql_text)> count_unfinished_callbacks_sql{
    "SELECT (SELECT COUNT(*) FROM deliveries WHERE state = 0 AND owner IS NULL AND in_queue = 0 AND workspace_id = "
    ":in_none) + (SELECT COUNT(*) FROM deliveries WHERE in_queue = 1 AND workspace_id = :in_queue) + (SELECT COUNT(*) "
    "FROM deliveries WHERE state = 0 AND owner IS NOT NULL AND workspace_id = :claimed)"};

std::vector<held_workspace> all_workspaces_of(reading& at, const caller& who) {
  std::vector<held_workspace> found;
  const auto take = [&](const held_workspace_row& row) {
    held_workspace one{row.of.read(), parse_role(row.held.view())};
    const auto given = who.is_session() ? ~permission_set{0} : static_cast<permission_set>(row.given.value);
    const bool may_do_something =
        effective_permissions({.given = given, .held = one.held, .is_active_member = true, .is_active_user = true}) !=
        0;
    if (may_do_something) found.push_back(std::move(one));
  };
  if (who.is_session())
    at.db[list_workspaces_of_user_sql].each(take, who.user.view());
  else
    at.db[list_workspaces_of_token_sql].each(take, who.token.view());
  return found;
}

} // namespace

// A caller has few Workspaces: as many as a plan allows, and those of others.
page<held_workspace> answer(reading& at, const list_workspaces& wanted) {
  const auto& filter = wanted.filter;
  auto all = all_workspaces_of(at, wanted.who);
  std::ranges::sort(all, {}, [](const held_workspace& one) { return one.record.id; });
  if (!filter.ascending) std::ranges::reverse(all);
  page<held_workspace> found;
  for (auto& one : all) {
    const auto id = one.record.id.view();
    if (!filter.after.empty() && (filter.ascending ? id <= filter.after : id >= filter.after)) continue;
    found.has_more = found.rows.size() == static_cast<std::size_t>(filter.limit);
    if (found.has_more) break;
    found.rows.push_back(std::move(one));
  }
  return found;
}

std::int64_t answer(reading& at, const count_unfinished_callbacks& wanted) {
  auto& counted = at.db[count_unfinished_callbacks_sql];
  counted.first(wanted.in.view(), wanted.in.view(), wanted.in.view());
  return counted.column<0>().value;
}

} // namespace paylink
