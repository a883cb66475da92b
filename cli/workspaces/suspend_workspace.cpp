#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspaces/named_workspace.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace {

exit_status suspend_workspace(const named_workspace& named, terminal& at) {
  api_call call;
  call.method = http_method::post;
  call.target = path_of(named, at) + "/suspend";
  api_client client{find_service(named.connection, at)};
  return finish_record(client.send(call), at, named.connection.as_json);
}

} // namespace

void add_suspend_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen) {
  auto named = std::make_shared<named_workspace>();
  auto* verb = workspaces.add_subcommand(
      "suspend", "Suspend a Workspace and print it: entries of its banks are held from now on.");
  add_named_workspace(*verb, *named);
  verb->callback([named, &at, &chosen] { chosen = [named, &at] { return suspend_workspace(*named, at); }; });
}

} // namespace paylink::cli
