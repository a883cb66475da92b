#include "cli/changes.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspaces/named_workspace.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <memory>

namespace paylink::cli {
namespace {

constexpr std::array workspace_columns{
    column{"ID", "id"},     column{"NAME", "name"}, column{"STATUS", "status"}, column{"MODE", "banking_mode"},
    column{"ROLE", "role"},
};

struct update_options {
  named_workspace named;
  std::string name, description, language;
};

struct delete_options {
  named_workspace named;
  std::string confirm;
  bool is_forced = false;
};

exit_status list_workspaces(const page_options& page, terminal& at) {
  api_client client{find_service(page.connection, at)};
  return show_page(client, "/v1.1/workspaces", page, workspace_columns, at);
}

exit_status update_workspace(const update_options& options, terminal& at) {
  boost::json::object members;
  put_member(members, "name", options.name);
  put_member(members, "description", options.description);
  put_member(members, "language", options.language);
  return send_change(http_method::patch, path_of(options.named, at), members, options.named.connection, at);
}

exit_status delete_workspace(const delete_options& options, terminal& at) {
  auto target = path_of(options.named, at) + "?confirm=" + percent_encoded(options.confirm);
  if (options.is_forced) target += "&force=true";
  return send_deletion(target, options.named.connection, at);
}

} // namespace

void add_list_workspaces(CLI::App& workspaces, terminal& at, chosen_verb& chosen) {
  auto page = std::make_shared<page_options>();
  auto* verb = workspaces.add_subcommand("list", "List the Workspaces of the token, newest first.");
  add_page_options(*verb, *page);
  verb->callback([page, &at, &chosen] { chosen = [page, &at] { return list_workspaces(*page, at); }; });
}

void add_update_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<update_options>();
  auto* verb = workspaces.add_subcommand("update", "Change a Workspace and print it.");
  verb->add_option("--name", options->name, "Its name, 1 to 100 characters.");
  verb->add_option("--description", options->description, "Up to 500 characters.");
  verb->add_option("--language", options->language, "Language of its emails: vi or en.");
  add_named_workspace(*verb, options->named);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return update_workspace(*options, at); }; });
}

void add_delete_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<delete_options>();
  auto* verb = workspaces.add_subcommand("delete", "Delete a Workspace with everything in it. Cannot be undone.");
  verb->add_option("--confirm", options->confirm, "The Workspace's name, exactly.")->required();
  verb->add_flag("--force", options->is_forced, "Delete even if callbacks are still being sent; they are cancelled.");
  add_named_workspace(*verb, options->named);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return delete_workspace(*options, at); }; });
}

} // namespace paylink::cli
