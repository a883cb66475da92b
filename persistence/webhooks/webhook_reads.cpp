#include "persistence/context/reading.hpp"
#include "persistence/deliveries/webhook_targets.hpp"
#include "persistence/webhooks/webhook_row.hpp"

#include <limits>

namespace paylink {
namespace {

const sql_statement<webhook_row(sql_number, sql_text, sql_text)> find_webhook_sql{
    [](dialect) { return webhook_row::select_of_workspace("w.id = :id"); }};

using list_webhooks_signature = webhook_row(sql_number, sql_text, sql_number, sql_number);
const sql_statement<list_webhooks_signature> rising_webhooks_sql{
    [](dialect) { return webhook_row::select_of_workspace("w.row > :after ORDER BY w.row ASC LIMIT :limit"); }};
const sql_statement<list_webhooks_signature> falling_webhooks_sql{
    [](dialect) { return webhook_row::select_of_workspace("w.row < :after ORDER BY w.row DESC LIMIT :limit"); }};

} // namespace

result<webhook> look_up_webhook(connection& db, workspace_id in, webhook_id id, timestamp now) {
  auto& found = db[find_webhook_sql];
  if (!found.first(to_millis(now), in.view(), id.view())) return errc::not_found;
  return found.out().read();
}

page<webhook> answer(reading& at, const list_webhooks& wanted) {
  const auto& filter = wanted.filter;
  const auto start = filter.after != 0 || filter.ascending ? filter.after : std::numeric_limits<std::int64_t>::max();
  return read_page<webhook>(at.db[filter.ascending ? rising_webhooks_sql : falling_webhooks_sql], filter.limit,
                            to_millis(wanted.now), wanted.in.view(), start);
}

result<webhook> answer(reading& at, const find_webhook& wanted) {
  return look_up_webhook(at.db, wanted.in, wanted.id, wanted.now);
}

result<std::shared_ptr<const webhook_target>> answer(reading& at, const find_webhook_target& wanted) {
  at.targets.forget();
  auto found = at.targets.of_row(wanted.row, wanted.now);
  if (!found) return errc::not_found;
  return found;
}

} // namespace paylink
