#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "api/plans/plan_records.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr route_description listing_plans{
    .id = "listPlans",
    .tag = plan_tag,
    .summary = "List the plans",
    .query = {list_parameters_described},
    .answers = {answers::page("The plans, highest first.", plan_record)},
};

handled list_plans(call_context& context) {
  const auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  std::vector<plan> rows{plans().begin(), plans().end()};
  const bool has_more = take_page(rows, asked, [](const plan& row) { return row.name; });
  return answer_page(context, rows, has_more, plan_record, [](const plan& last) { return std::string{last.name}; });
}

constexpr route_description showing_the_plan{
    .id = "getAccountPlan",
    .tag = plan_tag,
    .summary = "Read your plan",
    .answers = {answers::record("The current plan and the requested one.", held_plan_record)},
};

http_response answer_plan(const reply_context& context, const held_plan& held) {
  return success(200, held_plan_record.json(held), context.now);
}

handled show_plan(call_context& context) {
  const auto found = context.rows.ask(find_held_plan{context.who.user, context.now});
  if (!found) return context.fail(found.error());
  return answer_plan(context, *found);
}

struct plan_choice {
  std::optional<std::string> plan;
};
constexpr auto plan_choice_members = members_into<plan_choice>({
    {"plan", forms::plan_name, into<&plan_choice::plan>, "The name of a plan.", presence::always, "P2"},
});
constexpr request_record plan_choice_record{"PlanChoice", "The requested plan.", plan_choice_members};

constexpr route_description changing_the_plan{
    .id = "changeAccountPlan",
    .tag = plan_tag,
    .summary = "Change your plan",
    .details = "A higher plan takes effect at once and sets the price of the whole month. A lower plan takes effect at "
               "the start of the next month in Vietnam, and requires that the account's Workspaces fit in it: "
               "otherwise 409. Until then, no Workspace can be created that would exceed it. Requesting the current "
               "plan cancels a requested change.",
    .bodies = {&plan_choice_record},
    .answers = {answers::record("The current plan and the requested one.", held_plan_record)},
    .errors = {errc::plan_workspace_limit},
};

field_fault unknown_plan() { return {"plan", "not_found", "Unknown plan. The plans are " + listed_plans() + "."}; }

handled tell_changed_plan(const reply_context& context, result<write_reply>& outcome) {
  const auto changed = reply_to<change_plan>(outcome);
  if (changed) return answer_plan(context, *changed);
  if (to_errc(changed.error()) == errc::plan_workspace_limit)
    return context.fail(errc::plan_workspace_limit,
                        "You own more Workspaces than that plan allows. Delete some of them first.");
  return context.fail(changed.error());
}

handled change_own_plan(call_context& context) {
  auto [asked, faults] = plan_choice_record.read(context.body);
  if (!asked.plan) add_faults(faults, {{"plan", "required", "Provide the plan's name."}});
  if (asked.plan && find_plan(*asked.plan) == nullptr) add_faults(faults, {unknown_plan()});
  if (!faults.empty()) return context.refuse(faults);
  change_plan change{.user = context.who.user,
                     .plan = *asked.plan,
                     .by = context.by_caller(),
                     .later = audit_id::make(context.now, context.services.random)};
  return continue_with{{.write = std::move(change)}, tell_changed_plan};
}

} // namespace

constexpr api_route plan_rows[]{
    routes::signed_in(http_method::get, "/v1.1/plans", list_plans, listing_plans),
    routes::signed_in(http_method::get, "/v1.1/account/plan", show_plan, showing_the_plan),
    routes::signed_in(http_method::put, "/v1.1/account/plan", change_own_plan, changing_the_plan),
};
constexpr std::span<const api_route> plan_routes{plan_rows};

} // namespace paylink
