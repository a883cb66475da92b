#include "persistence/audit/audit_columns.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/sql/list_plan.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto greatest = std::numeric_limits<std::int64_t>::max();

// An unset filter is the empty text, so that one statement serves every combination. The log of a Workspace is in the
// order of time; the chain's numbers are too, but for nodes that note things in the same moment.
std::string audit_list_sql(bool is_rising) {
  const std::string direction = is_rising ? "ASC" : "DESC";
  return "SELECT " + sql_columns<audit_columns>() +
         " FROM audit_log WHERE scope = :scope AND at >= :from AND at < :to AND (at, number) " +
         (is_rising ? ">" : "<") +
         " (:after_at, :after_number) AND (:any_actor = '' OR actor_id = :actor) AND (:any_action = '' OR action = "
         ":action) AND (:any_target = '' OR target = :target) ORDER BY at " +
         direction + ", number " + direction + " LIMIT :limit";
}

using audit_parameters = sql_row<sql_text, sql_number, sql_number, sql_number, sql_number, sql_text, sql_text, sql_text,
                                 sql_text, sql_text, sql_text, sql_number>;
const sql_statement<audit_columns(audit_parameters)> rising_audit_sql{[](dialect) { return audit_list_sql(true); }};
const sql_statement<audit_columns(audit_parameters)> falling_audit_sql{[](dialect) { return audit_list_sql(false); }};

} // namespace

audit_row audit_columns::read() const {
  return {.row = row.value,
          .id = audit_id::from_store(id.view()),
          .scope = scope.value,
          .number = number.value,
          .at = from_millis(at.value),
          .by = {parse_actor_kind(actor_type.view()), actor_id.value},
          .address = address.value,
          .action = action.value,
          .target = target.value,
          .was = was.value,
          .became = became.value,
          .hash = hash.value};
}

page<audit_row> answer(reading& at, const list_audit_rows& wanted) {
  const auto& filter = wanted.filter;
  const auto start = filter.ascending ? least : greatest;
  const planned_list planned{at.db, list_plan::in_order};
  return read_page<audit_row>(
      at.db[filter.ascending ? rising_audit_sql : falling_audit_sql], filter.limit, wanted.in.view(),
      filter.from ? to_millis(*filter.from) : least, filter.to ? to_millis(*filter.to) : greatest,
      filter.after ? to_millis(filter.after->first) : start, filter.after ? filter.after->second : start, filter.actor,
      filter.actor, filter.action, filter.action, filter.target, filter.target);
}

} // namespace paylink
