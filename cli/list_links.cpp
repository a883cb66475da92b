#include "cli/connection.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <memory>
#include <ostream>

namespace paylink::cli {
namespace {

struct filter {
  const char* option;
  const char* parameter;
  const char* help;
};
constexpr std::array filters{
    filter{"--status", "status", "pending, succeeded, failed, expired or cancelled"},
    filter{"--callback-status", "callback_status", "none, pending, acknowledged or failed"},
    filter{"--reference", "reference", "The transfer's reference"},
    filter{"--bank-account", "bank_account_id", "Id of the bank account"},
    filter{"--from", "from", "Made at or after this time"},
    filter{"--to", "to", "Made before this time"},
    filter{"--limit", "limit", "How many at most, 1 to 100"},
    filter{"--cursor", "cursor", "Go on where an earlier list ended"},
    filter{"--order", "order", "desc (newest first) or asc"},
};
constexpr std::array columns{
    column{"ID", "id"},
    column{"STATUS", "status"},
    column{"AMOUNT", "amount"},
    column{"RECEIVED", "received_amount"},
    column{"REFERENCE", "reference"},
    column{"CALLBACK", "callback_status"},
    column{"CREATED", "created_at"},
};

struct list_options {
  connection_options connection;
  std::string workspace;
  std::array<std::string, filters.size()> values;
};

void show_list(const list_options& options, terminal& at, const boost::json::value& data,
               const boost::json::object& meta) {
  if (options.connection.as_json || !data.is_array())
    at.out << boost::json::serialize(data) << "\n";
  else
    print_table(at.out, columns, data.get_array());
  const auto* cursor = meta.if_contains("next_cursor");
  if (cursor && cursor->is_string())
    at.err << "more: --cursor " << printable(std::string_view{cursor->get_string()}) << "\n";
}

exit_status list_links(const list_options& options, terminal& at) {
  api_call call;
  call.target = "/v1.1/payment-links/" + percent_encode(choose_workspace(options.workspace, options.connection, at));
  char separator = '?';
  for (std::size_t i = 0; i < filters.size(); ++i) {
    if (options.values[i].empty()) continue;
    call.target += separator;
    call.target.append(filters[i].parameter).append("=").append(percent_encode(options.values[i]));
    separator = '&';
  }
  api_client client{find_service(options.connection, at)};
  return finish(client.send(call), at, [&](const auto& data, const auto& meta) { show_list(options, at, data, meta); });
}

} // namespace

void add_list_links(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<list_options>();
  auto* verb = links.add_subcommand("list", "List payment links, newest first.");
  add_workspace_option(*verb, options->workspace);
  for (std::size_t i = 0; i < filters.size(); ++i)
    verb->add_option(filters[i].option, options->values[i], filters[i].help);
  add_connection_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return list_links(*options, at); }; });
}

} // namespace paylink::cli
