#include "persistence/plans/plan_reads.hpp"

#include <map>

namespace paylink {

plan_reads::plan_reads(soci::session& session)
    : history_{session},
      closed_{session, "SELECT month, plan, price, quota, overage_price, transactions, overage_transactions, "
                       "overage_amount, total, closed_at FROM statements WHERE owner_id = :owner AND month >= :first "
                       "AND month <= :last"} {}

// Between the begin of a month and the chore's turn, a change that is due is as good as carried out.
result<held_plan> plan_reads::find_plan(user_id of, timestamp now) {
  auto found = history_.find(of);
  if (!found) return errc::not_found;
  auto& held = found->plan;
  if (held.next_at && *held.next_at <= now) held = {.name = held.next};
  return held;
}

statement_of_month plan_reads::make(user_id of, const plan_history::account& known, calendar_month month,
                                    timestamp now) {
  const auto transactions = history_.count(of, month);
  return {.owner = of,
          .month = month,
          .bill = bill_of(highest_plan(history_.periods(of, known, now), month), transactions),
          .forecast = forecast_of(transactions, month, known.created_at, now)};
}

result<statement_of_month> plan_reads::find_statement(user_id of, calendar_month month, timestamp now) {
  const auto known = history_.find(of);
  if (!known || month < calendar_month{known->created_at} || calendar_month{now} < month) return errc::not_found;
  const auto found = list_statements(of, {.after = month.plus(-1), .limit = 1, .ascending = true}, now);
  return found.rows.front();
}

page<statement_of_month> plan_reads::list_statements(user_id of, const statement_filter& filter, timestamp now) {
  page<statement_of_month> found;
  const auto known = history_.find(of);
  if (!known) return found;
  const calendar_month oldest{known->created_at}, newest{now};
  const int step = filter.ascending ? 1 : -1;
  auto first = filter.after ? filter.after->plus(step) : filter.ascending ? oldest : newest;
  first = std::clamp(first, oldest.plus(-1), newest.plus(1));
  const auto wanted = std::min(filter.limit, filter.ascending ? first.until(newest) + 1 : oldest.until(first) + 1);
  if (wanted <= 0) return found;
  const auto last = first.plus(step * (wanted - 1));
  std::map<calendar_month, statement_of_month> closed;
  closed_.each(
      [&](const auto& columns) {
        const auto& [text, plan, price, quota, overage_price, transactions, overage, overage_amount, total, closed_at] =
            columns.fields;
        const auto month = *calendar_month::parse(text.view());
        closed.emplace(month, statement_of_month{.owner = of,
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
  for (int place = 0; place < wanted; ++place) {
    const auto month = first.plus(step * place);
    const auto stored = closed.find(month);
    found.rows.push_back(stored != closed.end() ? stored->second : make(of, *known, month, now));
  }
  found.has_more = filter.ascending ? last < newest : oldest < last;
  return found;
}

} // namespace paylink
