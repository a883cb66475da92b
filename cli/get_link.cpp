#include "cli/connection.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace json = boost::json;
namespace {

struct get_link_options {
  connection_options connection;
  std::string workspace, link;
};

/// The public id in a page's address, or the text itself.
std::string_view public_id_of(std::string_view text) {
  if (const auto page = text.rfind("/l/"); page != text.npos) text.remove_prefix(page + 3);
  return text.substr(0, text.find_first_of("/?#"));
}

exit_status get_link(const get_link_options& options, terminal& at) {
  auto target = "/v1.1/payment-links/" + percent_encode(choose_workspace(options.workspace, options.connection, at));
  api_client client{find_service(options.connection, at)};
  api_call call;
  if (options.link.starts_with("pl_")) {
    call.target = target + "/" + percent_encode(options.link);
    return finish_record(client.send(call), at, options.connection.as_json);
  }
  call.target = target + "?public_id=" + percent_encode(std::string{public_id_of(options.link)});
  auto is_found = false;
  const auto status = finish(client.send(call), at, [&](const json::value& data, const json::object&) {
    is_found = data.is_array() && !data.get_array().empty();
    if (is_found) print_one(at, options.connection.as_json, data.get_array().front());
  });
  if (status != exit_status::done || is_found) return status;
  at.err << "there is no payment link with the public id " << printable(public_id_of(options.link)) << "\n";
  return exit_status::refused;
}

} // namespace

void add_get_link(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<get_link_options>();
  auto* verb = links.add_subcommand("get", "Print one payment link.");
  verb->add_option("link", options->link, "Id of the link (pl_…), its public id, or its page's address")->required();
  add_workspace_option(*verb, options->workspace);
  add_connection_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return get_link(*options, at); }; });
}

} // namespace paylink::cli
