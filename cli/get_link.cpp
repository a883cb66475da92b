#include "cli/connection.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace {

struct get_link_options {
  connection_options connection;
  std::string workspace, link;
};

exit_status get_link(const get_link_options& options, terminal& at) {
  auto workspace = choose_workspace(options.workspace, options.connection, at);
  api_call call;
  call.target = "/v1.1/payment-links/" + percent_encode(workspace) + "/" + percent_encode(options.link);
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

} // namespace

void add_get_link(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<get_link_options>();
  auto* verb = links.add_subcommand("get", "Print one payment link.");
  verb->add_option("link", options->link, "Id of the link (pl_…)")->required();
  add_workspace_option(*verb, options->workspace);
  add_connection_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return get_link(*options, at); }; });
}

} // namespace paylink::cli
