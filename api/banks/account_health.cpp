#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/description/forms.hpp"
#include "api/route_table.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/record_writer.hpp"

#include <algorithm>

namespace paylink {

namespace {

using enum presence;

constexpr std::size_t gaps_shown = 20;
constexpr std::size_t lag_is_of = 100; ///< The newest entries of feeds.

constexpr form milliseconds{.type = json_type::whole_number, .example = "1200"};

constexpr auto gap_members = members_of<balance_gap>({
    {"amount", forms::signed_amount, [](auto& of) { return std::to_string(of.dong); },
     "The unexplained amount; negative for a debit."},
    {"after_transaction_id", forms::transaction_id, get<&balance_gap::after>, "The transaction before the gap."},
    {"before_transaction_id", forms::transaction_id, get<&balance_gap::before>, "The transaction after the gap."},
    {"from", forms::time, get<&balance_gap::from>, "The time of the transaction before the gap."},
    {"to", forms::time, get<&balance_gap::to>, "The time of the transaction after the gap."},
});
constexpr written_record<balance_gap> gap_record{
    "BalanceGap", "A balance change that the recorded transactions do not explain.", gap_members};

constexpr member_description health_members[]{
    {"bank_account_id", forms::bank_account_id, "The account."},
    {"last_heard_at", forms::time, "When its newest transaction was recorded.", nullable},
    {"last_entry_at", forms::time, "When the bank booked it, by the bank's time.", nullable},
    {"lag_median_ms", milliseconds, "Median time from booking to recording, over the newest 100 entries from a feed.",
     nullable},
    {"lag_worst_ms", milliseconds, "The longest of these times.", nullable},
    {"fetched_at", forms::time,
     "When the bank's connector was last asked for entries missing from notifications; `null`: never, or there is no "
     "connector.",
     nullable},
    {"fetch_fault", forms::text, "Why that failed; `null`: it succeeded.", nullable},
    {"imported_at", forms::time, "When a statement was last imported.", nullable},
    {"stated_to", forms::time, "The end of the period that imported statements cover.", nullable},
    {"held", forms::number, "Entries on hold because the Workspace is suspended. Counted up to 1,000."},
    {"conflicts", forms::number,
     "Entries of the last 30 days that arrived again with different content; the first version was kept. Counted up to "
     "1,000."},
    {"balance", forms::signed_amount, "The balance that the bank reported last; `null`: it reports none.", nullable,
     "1500000"},
    {"balances_compared", forms::number,
     "How many balances were compared with their predecessor, among the newest 1,000 transactions; `0`: the bank "
     "reports too few balances, and `gaps` is meaningless."},
    {"gaps", forms::records(gap_record),
     "Up to 20 gaps between the newest 1,000 transactions, newest first. To fill a gap, import a statement of that "
     "time."},
};
constexpr record_description health_record{
    .name = "BankAccountHealth",
    .sentence = "The health of an account's bank connection.",
    .members = health_members,
};

constexpr route_description showing_health{
    .id = "getBankAccountHealth",
    .tag = bank_tag,
    .summary = "Read the health of an account's bank connection",
    .answers = {answers::record("The health of the connection.", health_record)},
};

/// Milliseconds, ascending.
std::vector<std::int64_t> lags_of(const account_health& health) {
  std::vector<std::int64_t> lags;
  for (const auto& one : health.newest)
    if (one.feed != statement_feed && lags.size() < lag_is_of)
      lags.push_back((one.received_at - one.transaction.occurred_at).count());
  std::ranges::sort(lags);
  return lags;
}

/// What the bank last said is on the account.
std::string balance_of(std::span<const balanced_transaction> transactions) {
  const balanced_transaction* latest = nullptr;
  for (const auto& one : transactions)
    if (one.balance_after && (!latest || latest->occurred_at <= one.occurred_at)) latest = &one;
  return latest ? std::to_string(*latest->balance_after) : std::string{};
}

handled show_health(call_context& context) {
  const auto id = bank_account_id::parse(context.call.path[1]);
  if (!id) return context.fail_to_find("bank account", errc::not_found);
  const auto found = context.rows.ask(find_account_health{context.workspace, *id, context.now});
  if (!found) return context.fail_to_find("bank account", found.error());
  const auto lags = lags_of(*found);
  // In the order in which they were recorded, which is the better guess for one time.
  std::vector<balanced_transaction> transactions;
  for (auto one = found->newest.rbegin(); one != found->newest.rend(); ++one) transactions.push_back(one->transaction);
  auto gaps = find_balance_gaps(transactions);
  std::ranges::reverse(gaps);
  gaps.resize(std::min(gaps.size(), gaps_shown));
  std::string data;
  record_writer record{data};
  record.text("bank_account_id", id->view())
      .time("last_heard_at", found->account.last_heard_at)
      .time("last_entry_at",
            found->newest.empty() ? std::nullopt : std::optional{found->newest.front().transaction.occurred_at});
  if (lags.empty())
    record.null("lag_median_ms").null("lag_worst_ms");
  else
    record.number("lag_median_ms", lags[lags.size() / 2]).number("lag_worst_ms", lags.back());
  record.time("fetched_at", found->fetched_at)
      .text_or_null("fetch_fault", found->fetch_fault)
      .time("imported_at", found->imported_at)
      .time("stated_to", found->stated_to)
      .number("held", found->held)
      .number("conflicts", found->conflicts)
      .text_or_null("balance", balance_of(transactions));
  const auto balances = std::ranges::count_if(
      transactions, [](const balanced_transaction& one) { return one.balance_after.has_value(); });
  record.number("balances_compared", std::max<std::int64_t>(balances - 1, 0));
  record.member("gaps") += list_of(gaps, gap_record);
  record.close();
  return success(200, data, context.now);
}

} // namespace

std::span<const api_route> account_health_routes() {
  using enum permission;
  static constexpr std::array all{
      routes::in_turn(routes::with(bank_accounts_read, http_method::get,
                                   "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/health", show_health,
                                   showing_health)),
  };
  return all;
}

} // namespace paylink
