#include "cli/workspaces/named_workspace.hpp"

#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

namespace paylink::cli {

void add_named_workspace(CLI::App& verb, named_workspace& named) {
  add_workspace_option(verb, named.workspace);
  add_service_options(verb, named.connection);
}

std::string path_of(const named_workspace& named, const terminal& at) {
  return "/v1.1/workspaces/" + percent_encoded(choose_workspace(named.workspace, named.connection, at));
}

} // namespace paylink::cli
