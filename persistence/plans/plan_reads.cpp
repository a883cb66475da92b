#include "persistence/context/reading.hpp"
#include "persistence/plans/plan_history.hpp"

#include <algorithm>
#include <map>

namespace paylink {
namespace {

const sql_statement<sql_row<sql_text, sql_text, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number,
                            sql_number, sql_number>(sql_text, sql_text, sql_text)>
    list_closed_statements_sql{
        "SELECT month, plan, price, quota, overage_price, transactions, overage_transactions, overage_amount, total, "
        "closed_at FROM statements WHERE owner_id = :owner AND month >= :first AND month <= :last"};

statement_of_month open_statement(reading& at, user_id of, const account_plan& known, calendar_month month,
                                  timestamp now) {
  const auto transactions = count_usage(at.db, of, month);
  return {.owner = of,
          .month = month,
          .bill = bill_of(highest_plan(list_plan_periods(at.db, of, known, now), month), transactions),
          .forecast = forecast_of(transactions, month, known.created_at, now)};
}

} // namespace

// Between the begin of a month and the scheduled job's turn, a change that is due is as good as carried out.
result<held_plan> answer(reading& at, const find_held_plan& wanted) {
  auto found = find_account_plan(at.db, wanted.of);
  if (!found) return errc::not_found;
  auto& held = found->plan;
  if (held.next_at && *held.next_at <= wanted.now) held = {.name = held.next};
  return held;
}

result<statement_of_month> answer(reading& at, const find_statement& wanted) {
  const auto known = find_account_plan(at.db, wanted.of);
  if (!known || wanted.month < calendar_month{known->created_at} || calendar_month{wanted.now} < wanted.month)
    return errc::not_found;
  const statement_filter only{.after = wanted.month.plus(-1), .limit = 1, .ascending = true};
  return answer(at, list_statements{wanted.of, only, wanted.now}).rows.front();
}

page<statement_of_month> answer(reading& at, const list_statements& wanted) {
  const auto& [of, filter, now] = wanted;
  page<statement_of_month> found;
  const auto known = find_account_plan(at.db, of);
  if (!known) return found;
  const calendar_month oldest{known->created_at}, newest{now};
  const int step = filter.ascending ? 1 : -1;
  auto first = filter.after ? filter.after->plus(step) : filter.ascending ? oldest : newest;
  first = std::clamp(first, oldest.plus(-1), newest.plus(1));
  const auto count = std::min(filter.limit, filter.ascending ? first.until(newest) + 1 : oldest.until(first) + 1);
  if (count <= 0) return found;
  const auto last = first.plus(step * (count - 1));
  std::map<calendar_month, statement_of_month> closed;
  at.db[list_closed_statements_sql].each(
      [&](const auto& columns) {
        const auto& [text, plan, price, quota, overage_price, transactions, overage, overage_amount, total, closed_at] =
            columns.fields;
        const auto month = *calendar_month::parse(text.view());
        closed.emplace(month, statement_of_month{.owner = wanted.of,
                                                 .month = month,
                                                 .bill = {.plan = plan.value,
                                                          .price = {price.value},
                                                          .quota = quota.value,
                                                          .overage_price = {overage_price.value},
                                                          .transactions = transactions.value,
                                                          .overage_transactions = overage.value,
                                                          .overage_amount = {overage_amount.value},
                                                          .total = {total.value}},
                                                 .forecast = transactions.value,
                                                 .closed_at = from_millis(closed_at.value)});
      },
      of.view(), std::min(first, last).text(), std::max(first, last).text());
  for (int place = 0; place < count; ++place) {
    const auto month = first.plus(step * place);
    const auto stored = closed.find(month);
    found.rows.push_back(stored != closed.end() ? stored->second : open_statement(at, of, *known, month, now));
  }
  found.has_more = filter.ascending ? last < newest : oldest < last;
  return found;
}

} // namespace paylink
