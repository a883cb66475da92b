#include "api/description/report_filters.hpp"
#include "cli/links/list_filter.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <memory>

namespace paylink::cli {
namespace {

constexpr std::array report_columns{
    column{"DAY", "day"},
    column{"ACCOUNT", "bank_account_id"},
    column{"IN", "credit_amount"},
    column{"LINKS", "links_amount"},
    column{"ORDERS", "orders_amount"},
    column{"OTHER", "other_amount"},
    column{"OUT", "debit_amount"},
    column{"NEEDS REVIEW", "attention"},
    column{"DELIVERED", "callbacks_delivered"},
    column{"PENDING", "callbacks_pending"},
    column{"FAILED", "callbacks_failed"},
};
constexpr std::array report_options{list_filter{"--day", "day"}};
static_assert(report_options.size() == std::size(report_filters), "every API filter is available as an option");

struct report_list_options {
  page_options page;
  std::string workspace;
  bool in_all = false;
  std::array<std::string, report_options.size()> values;
};

exit_status list_report(const report_list_options& options, terminal& at) {
  std::string target = "/v1.1/daily-reports";
  if (!options.in_all)
    target += "/" + percent_encoded(choose_workspace(options.workspace, options.page.connection, at));
  append_list_filters(target, report_options, options.values);
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, report_columns, at);
}

} // namespace

void add_daily_report(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<report_list_options>();
  auto* verb = program.add_subcommand(
      "daily-report", "Compare a day's incoming payments with links, orders and callbacks, one line for each account.");
  add_workspace_option(*verb, options->workspace);
  verb->add_flag("--all-workspaces", options->in_all, "The reports of all Workspaces that the token can read")
      ->excludes(verb->get_option("--workspace"));
  add_list_filters(*verb, report_options, report_filters, options->values);
  add_page_options(*verb, options->page);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return list_report(*options, at); }; });
}

} // namespace paylink::cli
