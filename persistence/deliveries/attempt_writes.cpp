#include "persistence/deliveries/attempt_writes.hpp"

namespace paylink {
namespace {

std::string insert_attempt_sql() {
  return "INSERT INTO attempts (" + attempt_columns.names() + ") VALUES (" + attempt_columns.names(":") + ")";
}

} // namespace

attempt_writes::attempt_writes(soci::session& session, count_tally& tally)
    : tally_{tally}, insert_{session, insert_attempt_sql()},
      acknowledged_before_{session, "SELECT number FROM attempts WHERE delivery_row = :row AND number <= :round_start "
                                    "AND failed_by = 0 LIMIT 1"} {}

void attempt_writes::store(const record_attempt& command, bool is_unconfirmed) {
  insert({command.row, command.epoch, command.made, is_unconfirmed});
  count(command);
}

void attempt_writes::store_lost(std::int64_t delivery_row, workspace_id in, delivery_kind kind, const attempt& made) {
  insert({delivery_row, 0, made});
  tally_.count_attempt(in, kind, made.failed_by, made.started_at);
}

void attempt_writes::count(const record_attempt& command) {
  const auto& made = command.made;
  tally_.count_attempt(command.workspace, command.kind, made.failed_by, made.started_at);
  if (command.kind != delivery_kind::link_callback || made.failed_by != failure_class::none) return;
  if (was_acknowledged(command)) return;
  tally_.count_told(command.workspace, command.raised_at, made.started_at + made.duration - command.raised_at);
}

bool attempt_writes::was_acknowledged(const record_attempt& command) {
  return command.round_start > 0 && acknowledged_before_.first(command.row, std::int64_t{command.round_start});
}

void attempt_writes::insert(const new_attempt& made) {
  attempt_columns.with_values(made, [this](const auto&... values) { insert_.run(values...); });
}

} // namespace paylink
