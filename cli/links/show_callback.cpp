#include "cli/links/named_link.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <memory>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

struct show_callback_options {
  service_options connection;
  named_link named;
  bool as_curl = false;
};

constexpr std::array attempt_columns{
    column{"ATTEMPT", "number"},     column{"STARTED", "started_at"}, column{"MS", "duration_ms"},
    column{"STATUS", "status_code"}, column{"CLASS", "error_class"},  column{"ERROR", "error"},
};
constexpr std::array round_columns{
    column{"FROM", "first_attempt"},
    column{"REPEATS", "repeats"},
    column{"ASKED", "asked_at"},
    column{"SIGNED AGAIN", "signed_anew"},
};

std::string quoted_for_shell(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

// The lists follow the record as separate tables.
void print_callback(std::ostream& out, json::object event) {
  event.erase("curl");
  const auto take = [&](std::string_view list) {
    auto* found = event.if_contains(list);
    json::array rows;
    if (found != nullptr && found->is_array()) rows = found->get_array();
    event.erase(list);
    return rows;
  };
  const auto attempts = take("attempts"), rounds = take("rounds");
  print_record(out, event);
  if (!attempts.empty()) print_table(out << "\n", attempt_columns, attempts);
  if (!rounds.empty()) print_table(out << "\nresent by hand\n", round_columns, rounds);
}

// A receiver in a sandbox has a certificate from the sandbox's own authority.
std::string runnable(std::string command, const service_options& connection, const terminal& at) {
  constexpr std::string_view program = "curl ";
  auto authority = connection.ca_file;
  if (authority.empty())
    if (const auto sandbox = find_sandbox(connection.sandbox, at)) authority = sandbox->ca_file;
  if (!authority.empty() && command.starts_with(program))
    command.insert(program.size(), "--cacert " + quoted_for_shell(authority) + " ");
  return command;
}

exit_status show(const show_callback_options& options, terminal& at, const json::value& data) {
  const auto* event = data.if_object();
  const auto* command = event != nullptr && options.as_curl ? event->if_contains("curl") : nullptr;
  if (command != nullptr && command->is_null()) {
    at.err << "the callback is too old: its body was deleted, and with it the request\n";
    return exit_status::refused;
  }
  if (event == nullptr || (options.connection.as_json && !options.as_curl)) {
    at.out << json::serialize(data) << "\n";
  } else if (options.as_curl) {
    at.out << runnable(show_member(*event, "curl"), options.connection, at) << "\n";
  } else {
    print_callback(at.out, *event);
  }
  return exit_status::done;
}

exit_status show_callback(const show_callback_options& options, terminal& at) {
  return with_link(options.named, options.connection, at, [&](api_client& client, const std::string& path) {
    api_call call;
    call.target = path + "/callback";
    auto shown = exit_status::done;
    const auto finished =
        finish(client.send(call), at, [&](const auto& data, const auto&) { shown = show(options, at, data); });
    return finished == exit_status::done ? shown : finished;
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
