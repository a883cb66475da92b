#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspaces/named_workspace.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace {

exit_status change_status(const named_workspace& named, const std::string& how, terminal& at) {
  api_call call;
  call.method = http_method::post;
  call.target = path_of(named, at) + "/" + how;
  api_client client{find_service(named.connection, at)};
  return finish_record(client.send(call), at, named.connection.as_json);
}

void add_change(CLI::App& workspaces, const std::string& how, const char* sentence, terminal& at, chosen_verb& chosen) {
  auto named = std::make_shared<named_workspace>();
  auto* verb = workspaces.add_subcommand(how, sentence);
  add_named_workspace(*verb, *named);
  verb->callback([named, how, &at, &chosen] { chosen = [named, how, &at] { return change_status(*named, how, at); }; });
}

} // namespace

void add_suspend_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen) {
  add_change(workspaces, "suspend", "Suspend a Workspace and print it: bank entries are on hold from now on.", at,
             chosen);
}

void add_reactivate_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen) {
  add_change(workspaces, "reactivate", "Reactivate a Workspace and print it: entries on hold are processed first.", at,
             chosen);
}

} // namespace paylink::cli
