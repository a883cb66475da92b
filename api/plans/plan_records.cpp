#include "api/plans/plan_records.hpp"

#include "api/description/forms.hpp"
#include "api/description/people_forms.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form price{.phrase = "an amount in digits", .pattern = "^(0|[1-9][0-9]{0,18})$", .example = "199000"};
constexpr form statement_id_form{.pattern = "^stm_[0-9a-hjkmnp-tv-z]{26}$",
                                 .example = "stm_01kjjsw2003e8f5g6h7j8k9m0n"};
std::vector<std::string_view> statement_statuses() { return {"open", "closed"}; }
constexpr form statement_status{.words = statement_statuses, .example = "open"};

constexpr member_description plan_members[]{
    {"name", forms::plan_name, "Its name."},
    {"price", price, "The monthly price in VND."},
    {"quota", forms::number, "The number of transactions included per month.", always, "500"},
    {"workspaces", forms::number, "The number of Workspaces that an account can own.", always, "2"},
    {"overage_price", price, "The price of each transaction above the quota, in VND.", always, "400"},
};

constexpr member_description held_plan_members[]{
    {"plan", forms::plan_name, "The current plan."},
    {"next_plan", forms::plan_name, "The lower plan that was requested; `null`: none.", nullable},
    {"next_plan_at", forms::time, "When the requested plan takes effect: the start of a month in Vietnam.", nullable},
};

constexpr member_description usage_members[]{
    {"month", forms::month, "The month in Vietnam (UTC+7)."},
    {"plan", forms::plan_name, "The highest plan of the month, which sets the price of the whole month."},
    {"quota", forms::number, "The number of included transactions.", always, "500"},
    {"transactions", forms::number, "The number of recorded transactions: credits and debits of all Workspaces.",
     always, "512"},
    {"overage_transactions", forms::number, "The number of transactions above the quota.", always, "12"},
    {"overage_amount", price, "The price of those, in VND.", always, "4800"},
    {"forecast", forms::number, "The expected number of transactions at the end of the month, at the current rate.",
     always, "1058"},
};

constexpr member_description statement_members[]{
    {"id", statement_id_form, "The statement's id."},
    {"month", forms::month, "The month in Vietnam (UTC+7)."},
    {"plan", forms::plan_name, "The highest plan of the month, which sets the price of the whole month."},
    {"price", price, "The plan's price, in VND."},
    {"quota", forms::number, "The number of included transactions.", always, "500"},
    {"transactions", forms::number, "The number of recorded transactions: credits and debits of all Workspaces.",
     always, "512"},
    {"overage_transactions", forms::number, "The number of transactions above the quota.", always, "12"},
    {"overage_amount", price, "The price of those, in VND.", always, "4800"},
    {"forecast", forms::number,
     "For an open statement, the expected number of transactions at the end of the month; for a closed one, the actual "
     "number.",
     always, "1058"},
    {"total", price, "The price plus the overage amount, in VND.", always, "203800"},
    {"status", statement_status, "A closed statement never changes."},
    {"created_at", forms::time, "When the month started.", always, "2026-02-28T17:00:00.000Z"},
};

void append_use(record_writer& written, const statement_of_month& of) {
  written.number("quota", of.bill.quota)
      .number("transactions", of.bill.transactions)
      .number("overage_transactions", of.bill.overage_transactions)
      .amount("overage_amount", of.bill.overage_amount)
      .number("forecast", of.forecast);
}

} // namespace

constexpr record_description plan_record{
    .name = "Plan",
    .sentence = "A plan for an account. No plan disables a feature, and exceeding a quota never suspends a Workspace.",
    .members = plan_members,
};

constexpr record_description held_plan_record{
    .name = "AccountPlan",
    .sentence = "An account's plan.",
    .members = held_plan_members,
};

constexpr record_description usage_record{
    .name = "Usage",
    .sentence = "An account's usage of its plan in this month.",
    .members = usage_members,
};

constexpr record_description statement_record{
    .name = "Statement",
    .sentence = "An account's costs for a month.",
    .members = statement_members,
};

void append_plan(std::string& out, const plan& row) {
  record_writer{out}
      .text("name", row.name)
      .amount("price", row.price)
      .number("quota", row.transactions)
      .number("workspaces", row.workspaces)
      .amount("overage_price", row.overage)
      .close();
}

void append_held_plan(std::string& out, const held_plan& held) {
  record_writer{out}
      .text("plan", held.name)
      .text_or_null("next_plan", held.next)
      .time("next_plan_at", held.next_at)
      .close();
}

void append_usage(std::string& out, const statement_of_month& of) {
  record_writer written{out};
  written.text("month", of.month.text()).text("plan", of.bill.plan);
  append_use(written, of);
  written.close();
}

void append_statement(std::string& out, const statement_of_month& of) {
  record_writer written{out};
  written.text("id", id_of_statement(of.owner, of.month).view())
      .text("month", of.month.text())
      .text("plan", of.bill.plan)
      .amount("price", of.bill.price);
  append_use(written, of);
  written.amount("total", of.bill.total)
      .text("status", of.closed_at ? "closed" : "open")
      .time("created_at", of.month.begin())
      .close();
}

} // namespace paylink
