#include "persistence/incarnations/clock_marks.hpp"

namespace paylink {
namespace {

const sql_statement<sql_row<sql_number>()> newest_mark_sql{"SELECT newest FROM clock_marks WHERE row = 1"};

const sql_statement<sql_row<sql_number>()> next_end_of_link_sql{"SELECT MIN(expires_at) FROM link_expiries"};

const sql_statement<sql_row<sql_text>(sql_text)> owner_of_workspace_sql{
    "SELECT owner_id FROM workspaces WHERE id = :id"};

const sql_statement<void(sql_number)> leave_mark_sql{[](dialect spoken) {
  return "UPDATE clock_marks SET newest = :newest WHERE row = (SELECT row FROM clock_marks WHERE row = 1" +
         std::string{pick_rows(spoken)} + ")";
}};

} // namespace

std::optional<timestamp> clock_marks::newest() {
  auto& found = db_[newest_mark_sql];
  if (!found.first() || found.column<0>().is_null()) return std::nullopt;
  return from_millis(found.column<0>().value);
}

bool clock_marks::has_open_links() {
  auto& next = db_[next_end_of_link_sql];
  return next.first() && !next.column<0>().is_null();
}

std::optional<user_id> clock_marks::owner_of(workspace_id of) {
  auto& found = db_[owner_of_workspace_sql];
  if (!found.first(of.view())) return std::nullopt;
  return user_id::from_store(found.column<0>().view());
}

void clock_marks::leave(timestamp now) { db_[leave_mark_sql].run(to_millis(now)); }

} // namespace paylink
