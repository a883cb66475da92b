#include "api/plans/plan_records.hpp"

#include "api/description/forms.hpp"
#include "api/description/people_forms.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form price{.phrase = "an amount in digits", .pattern = "^(0|[1-9][0-9]{0,18})$", .example = "199000"};
constexpr form statement_id_form{.pattern = "^stm_[0-9a-hjkmnp-tv-z]{26}$",
                                 .example = "stm_01kjjsw2003e8f5g6h7j8k9m0n"};
std::vector<std::string_view> statement_statuses() { return {"open", "closed"}; }
constexpr form statement_status{.words = statement_statuses, .example = "open"};

constexpr auto plan_members = members_of<plan>({
    {"name", forms::plan_name, get<&plan::name>, "Its name."},
    {"price", price, get<&plan::price>, "The monthly price in VND."},
    {"quota", forms::number, get<&plan::transactions>, "The number of transactions included per month.", always, "500"},
    {"workspaces", forms::number, get<&plan::workspaces>, "The number of Workspaces that an account can own.", always,
     "2"},
    {"overage_price", price, get<&plan::overage>, "The price of each transaction above the quota, in VND.", always,
     "400"},
});

constexpr auto held_plan_members = members_of<held_plan>({
    {"plan", forms::plan_name, get<&held_plan::name>, "The current plan."},
    {"next_plan", forms::plan_name, get<&held_plan::next>, "The lower plan that was requested; `null`: none.",
     nullable},
    {"next_plan_at", forms::time, get<&held_plan::next_at>,
     "When the requested plan takes effect: the start of a month in Vietnam.", nullable},
});

// What the usage of the running month and the statement of a month have in common.
using month_member = member_row<statement_of_month>;
constexpr month_member month_row{"month", forms::month, get<&statement_of_month::month>,
                                 "The month in Vietnam (UTC+7)."};
constexpr month_member plan_row{"plan", forms::plan_name, get<&statement_of_month::bill, &monthly_bill::plan>,
                                "The highest plan of the month, which sets the price of the whole month."};
constexpr month_member quota_row{"quota",
                                 forms::number,
                                 get<&statement_of_month::bill, &monthly_bill::quota>,
                                 "The number of included transactions.",
                                 always,
                                 "500"};
constexpr month_member transactions_row{"transactions",
                                        forms::number,
                                        get<&statement_of_month::bill, &monthly_bill::transactions>,
                                        "The number of recorded transactions: credits and debits of all Workspaces.",
                                        always,
                                        "512"};
constexpr month_member overage_row{"overage_transactions",
                                   forms::number,
                                   get<&statement_of_month::bill, &monthly_bill::overage_transactions>,
                                   "The number of transactions above the quota.",
                                   always,
                                   "12"};
constexpr month_member overage_amount_row{"overage_amount",
                                          price,
                                          get<&statement_of_month::bill, &monthly_bill::overage_amount>,
                                          "The price of those, in VND.",
                                          always,
                                          "4800"};

constexpr auto usage_members = members_of<statement_of_month>({
    month_row,
    plan_row,
    quota_row,
    transactions_row,
    overage_row,
    overage_amount_row,
    {"forecast", forms::number, get<&statement_of_month::forecast>,
     "The expected number of transactions at the end of the month, at the current rate.", always, "1058"},
});

constexpr auto statement_members = members_of<statement_of_month>({
    {"id", statement_id_form, [](auto& of) { return id_of_statement(of.owner, of.month); }, "The statement's id."},
    month_row,
    plan_row,
    {"price", price, get<&statement_of_month::bill, &monthly_bill::price>, "The plan's price, in VND."},
    quota_row,
    transactions_row,
    overage_row,
    overage_amount_row,
    {"forecast", forms::number, get<&statement_of_month::forecast>,
     "For an open statement, the expected number of transactions at the end of the month; for a closed one, the actual "
     "number.",
     always, "1058"},
    {"total", price, get<&statement_of_month::bill, &monthly_bill::total>, "The price plus the overage amount, in VND.",
     always, "203800"},
    {"status", statement_status, [](auto& of) { return of.closed_at ? "closed" : "open"; },
     "A closed statement never changes."},
    {"created_at", forms::time, [](auto& of) { return of.month.begin(); }, "When the month started.", always,
     "2026-02-28T17:00:00.000Z"},
});

} // namespace

constexpr written_record<plan> plan_record{
    "Plan", "A plan for an account. No plan disables a feature, and exceeding a quota never suspends a Workspace.",
    plan_members};

constexpr written_record<held_plan> held_plan_record{"AccountPlan", "An account's plan.", held_plan_members};

constexpr written_record<statement_of_month> usage_record{"Usage", "An account's usage of its plan in this month.",
                                                          usage_members};

constexpr written_record<statement_of_month> statement_record{"Statement", "An account's costs for a month.",
                                                              statement_members};

} // namespace paylink
