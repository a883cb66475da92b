#include "persistence/checks/usage_walk.hpp"

#include "persistence/checks/row_check.hpp"

namespace paylink::checks {
namespace {

std::string with_owners(dialect spoken) {
  return join_sql(spoken,
                  {{"transactions", "t", "t.row = x.transaction_row"}, {"workspaces", "w", "w.id = t.workspace_id"}});
}

std::string broken_sql(dialect spoken) {
  // By a clock that was set back into a closed month, it is metered in a later one.
  const auto received = month_sql(spoken, "t.received_at");
  return "CASE WHEN w.row IS NULL OR w.owner_id <> x.owner_id OR x.month < " + received + " OR (x.month > " + received +
         " AND " + received + " >= (SELECT o.month FROM open_month o WHERE o.row = 1)) THEN 1 ELSE 0 END";
}

std::string after_sql(dialect spoken) {
  return "SELECT x.owner_id, x.month, x.transaction_row, " + broken_sql(spoken) +
         " FROM (SELECT owner_id, month, transaction_row FROM usage WHERE (owner_id, month, transaction_row) > "
         "(:owner, :month, :transaction) ORDER BY owner_id, month, transaction_row LIMIT :rows) AS x" +
         with_owners(spoken) + " ORDER BY x.owner_id, x.month, x.transaction_row";
}

std::string again_sql(dialect spoken) {
  return "SELECT " + broken_sql(spoken) + " FROM usage x" + with_owners(spoken) +
         " WHERE x.owner_id = :owner AND x.month = :month AND x.transaction_row = :transaction";
}

} // namespace

usage_walk::usage_walk(soci::session& session, dialect spoken, int portion)
    : portion_{portion}, after_{session, after_sql(spoken)}, again_{session, again_sql(spoken)} {}

void usage_walk::go(report& into) {
  static const std::string name = "usage_row";
  into.count_checks(1);
  key last;
  for (std::int64_t read = portion_; read == portion_ && !into.is_full(name);) {
    into.go_on();
    std::vector<key> suspects;
    read = 0;
    after_.each(
        [&](const auto& columns) {
          const auto& [owner, month, transaction, is_broken] = columns.fields;
          last = {owner.value, month.value, transaction.value};
          ++read;
          if (is_broken.value != 0 && suspects.size() < findings_per_check_max) suspects.push_back(last);
        },
        std::string{last.owner}, std::string{last.month}, last.transaction, std::int64_t{portion_});
    into.count_rows(read);
    for (const auto& one : suspects)
      if (again_.first(one.owner, one.month, one.transaction) && again_.column<0>().value != 0)
        into.add({.check = name,
                  .where = "usage transaction_row " + std::to_string(one.transaction) + " (" + one.owner + ", " +
                           one.month + ")",
                  .problem = "a counted transaction is not of one of the owner's Workspaces in that month",
                  .advice = "the owner's bill of that month is too high; keep a copy of the database and report it"});
  }
}

} // namespace paylink::checks
