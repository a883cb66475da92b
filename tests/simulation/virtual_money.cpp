#include "tests/simulation/virtual_money.hpp"

#include "domain/values/local_time.hpp"

namespace paylink::simulation {
namespace {

// All rows that are as large as the first one or larger are new.
constexpr const char* last_row_sql = "SELECT COALESCE(MAX(row), 0) FROM transactions";

/// By how much a node's own clock may be off when it decides.
constexpr std::chrono::minutes clock_error_max{11};

} // namespace

void virtual_money::look() {
  ++looks_;
  auto& rows = database_->rows();
  rows.each<sql_number, sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>(
      "SELECT row, virtual_account_row, status, expires_at, amount, transaction_row, created_at FROM payment_links "
      "WHERE virtual_account_row IS NOT NULL",
      [this](const auto& columns) {
        const auto& [row, account, status, expires_at, amount, paid_by, created_at] = columns.fields;
        auto& known = links_[row.value];
        if (known.seen_at == 0) known.seen_at = looks_;
        if (status.value != 0 && known.closed_at == 0) known.closed_at = looks_;
        known.expires_at = expires_at.value;
        known.amount = amount.or_zero();
        known.account = account.value;
        known.paid_by = paid_by.or_zero();
        known.created_at = created_at.value;
      });
  rows.each<sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>(
      "SELECT row, virtual_account_row, received_at, amount, link_row, occurred_at FROM transactions WHERE "
      "virtual_account_row IS "
      "NOT NULL AND type = 0 AND ambiguous = 0 AND content NOT LIKE '%PFSL%'",
      [this](const auto& columns) {
        const auto& [row, account, received_at, amount, link_row, occurred_at] = columns.fields;
        if (!judged_.insert(row.value).second) return;
        if (row.value <= last_row_) named_later_.insert(row.value);
        judge({row.value, account.value, received_at.value, amount.value, link_row.or_zero(), occurred_at.value});
      });
  last_row_ = rows.count(last_row_sql);
}

void virtual_money::begin_anew() {
  links_.clear();
  judged_.clear();
  database_->rows().each<sql_number>("SELECT row FROM transactions WHERE virtual_account_row IS NOT NULL",
                                     [this](const auto& columns) { judged_.insert(column_at<0>(columns).value); });
  last_row_ = database_->rows().count(last_row_sql);
  named_later_.erase(named_later_.upper_bound(last_row_), named_later_.end());
}

void virtual_money::judge(const credit& one) {
  // Where another feed has named the account later, it was decided then, and nothing tells by which time.
  const bool is_later = named_later_.contains(one.row);
  const auto decided_at_last = to_millis(world_->now() + clock_error_max);
  int pending = 0;
  std::int64_t only = 0;
  for (const auto& [row, known] : links_) {
    if (known.account != one.account) continue;
    const bool is_paid_by_it = known.paid_by == one.row;
    // A clock that is hours off makes links that are younger than their money.
    if (known.created_at >= to_millis(vietnam_day(from_millis(one.occurred_at)) + std::chrono::hours{25})) continue;
    // What came or ended in the same look may have done so before it or after.
    if (!is_paid_by_it && (known.seen_at == looks_ || known.closed_at == looks_)) return;
    if (known.closed_at != 0 && !is_paid_by_it) continue;
    if (is_later && !is_paid_by_it && known.expires_at <= decided_at_last) return;
    if (!is_later && known.expires_at <= one.received_at) continue;
    ++pending;
    only = row;
  }
  const bool is_covered = pending == 1 && (links_[only].amount == 0 || one.amount <= links_[only].amount);
  const auto expected = is_covered ? only : 0;
  if (one.link != expected)
    world_->violate("money on a virtual account is for link row " + std::to_string(expected) + " and was put to " +
                    std::to_string(one.link));
}

} // namespace paylink::simulation
