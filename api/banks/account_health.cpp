#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/forms.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>
#include <ranges>

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

/// What the account's bank has reported.
struct shown_health {
  bank_account_id id;
  account_health heard;
  std::vector<std::int64_t> lags;                 ///< Milliseconds, ascending.
  std::vector<balanced_transaction> transactions; ///< In the order of recording, the better guess for one time.
};

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

std::int64_t balances_compared(std::span<const balanced_transaction> transactions) {
  const auto balances = std::ranges::count_if(
      transactions, [](const balanced_transaction& one) { return one.balance_after.has_value(); });
  return std::max<std::int64_t>(balances - 1, 0);
}

/// The newest first.
std::vector<balance_gap> gaps_of(const std::vector<balanced_transaction>& transactions) {
  auto gaps = find_balance_gaps(transactions);
  std::ranges::reverse(gaps);
  gaps.resize(std::min(gaps.size(), gaps_shown));
  return gaps;
}

constexpr auto health_members = members_of<shown_health>({
    {"bank_account_id", forms::bank_account_id, get<&shown_health::id>, "The account."},
    {"last_heard_at", forms::time,
     get<&shown_health::heard, &account_health::account, &account_overview::last_heard_at>,
     "When its newest transaction was recorded.", nullable},
    {"last_entry_at", forms::time,
     [](auto& of) {
       return of.heard.newest.empty() ? std::nullopt : std::optional{of.heard.newest.front().transaction.occurred_at};
     },
     "When the bank booked it, by the bank's time.", nullable},
    {"lag_median_ms", milliseconds,
     [](auto& of) { return of.lags.empty() ? std::nullopt : std::optional{of.lags[of.lags.size() / 2]}; },
     "Median time from booking to recording, over the newest 100 entries from a feed.", nullable},
    {"lag_worst_ms", milliseconds,
     [](auto& of) { return of.lags.empty() ? std::nullopt : std::optional{of.lags.back()}; },
     "The longest of these times.", nullable},
    {"fetched_at", forms::time, get<&shown_health::heard, &account_health::fetched_at>,
     "When the bank's connector was last asked for entries missing from notifications; `null`: never, or there is no "
     "connector.",
     nullable},
    {"fetch_fault", forms::text, get<&shown_health::heard, &account_health::fetch_fault>,
     "Why that failed; `null`: it succeeded.", nullable},
    {"imported_at", forms::time, get<&shown_health::heard, &account_health::imported_at>,
     "When a statement was last imported.", nullable},
    {"stated_to", forms::time, get<&shown_health::heard, &account_health::stated_to>,
     "The end of the period that imported statements cover.", nullable},
    {"held", forms::number, get<&shown_health::heard, &account_health::held>,
     "Entries on hold because the Workspace is suspended. Counted up to 1,000."},
    {"conflicts", forms::number, get<&shown_health::heard, &account_health::conflicts>,
     "Entries of the last 30 days that arrived again with different content; the first version was kept. Counted up to "
     "1,000."},
    {"balance", forms::signed_amount, [](auto& of) { return balance_of(of.transactions); },
     "The balance that the bank reported last; `null`: it reports none.", nullable, "1500000"},
    {"balances_compared", forms::number, [](auto& of) { return balances_compared(of.transactions); },
     "How many balances were compared with their predecessor, among the newest 1,000 transactions; `0`: the bank "
     "reports too few balances, and `gaps` is meaningless."},
    {"gaps", gap_record, [](auto& of) { return gaps_of(of.transactions); },
     "Up to 20 gaps between the newest 1,000 transactions, newest first. To fill a gap, import a statement of that "
     "time."},
});
constexpr written_record<shown_health> health_record{"BankAccountHealth", "The health of an account's bank connection.",
                                                     health_members};

constexpr route_description showing_health{
    .id = "getBankAccountHealth",
    .tag = bank_tag,
    .summary = "Read the health of an account's bank connection",
    .answers = {answers::record("The health of the connection.", health_record)},
};

handled show_health(call_context& context) {
  const auto id = bank_account_id::parse(context.call.path[1]);
  if (!id) return context.fail_to_find("bank account", errc::not_found);
  auto found = context.rows.ask(find_account_health{context.workspace, *id, context.now});
  if (!found) return context.fail_to_find("bank account", found.error());
  shown_health shown{.id = *id, .heard = std::move(*found), .lags = {}, .transactions = {}};
  shown.lags = lags_of(shown.heard);
  for (const auto& one : std::views::reverse(shown.heard.newest)) shown.transactions.push_back(one.transaction);
  return success(200, health_record.json(shown), context.now);
}

} // namespace

using enum permission;
constexpr api_route account_health_rows[]{
    routes::in_turn(routes::with(bank_accounts_read, http_method::get,
                                 "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/health", show_health,
                                 showing_health)),
};
constexpr std::span<const api_route> account_health_routes{account_health_rows};

} // namespace paylink
