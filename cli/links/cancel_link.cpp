#include "cli/links/named_link.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace {

struct cancel_link_options {
  service_options connection;
  named_link named;
};

exit_status cancel_link(const cancel_link_options& options, terminal& at) {
  return with_link(options.named, options.connection, at, [&](api_client& client, const std::string& path) {
    api_call call;
    call.method = http_method::post;
    call.target = path + "/cancel";
    return finish_record(client.send(call), at, options.connection.as_json);
  });
}

} // namespace

void add_cancel_link(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<cancel_link_options>();
  auto* verb = links.add_subcommand("cancel", "Cancel a pending payment link and print it.");
  add_link_argument(*verb, options->named);
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return cancel_link(*options, at); }; });
}

} // namespace paylink::cli
