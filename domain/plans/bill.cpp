#include "domain/plans/bill.hpp"

#include "domain/values/sortable_time.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr std::chrono::days least_time_passed{1};
constexpr std::size_t user_prefix = 4;

} // namespace

const plan& highest_plan(std::span<const plan_period> periods, calendar_month month) {
  const plan* highest = nullptr;
  for (std::size_t i = 0; i < periods.size() && periods[i].from < month.end(); ++i) {
    const bool is_over = i + 1 < periods.size() && periods[i + 1].from <= month.begin();
    if (!is_over && (highest == nullptr || is_above(*periods[i].held, *highest))) highest = periods[i].held;
  }
  return highest == nullptr ? *periods.front().held : *highest;
}

monthly_bill bill_of(const plan& held, std::int64_t transactions) {
  const auto overage = std::max<std::int64_t>(0, transactions - held.transactions);
  const money extra{overage * held.overage.dong};
  return {.plan = std::string{held.name},
          .price = held.price,
          .quota = held.transactions,
          .overage_price = held.overage,
          .transactions = transactions,
          .overage_transactions = overage,
          .overage_amount = extra,
          .total = {held.price.dong + extra.dong}};
}

std::int64_t forecast_of(std::int64_t transactions, calendar_month month, timestamp since, timestamp now) {
  using std::chrono::duration_cast;
  using std::chrono::seconds;
  const auto end = month.end();
  if (now >= end) return transactions;
  const auto passed =
      std::max<seconds>(least_time_passed, duration_cast<seconds>(now - std::max(since, month.begin())));
  const auto left = duration_cast<seconds>(end - now);
  return transactions + transactions * left.count() / passed.count();
}

statement_id id_of_statement(const user_id& owner, calendar_month month) {
  return statement_id::from_store("stm_" + sortable_time(month.begin()) +
                                  std::string{owner.view().substr(user_prefix + time_characters)});
}

} // namespace paylink
