#include "cli/links/link_filters.hpp"
#include "cli/links/named_link.hpp"
#include "cli/record_list.hpp"
#include "cli/report.hpp"
#include "cli/resend_all.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace json = boost::json;
namespace {

struct resend_options {
  service_options connection;
  named_link named;
};

struct resend_all_options {
  service_options connection;
  std::string workspace;
  link_filters filters;
  resend_all_choice choice;
};

exit_status resend(const resend_options& options, terminal& at) {
  return with_link(options.named, options.connection, at, [&](api_client& client, const std::string& path) {
    api_call call;
    call.method = http_method::post;
    call.target = path + "/callback/resend";
    return finish(client.send(call), at, [&](const json::value& data, const auto&) {
      const auto* answer = data.if_object();
      const auto* round = answer ? answer->if_contains("round") : nullptr;
      print_one(at, options.connection.as_json, round && !options.connection.as_json ? *round : data);
    });
  });
}

exit_status resend_all(const resend_all_options& options, terminal& at) {
  if (!options.choice.only_counts && !options.choice.means_all && !are_given(options.filters))
    throw usage_error{"no filter: give one, such as --callback-status failed, or --all to resend all callbacks"};
  api_call call;
  call.method = http_method::post;
  call.target = "/v1.1/payment-links/" + percent_encoded(choose_workspace(options.workspace, options.connection, at)) +
                "/callbacks/resend";
  append_link_filters(call.target, options.filters);
  return send_all_again(std::move(call), options.choice, options.connection, "callback", "link", at);
}

} // namespace

void add_resend_callback(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<resend_options>();
  auto* verb = links.add_subcommand("resend", "Resend a payment link's callback.");
  add_link_argument(*verb, options->named);
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return resend(*options, at); }; });
}

void add_resend_all_callbacks(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<resend_all_options>();
  auto* verb = links.add_subcommand("resend-all", "Resend the callbacks of all payment links that match the filters.");
  add_workspace_option(*verb, options->workspace);
  add_link_filters(*verb, options->filters);
  add_resend_all_options(*verb, options->choice, "callbacks");
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return resend_all(*options, at); }; });
}

} // namespace paylink::cli
