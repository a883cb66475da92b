#include "cli/connection.hpp"
#include "cli/link_filters.hpp"
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
  std::string workspace, limit, cursor, order;
  link_filters filters;
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
  append_link_filters(call.target, options.filters);
  append_parameter(call.target, "limit", options.limit);
  append_parameter(call.target, "cursor", options.cursor);
  append_parameter(call.target, "order", options.order);
  api_client client{find_service(options.connection, at)};
  return finish(client.send(call), at, [&](const auto& data, const auto& meta) { show_list(options, at, data, meta); });
}

} // namespace

void add_list_links(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<list_options>();
  auto* verb = links.add_subcommand("list", "List payment links, newest first.");
  add_workspace_option(*verb, options->workspace);
  add_link_filters(*verb, options->filters);
  verb->add_option("--limit", options->limit, "How many at most, 1 to 100");
  verb->add_option("--cursor", options->cursor, "Go on where an earlier list ended");
  verb->add_option("--order", options->order, "desc (newest first) or asc");
  add_connection_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return list_links(*options, at); }; });
}

} // namespace paylink::cli
