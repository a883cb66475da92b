#include "logging/log.hpp"
#include "persistence/plans/open_writers.hpp"
#include "persistence/plans/plan_history.hpp"
#include "persistence/plans/plan_scheduled_jobs.hpp"

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

/// Which month is to be closed; the account after which to go on; the moment to wait for, once the month is over.
struct closing_place {
  std::string month;
  std::int64_t after = 0;
  std::string moment; ///< `opened`: the next month is open, and the moment has to be of a later transaction.
};

closing_place read_closing(const std::string& progress) {
  closing_place read;
  std::istringstream{progress} >> read.month >> read.after >> read.moment;
  return read;
}

std::string text_of_closing(const closing_place& place) {
  return place.month + " " + std::to_string(place.after) + " " + place.moment;
}

const sql_statement<void(sql_text, sql_text)> open_month_sql{
    "UPDATE open_month SET month = :month WHERE row = 1 AND month < :than"};

const sql_statement<sql_row<sql_number>()> first_account_sql{"SELECT created_at FROM users ORDER BY row LIMIT 1"};

const sql_statement<sql_row<sql_number, sql_text, sql_number>(sql_number, sql_number)> next_accounts_sql{
    "SELECT row, id, created_at FROM users WHERE row > :after ORDER BY row LIMIT :limit"};

const sql_statement<void(sql_text, sql_text, sql_number, sql_number, sql_text, sql_number, sql_number, sql_number,
                         sql_number, sql_number, sql_number, sql_number, sql_number)>
    insert_statement_sql{"INSERT INTO statements (owner_id, month, began_at, ended_at, plan, price, quota, "
                         "overage_price, transactions, overage_transactions, overage_amount, total, closed_at) VALUES "
                         "(:owner, :month, :began_at, :ended_at, :plan, :price, :quota, :overage_price, :transactions, "
                         ":overage, :overage_amount, :total, :now) ON CONFLICT (owner_id, month) DO NOTHING"};

void close_statement(writing& at, user_id of, calendar_month month) {
  const auto known = find_account_plan(at.db, of);
  const auto& held = highest_plan(list_plan_periods(at.db, of, *known, at.when.now), month);
  const auto bill = bill_of(held, count_usage(at.db, of, month));
  at.db[insert_statement_sql].run(of.view(), month.text(), to_millis(month.begin()), to_millis(month.end()), bill.plan,
                                  bill.price.dong, bill.quota, bill.overage_price.dong, bill.transactions,
                                  bill.overage_transactions, bill.overage_amount.dong, bill.total.dong,
                                  to_millis(at.when.now));
}

scheduled_job_portion close_accounts(writing& at, closing_place place, calendar_month month) {
  std::int64_t read = 0;
  std::vector<user_id> accounts;
  at.db[next_accounts_sql].each(
      [&](const auto& columns) {
        const auto& [row, id, created_at] = columns.fields;
        ++read;
        place.after = row.value;
        if (from_millis(created_at.value) < month.end()) accounts.push_back(user_id::from_store(id.view()));
      },
      place.after, accounts_per_portion);
  for (const auto& account : accounts) close_statement(at, account, month);
  if (read < accounts_per_portion) {
    log::info("statements.closed", {{"month", place.month}});
    place = {.month = month.plus(1).text(), .after = 0, .moment = {}};
  }
  return {.is_done = false, .progress = text_of_closing(place)};
}

} // namespace

scheduled_job_portion close_next_statements(writing& at, const std::string& progress) {
  const auto now = at.when.now;
  auto place = read_closing(progress);
  if (auto& first = at.db[first_account_sql]; place.month.empty() && first.first())
    place.month = calendar_month{from_millis(first.column<0>().value)}.text();
  const auto month = calendar_month::parse(place.month);
  if (!month) return {.next_at = calendar_month{now}.end() + closing_delay};
  const auto begins_at = month->end() + closing_delay;
  if (now < begins_at) return {.next_at = begins_at, .progress = text_of_closing(place)};
  // What records from now on is metered in the next month, whatever its clock says.
  if (place.moment.empty()) {
    const auto next = month->plus(1).text();
    at.db[open_month_sql].run(next, next);
    place.moment = next_is_open;
    return {.is_done = false, .progress = text_of_closing(place)};
  }
  // A transaction that has not seen that has begun before this transaction. The moment has to be of an earlier
  // transaction than the one that closes: that sees all that was open in it.
  if (place.moment == next_is_open) {
    place.moment = number_of_transaction(at.db);
    return {.is_done = false, .progress = text_of_closing(place)};
  }
  if (!are_writers_gone(at.db, place.moment)) {
    if (now - begins_at > long_wait)
      log::warning("statements.waiting",
                   {{"month", place.month}, {"advice", "end the transaction that PostgreSQL has had open since then"}});
    return {.next_at = now + writers_look, .progress = text_of_closing(place)};
  }
  return close_accounts(at, place, *month);
}

} // namespace paylink
