#include "cli/connection.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace {

struct cancel_link_options {
  connection_options connection;
  std::string workspace, link;
};

exit_status cancel_link(const cancel_link_options& options, terminal& at) {
  auto workspace = choose_workspace(options.workspace, options.connection, at);
  api_call call;
  call.method = verb::post;
  call.target = "/v1.1/payment-links/" + percent_encode(workspace) + "/" + percent_encode(options.link) + "/cancel";
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

} // namespace

void add_cancel_link(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<cancel_link_options>();
  auto* verb = links.add_subcommand("cancel", "Cancel a pending payment link and print it.");
  verb->add_option("link", options->link, "Id of the link (pl_…)")->required();
  add_workspace_option(*verb, options->workspace);
  add_connection_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return cancel_link(*options, at); }; });
}

} // namespace paylink::cli
