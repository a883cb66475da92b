#include "api/description/audit_filters.hpp"
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

constexpr std::array audit_table{
    column{"TIME", "created_at"}, column{"ACTOR", "actor.id"}, column{"FROM", "address"},
    column{"ACTION", "action"},   column{"TARGET", "target"},
};

constexpr std::array audit_options{
    list_filter{"--from", "from"},     list_filter{"--to", "to"},         list_filter{"--actor", "actor"},
    list_filter{"--action", "action"}, list_filter{"--target", "target"},
};
static_assert(audit_options.size() == std::size(audit_filters), "every API filter is available as an option");

struct audit_list_options {
  page_options page;
  std::string workspace;
  std::array<std::string, audit_options.size()> values;
};

exit_status list_audit_log(const audit_list_options& options, terminal& at) {
  auto target = "/v1.1/workspaces/" +
                percent_encoded(choose_workspace(options.workspace, options.page.connection, at)) + "/audit-log";
  append_list_filters(target, audit_options, options.values);
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, audit_table, at);
}

} // namespace

void add_audit_log(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<audit_list_options>();
  auto* verb = program.add_subcommand(
      "audit-log", "List the actions in a Workspace with who did them and from where, newest first.");
  add_workspace_option(*verb, options->workspace);
  add_list_filters(*verb, audit_options, audit_filters, options->values);
  add_page_options(*verb, options->page);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return list_audit_log(*options, at); }; });
}

} // namespace paylink::cli
