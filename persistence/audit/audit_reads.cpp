#include "persistence/audit/audit_reads.hpp"

#include <limits>

namespace paylink {

namespace {

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto greatest = std::numeric_limits<std::int64_t>::max();

// An unset filter is the empty text, so that one statement serves every combination. The log of a Workspace is in the
// order of time; the chain's numbers are too, but for nodes that note things in the same moment.
std::string audit_list_sql(bool is_rising) {
  const std::string direction = is_rising ? "ASC" : "DESC";
  return "SELECT " + std::string{audit_columns::names} +
         " FROM audit_log WHERE scope = :scope AND at >= :from AND at < :to AND (at, number) " +
         (is_rising ? ">" : "<") +
         " (:after_at, :after_number) AND (:any_actor = '' OR actor_id = :actor) AND (:any_action = '' OR action = "
         ":action) AND (:any_target = '' OR target = :target) ORDER BY at " +
         direction + ", number " + direction + " LIMIT :limit";
}

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

audit_reads::audit_reads(soci::session& session, dialect spoken)
    : session_{session}, spoken_{spoken}, rising_{session, audit_list_sql(true)},
      falling_{session, audit_list_sql(false)} {}

page<audit_row> audit_reads::list(workspace_id in, const audit_filter& filter) {
  page<audit_row> found;
  const auto start = filter.ascending ? least : greatest;
  const planned_list planned{session_,
                             spoken_ == dialect::postgresql ? std::optional{list_plan::in_order} : std::nullopt};
  auto& wanted = filter.ascending ? rising_ : falling_;
  wanted.each(
      [&](const audit_columns& columns) {
        found.has_more = std::ssize(found.rows) == filter.limit;
        if (!found.has_more) found.rows.push_back(columns.read());
      },
      in.view(), filter.from ? to_millis(*filter.from) : least, filter.to ? to_millis(*filter.to) : greatest,
      filter.after ? to_millis(filter.after->first) : start, filter.after ? filter.after->second : start, filter.actor,
      filter.actor, filter.action, filter.action, filter.target, filter.target, std::int64_t{filter.limit} + 1);
  return found;
}

} // namespace paylink
