#include "persistence/plans/statement_writes.hpp"

#include "logging/log.hpp"

#include <sstream>

namespace paylink {

namespace {

/// Behind the end of a month: more than the deciding clock may be set back, and than a statement takes at most, such as
/// the one that reads that clock and opens the transaction.
constexpr std::chrono::minutes closing_delay{5};
constexpr std::chrono::seconds writers_look{1};
constexpr std::chrono::minutes long_wait{10};
constexpr std::int64_t accounts_per_portion = 50;
/// Stands in the place of the moment before there is one.
constexpr const char* next_is_open = "opened";

closing_place read_closing(const std::string& progress) {
  closing_place read;
  std::istringstream{progress} >> read.month >> read.after >> read.moment;
  return read;
}

std::string text_of_closing(const closing_place& at) {
  return at.month + " " + std::to_string(at.after) + " " + at.moment;
}

} // namespace

statement_writes::statement_writes(soci::session& session, dialect spoken)
    : history_{session}, writers_{session, spoken},
      open_{session, "UPDATE open_month SET month = :month WHERE row = 1 AND month < :than"},
      first_account_{session, "SELECT created_at FROM users ORDER BY row LIMIT 1"},
      next_accounts_{session, "SELECT row, id, created_at FROM users WHERE row > :after ORDER BY row LIMIT :limit"},
      insert_{session,
              "INSERT INTO statements (owner_id, month, began_at, ended_at, plan, price, quota, overage_price, "
              "transactions, overage_transactions, overage_amount, total, closed_at) VALUES (:owner, :month, "
              ":began_at, :ended_at, :plan, :price, :quota, :overage_price, :transactions, :overage, "
              ":overage_amount, :total, :now) ON CONFLICT (owner_id, month) DO NOTHING"} {}

void statement_writes::close(user_id of, calendar_month month, timestamp now) {
  const auto known = history_.find(of);
  const auto bill = bill_of(highest_plan(history_.periods(of, *known, now), month), history_.count(of, month));
  insert_.run(of.view(), month.text(), to_millis(month.begin()), to_millis(month.end()), bill.plan, bill.price.dong,
              bill.quota, bill.overage_price.dong, bill.transactions, bill.overage_transactions,
              bill.overage_amount.dong, bill.total.dong, to_millis(now));
}

chore_portion statement_writes::close_accounts(closing_place at, calendar_month month, timestamp now) {
  std::int64_t read = 0;
  std::vector<user_id> accounts;
  next_accounts_.each(
      [&](const auto& columns) {
        const auto& [row, id, created_at] = columns.fields;
        ++read;
        at.after = row.value;
        if (from_millis(created_at.value) < month.end()) accounts.push_back(user_id::from_store(id.view()));
      },
      at.after, accounts_per_portion);
  for (const auto& account : accounts) close(account, month, now);
  if (read < accounts_per_portion) {
    log::info("statements.closed", {{"month", at.month}});
    at = {.month = month.plus(1).text(), .after = 0, .moment = {}};
  }
  return {.is_done = false, .progress = text_of_closing(at)};
}

chore_portion statement_writes::work(const std::string& progress, timestamp now) {
  auto at = read_closing(progress);
  if (at.month.empty() && first_account_.first())
    at.month = calendar_month{from_millis(first_account_.column<0>().value)}.text();
  const auto month = calendar_month::parse(at.month);
  if (!month) return {.next_at = calendar_month{now}.end() + closing_delay};
  const auto begins_at = month->end() + closing_delay;
  if (now < begins_at) return {.next_at = begins_at, .progress = text_of_closing(at)};
  // What records from now on is metered in the next month, whatever its clock says.
  if (at.moment.empty()) {
    const auto next = month->plus(1).text();
    open_.run(next, next);
    at.moment = next_is_open;
    return {.is_done = false, .progress = text_of_closing(at)};
  }
  // A transaction that has not seen that has begun before this transaction. The moment has to be of an earlier
  // transaction than the one that closes: that sees all that was open in it.
  if (at.moment == next_is_open) {
    at.moment = writers_.moment();
    return {.is_done = false, .progress = text_of_closing(at)};
  }
  if (!writers_.are_gone(at.moment)) {
    if (now - begins_at > long_wait)
      log::warning("statements.waiting",
                   {{"month", at.month}, {"advice", "end the transaction that PostgreSQL has had open since then"}});
    return {.next_at = now + writers_look, .progress = text_of_closing(at)};
  }
  return close_accounts(at, *month, now);
}

} // namespace paylink
