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
    {"price", price, "Of a month, in dong."},
    {"quota", forms::number, "How many transactions a month are included.", always, "500"},
    {"workspaces", forms::number, "How many Workspaces an account may own.", always, "2"},
    {"overage_price", price, "Of each transaction above the quota, in dong.", always, "400"},
};

constexpr member_description held_plan_members[]{
    {"plan", forms::plan_name, "The plan that is held."},
    {"next_plan", forms::plan_name, "The lower one that has been asked for; `null`: none.", nullable},
    {"next_plan_at", forms::time, "From when on that is held: the begin of a month in Vietnam.", nullable},
};

constexpr member_description usage_members[]{
    {"month", forms::month, "The month in Vietnam (UTC+7)."},
    {"plan", forms::plan_name, "The highest plan held in the month, which prices all of it."},
    {"quota", forms::number, "How many transactions it includes.", always, "500"},
    {"transactions", forms::number, "How many are recorded, credits and debits of all Workspaces.", always, "512"},
    {"overage_transactions", forms::number, "How many of them are above the quota.", always, "12"},
    {"overage_amount", price, "What those cost, in dong.", always, "4800"},
    {"forecast", forms::number, "How many there will be at the end of the month if it goes on at the present pace.",
     always, "1058"},
};

constexpr member_description statement_members[]{
    {"id", statement_id_form, "The statement's id."},
    {"month", forms::month, "The month in Vietnam (UTC+7)."},
    {"plan", forms::plan_name, "The highest plan held in the month, which prices all of it."},
    {"price", price, "The plan's price, in dong."},
    {"quota", forms::number, "How many transactions it includes.", always, "500"},
    {"transactions", forms::number, "How many are recorded, credits and debits of all Workspaces.", always, "512"},
    {"overage_transactions", forms::number, "How many of them are above the quota.", always, "12"},
    {"overage_amount", price, "What those cost, in dong.", always, "4800"},
    {"forecast", forms::number,
     "While it is open, how many there will be at the end of the month; then, how many "
     "there are.",
     always, "1058"},
    {"total", price, "The price and the overage amount together, in dong.", always, "203800"},
    {"status", statement_status, "A closed statement never changes."},
    {"created_at", forms::time, "When the month began.", always, "2026-02-28T17:00:00.000Z"},
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
    .sentence = "What an account can pay for. No plan locks a feature, and no quota locks a Workspace.",
    .members = plan_members,
};

constexpr record_description held_plan_record{
    .name = "AccountPlan",
    .sentence = "The plan that an account is on.",
    .members = held_plan_members,
};

constexpr record_description usage_record{
    .name = "Usage",
    .sentence = "What an account has used of its plan in this month.",
    .members = usage_members,
};

constexpr record_description statement_record{
    .name = "Statement",
    .sentence = "What a month costs an account.",
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
