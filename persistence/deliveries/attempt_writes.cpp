#include "persistence/deliveries/attempt_writes.hpp"

#include "persistence/deliveries/new_attempt.hpp"

namespace paylink {
namespace {

const sql_statement<void(decltype(attempt_columns)::parameters<>)> insert_attempt_sql{[](dialect) {
  return "INSERT INTO attempts (" + attempt_columns.names() + ") VALUES (" + attempt_columns.names(":") + ")";
}};

const sql_statement<sql_row<sql_number>(sql_number, sql_number)> find_acknowledgement_sql{
    "SELECT number FROM attempts WHERE delivery_row = :row AND number <= :round_start AND failed_by = 0 LIMIT 1"};

void insert_attempt(connection& db, const new_attempt& made) {
  attempt_columns.with_values(made, [&](const auto&... values) { db[insert_attempt_sql].run(values...); });
}

} // namespace

void attempt_writes::store(const record_attempt& command, bool is_unconfirmed) {
  insert_attempt(db_, {command.row, command.epoch, command.made, is_unconfirmed});
  count(command);
}

void attempt_writes::store_lost(std::int64_t delivery_row, workspace_id in, delivery_kind kind, const attempt& made) {
  insert_attempt(db_, {delivery_row, 0, made});
  tally_.count_attempt(in, kind, made.failed_by, made.started_at);
}

void attempt_writes::count(const record_attempt& command) {
  const auto& made = command.made;
  tally_.count_attempt(command.workspace, command.kind, made.failed_by, made.started_at);
  if (command.kind != delivery_kind::link_callback || made.failed_by != failure_class::none) return;
  if (was_acknowledged(command)) return;
  tally_.count_notified(command.workspace, command.raised_at, made.started_at + made.duration - command.raised_at);
}

bool attempt_writes::was_acknowledged(const record_attempt& command) {
  return command.round_start > 0 && db_[find_acknowledgement_sql].first(command.row, std::int64_t{command.round_start});
}

} // namespace paylink
