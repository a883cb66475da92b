#include "cli/links/link_filters.hpp"
#include "cli/links/named_link.hpp"
#include "cli/record_list.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <istream>
#include <memory>
#include <ostream>

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
  bool means_all = false;
  bool only_counts = false;
  bool is_agreed = false;
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

bool is_agreed_to(const json::value& counts, terminal& at) {
  const auto queued = show_member(counts.get_object(), "queued"), matched = show_member(counts.get_object(), "matched");
  at.err << "Send " << queued << (queued == "1" ? " callback" : " callbacks") << " again (" << matched
         << (matched == "1" ? " link matches" : " links match") << ")? [y/N] " << std::flush;
  std::string answer;
  if (!std::getline(at.in, answer)) at.err << "\n"; // nobody has typed the line's end
  return answer == "y" || answer == "Y" || answer == "yes";
}

exit_status resend_all(const resend_all_options& options, terminal& at) {
  if (!options.only_counts && !options.means_all && !are_given(options.filters))
    throw usage_error{"no filter: give one, such as --callback-status failed, or --all to resend every callback"};
  api_call call;
  call.method = http_method::post;
  call.target = "/v1.1/payment-links/" + percent_encoded(choose_workspace(options.workspace, options.connection, at)) +
                "/callbacks/resend";
  append_link_filters(call.target, options.filters);
  if (options.means_all) append_parameter(call.target, "all", "true");
  auto count = call;
  append_parameter(count.target, "dry_run", "true");
  api_client client{find_service(options.connection, at)};
  bool goes_on = options.is_agreed;
  if (options.only_counts || !options.is_agreed) {
    const auto counted = finish(client.send(count), at, [&](const json::value& data, const auto&) {
      if (options.only_counts || !data.is_object())
        print_one(at, options.connection.as_json, data);
      else
        goes_on = is_agreed_to(data, at);
    });
    if (options.only_counts || counted != exit_status::done) return counted;
  }
  if (!goes_on) {
    at.err << "nothing was sent\n";
    return exit_status::refused;
  }
  return finish(client.send(call), at,
                [&](const auto& data, const auto&) { print_one(at, options.connection.as_json, data); });
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
  verb->add_flag("--all", options->means_all, "Without a filter: every callback of the Workspace");
  verb->add_flag("--dry-run", options->only_counts, "Print how many callbacks match, and send nothing");
  verb->add_flag("--yes", options->is_agreed, "Do not ask for confirmation");
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return resend_all(*options, at); }; });
}

} // namespace paylink::cli
