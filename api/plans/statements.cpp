#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/plans/plan_records.hpp"
#include "domain/values/product_name.hpp"
#include "http/pages/printed_page.hpp"
#include "http/pages/statement_page.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

constexpr route_description showing_usage{
    .id = "getUsage",
    .tag = plan_tag,
    .summary = "Read this month's usage of your plan",
    .details = "`forecast` extrapolates the number of transactions so far to the whole month, from at least one day.",
    .answers = {answers::record("The usage.", usage_record)},
};

handled show_usage(call_context& context) {
  const auto found = context.rows.ask(find_statement{context.who.user, calendar_month{context.now}, context.now});
  if (!found) return context.fail(found.error());
  return success(200, usage_record.json(*found), context.now);
}

constexpr route_description listing_statements{
    .id = "listStatements",
    .tag = plan_tag,
    .summary = "List your statements",
    .details = "One for each month since the account was created. This month's statement is open; it is closed a few "
               "minutes after the end of the month.",
    .query = {list_parameters_described},
    .answers = {answers::page("The statements, newest first.", statement_record)},
};

handled list_own_statements(call_context& context) {
  const auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  const statement_filter filter{
      .after = calendar_month::parse(asked.position), .limit = asked.limit, .ascending = asked.ascending};
  const auto found = context.rows.ask(list_statements{context.who.user, filter, context.now});
  return answer_page(context, found, statement_record, [](const auto& last) { return last.month.text(); });
}

constexpr parameter_description statement_parameters[]{
    {"format", forms::json_or_html,
     "JSON, or a printable HTML page. Browsers get the page by default: `Accept: text/html` also selects it"},
    {"lang", one_of_words<language>("vi"), "Language of the page; the account's by default"},
};

constexpr route_description showing_a_statement{
    .id = "getStatement",
    .tag = plan_tag,
    .summary = "Read a month's statement",
    .details = "Signed-in browsers get a printable page, `text/html`.",
    .query = {statement_parameters},
    .answers = {answers::record("The statement.", statement_record)},
};

handled show_statement(call_context& context) {
  auto faults = unknown_parameters(context);
  parameter_reader given{context, faults};
  const auto format = given.word("format"), lang = given.word("lang");
  if (!faults.empty()) return context.refuse(faults);
  const auto month = calendar_month::parse(context.call.path[0]);
  const auto found = month ? context.rows.ask(find_statement{context.who.user, *month, context.now})
                           : result<statement_of_month>{errc::not_found};
  if (!was_found(found)) return context.fail(errc::not_found, "You have no statement for this month.");
  if (wants_page(context.call.request, format)) {
    const auto account = context.rows.ask(find_user{context.who.user});
    if (!account) return context.fail(account.error());
    return render_statement_page({.of = *found,
                                  .name = account->account.name,
                                  .email = account->account.email,
                                  .brand = product_name(context.services.brand),
                                  .now = context.now,
                                  .lang = lang ? *parse_language(*lang) : account->account.lang,
                                  .is_sandbox = context.services.is_sandbox});
  }
  return success(200, statement_record.json(*found), context.now);
}

} // namespace

constexpr api_route statement_rows[]{
    routes::in_turn(routes::signed_in(http_method::get, "/v1.1/account/usage", show_usage, showing_usage)),
    routes::in_turn(
        routes::signed_in(http_method::get, "/v1.1/account/statements", list_own_statements, listing_statements)),
    routes::in_turn(
        routes::signed_in(http_method::get, "/v1.1/account/statements/{month}", show_statement, showing_a_statement)),
};
constexpr std::span<const api_route> statement_routes{statement_rows};

} // namespace paylink
