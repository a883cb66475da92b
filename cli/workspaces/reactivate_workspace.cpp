#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspaces/named_workspace.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace {

exit_status reactivate_workspace(const named_workspace& named, terminal& at) {
  api_call call;
  call.method = http_method::post;
  call.target = path_of(named, at) + "/reactivate";
  api_client client{find_service(named.connection, at)};
  return finish_record(client.send(call), at, named.connection.as_json);
}

} // namespace

void add_reactivate_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen) {
  auto named = std::make_shared<named_workspace>();
  auto* verb = workspaces.add_subcommand(
      "reactivate", "Reactivate a Workspace and print it: entries that were held are processed first.");
  add_named_workspace(*verb, *named);
  verb->callback([named, &at, &chosen] { chosen = [named, &at] { return reactivate_workspace(*named, at); }; });
}

} // namespace paylink::cli
