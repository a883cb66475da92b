#include "tests/simulation/virtual_money.hpp"

namespace paylink::simulation {

void virtual_money::look() {
  ++looks_;
  auto& rows = database_->rows();
  rows.each<number, number, number, number, number>("SELECT row, status, expires_at, amount, transaction_row FROM "
                                                    "payment_links WHERE virtual_account_row IS NOT NULL",
                                                    [this](const auto& columns) {
                                                      const auto& [row, status, expires_at, amount, paid_by] =
                                                          columns.fields;
                                                      auto& known = links_[row.value];
                                                      if (known.seen_at == 0) known.seen_at = looks_;
                                                      if (status.value != 0 && known.closed_at == 0)
                                                        known.closed_at = looks_;
                                                      known.expires_at = expires_at.value;
                                                      known.amount = amount.or_zero();
                                                      known.paid_by = paid_by.or_zero();
                                                    });
  rows.each<number, number, number, number>("SELECT row, received_at, amount, link_row FROM transactions WHERE "
                                            "virtual_account_row IS NOT NULL AND type = 0 AND "
                                            "ambiguous = 0 AND content NOT LIKE '%PFSL%'",
                                            [this](const auto& columns) {
                                              const auto& [row, received_at, amount, link_row] = columns.fields;
                                              if (judged_.insert(row.value).second)
                                                judge({row.value, received_at.value, amount.value, link_row.or_zero()});
                                            });
}

void virtual_money::take_as_judged() {
  database_->rows().each<number>("SELECT row FROM transactions WHERE virtual_account_row IS NOT NULL",
                                 [this](const auto& columns) { judged_.insert(at<0>(columns).value); });
}

void virtual_money::judge(const credit& one) {
  int pending = 0;
  std::int64_t only = 0;
  for (const auto& [row, known] : links_) {
    const bool is_paid_by_it = known.paid_by == one.row;
    // What came or ended in the same look may have done so before it or after.
    if (!is_paid_by_it && (known.seen_at == looks_ || known.closed_at == looks_)) return;
    if ((known.closed_at != 0 && !is_paid_by_it) || known.expires_at <= one.received_at) continue;
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
