#include "cli/links/named_link.hpp"
#include "cli/sent_report.hpp"
#include "cli/verbs.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace {

struct show_callback_options {
  service_options connection;
  named_link named;
  bool as_curl = false;
};

exit_status show_callback(const show_callback_options& options, terminal& at) {
  return with_link(options.named, options.connection, at, [&](api_client& client, const std::string& path) {
    api_call call;
    call.target = path + "/callback";
    return finish_sent(client.send(call), at, options.connection, options.as_curl);
  });
}

} // namespace

void add_show_callback(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<show_callback_options>();
  auto* verb = links.add_subcommand("callback", "Print a payment link's callback and its attempts.");
  add_link_argument(*verb, options->named);
  verb->add_flag("--curl", options->as_curl, "Print its request as a curl command instead");
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return show_callback(*options, at); }; });
}

} // namespace paylink::cli
