#include "api/calls/admission.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/report_filters.hpp"
#include "api/description/written_record.hpp"
#include "domain/values/local_time.hpp"
#include "domain/values/product_name.hpp"
#include "http/pages/daily_report_page.hpp"
#include "http/pages/printed_page.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view report_tag = "Daily reports";
constexpr auto day_members = members_of<account_day, std::string>({
    {"day", forms::day, [](auto&, auto& day) { return std::string_view{day}; },
     "The day of the recording, in Vietnam; usage is counted by it, too."},
    {"workspace_id", forms::workspace_id, get<&account_day::workspace>, "The Workspace."},
    {"bank_account_id", forms::bank_account_id, get<&account_day::account>, "The account."},
    {"bank", forms::text, get<&account_day::bank>, "The code of its bank.", always, "MB"},
    {"account_number", forms::account_number, get<&account_day::account_number>, "Its number at the bank."},
    {"credits", forms::number, get<&account_day::credits, &counted_money::count>, "The number of recorded credits."},
    {"credit_amount", forms::signed_amount, get<&account_day::credits, &counted_money::sum>, "Their total: money in."},
    {"debits", forms::number, get<&account_day::debits, &counted_money::count>, "The number of recorded debits."},
    {"debit_amount", forms::signed_amount, get<&account_day::debits, &counted_money::sum>, "Their total: money out."},
    {"links_completed", forms::number, get<&account_day::links, &counted_money::count>,
     "The number of payment links completed by these credits."},
    {"links_amount", forms::signed_amount, get<&account_day::links, &counted_money::sum>,
     "The total of the credits that completed them."},
    {"orders_completed", forms::number, get<&account_day::orders, &counted_money::count>,
     "The number of orders completed by these credits."},
    {"orders_amount", forms::signed_amount, get<&account_day::orders, &counted_money::sum>,
     "The total of the credits that completed them."},
    {"other_credits", forms::number, [](auto& of) { return of.others().count; },
     "The number of credits that completed nothing."},
    {"other_amount", forms::signed_amount, [](auto& of) { return of.others().sum; },
     "Their total: money in, minus links and orders."},
    {"attention", forms::number, get<&account_day::open>, "Transactions that need review and are not settled."},
    {"callbacks_delivered", forms::number, get<&account_day::callbacks_delivered>,
     "Callbacks of these links that are `delivered`."},
    {"callbacks_pending", forms::number, get<&account_day::callbacks_pending>,
     "Callbacks that are `pending` or `sending`."},
    {"callbacks_failed", forms::number, get<&account_day::callbacks_failed>, "Callbacks that have failed."},
});
constexpr written_record<account_day, std::string> day_record{"AccountDay", "A bank account's daily report.",
                                                              day_members};

std::string rows_of(const std::vector<account_day>& days, timestamp day) {
  return list_of(days, day_record.with(vietnam_date(day)));
}

/// The first moment of a day that is written as `2026-03-15`.
std::optional<timestamp> parse_day(std::string_view text) {
  constexpr std::size_t day_size = 10;
  const auto day = text.size() == day_size ? parse_bank_time(text) : std::nullopt;
  return day && vietnam_date(*day) == text ? day : std::nullopt;
}

constexpr route_description listing_days{
    .id = "listDailyReport",
    .tag = report_tag,
    .summary = "Read a Workspace's daily report",
    .details = "One row for each bank account of the Workspace; also as CSV. Later changes to the day's callbacks and "
               "transactions are included.",
    .query = {report_filters, list_parameters_described},
    .answers = {answers::page("The accounts, newest first.", day_record)},
};

constexpr route_description listing_all_days{
    .id = "listAllDailyReports",
    .tag = report_tag,
    .summary = "Read the daily reports of all accessible Workspaces",
    .details = "403 if the caller can read none.",
    .query = {report_filters, list_parameters_described},
    .answers = {answers::page("The accounts, newest first.", day_record)},
};

handled answer_days(call_context& context, const std::vector<workspace_id>& in) {
  auto asked = read_list_parameters(context);
  parameter_reader given{context, asked.faults};
  std::optional<timestamp> wanted;
  given.take("day", wanted, parse_day);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  const auto day = wanted.value_or(vietnam_day(context.now));
  auto rows = context.rows.ask(list_account_days{in, day, day + std::chrono::days{1}});
  const bool has_more = take_page(rows, asked, [](const account_day& row) { return row.account.view(); });
  return answer_page(context, rows, has_more, day_record.with(vietnam_date(day)),
                     [](const account_day& last) { return last.account.text(); });
}

handled list_days(call_context& context) { return answer_days(context, {context.workspace}); }

handled list_all_days(call_context& context) {
  const auto allowed = context.rows.ask(list_permitted_workspaces{context.who, context.call.route->needed});
  if (allowed.empty()) return refuse_permission(context);
  return answer_days(context, allowed);
}

constexpr parameter_description printed_parameters[]{
    {"format", forms::json_or_html,
     "JSON, or a printable HTML page. Browsers get the page by default: `Accept: text/html` also selects it"},
    {"lang", one_of_words<language>("vi"), "Language of the page", "vi"},
};

constexpr route_description showing_a_day{
    .id = "getDailyReport",
    .tag = report_tag,
    .summary = "Read or print a day's report",
    .details = "Browsers get a printable page, `text/html`.",
    .query = {printed_parameters},
    .answers = {answers::rows("The accounts.", day_record)},
};

handled show_day(call_context& context) {
  auto faults = unknown_parameters(context);
  parameter_reader given{context, faults};
  const auto format = given.word("format"), lang = given.word("lang");
  if (!faults.empty()) return context.refuse(faults);
  const auto day = parse_day(context.call.path[1]);
  if (!day) return context.fail(errc::not_found, "Invalid day. Write it as 2026-03-15.");
  const auto rows = context.rows.ask(list_account_days{{context.workspace}, *day, *day + std::chrono::days{1}});
  if (!wants_page(context.call.request, format)) return success(200, rows_of(rows, *day), context.now);
  const auto home = context.rows.ask(find_workspace{context.workspace});
  if (!was_found(home)) return context.fail(errc::not_found);
  return render_daily_report({.of = rows,
                              .day = *day,
                              .workspace = home->name,
                              .brand = product_name(context.services.brand),
                              .now = context.now,
                              .lang = lang ? *parse_language(*lang) : language::vi,
                              .is_sandbox = context.services.is_sandbox});
}

} // namespace

using enum permission;
constexpr api_route daily_report_rows[]{
    routes::in_turn(routes::with_token(bank_accounts_read, http_method::get, "/v1.1/daily-reports", list_all_days,
                                       listing_all_days)),
    routes::in_turn(routes::with(bank_accounts_read, http_method::get, "/v1.1/daily-reports/{workspace_id}", list_days,
                                 listing_days)),
    routes::in_turn(routes::with(bank_accounts_read, http_method::get, "/v1.1/daily-reports/{workspace_id}/{day}",
                                 show_day, showing_a_day)),
};
constexpr std::span<const api_route> daily_report_routes{daily_report_rows};

} // namespace paylink
