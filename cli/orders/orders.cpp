#include "api/description/order_filters.hpp"
#include "cli/links/list_filter.hpp"
#include "cli/record_list.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace paylink::cli {
namespace {

constexpr std::array order_columns{
    column{"ORDER", "order_id"},           column{"STATUS", "status"},       column{"AMOUNT", "amount"},
    column{"RECEIVED", "received_amount"}, column{"REFERENCE", "reference"}, column{"EXPIRES", "expires_at"},
    column{"CREATED", "created_at"},
};
constexpr std::array order_options{
    list_filter{"--status", "status"},       list_filter{"--order-id", "order_id"},
    list_filter{"--reference", "reference"}, list_filter{"--bank-account", "bank_account_id"},
    list_filter{"--from", "from"},           list_filter{"--to", "to"},
};
static_assert(order_options.size() == std::size(order_filters), "every API filter is available as an option");

struct list_orders_options {
  page_options page;
  std::string workspace;
  std::array<std::string, order_options.size()> filters;
};

struct named_order_options {
  service_options connection;
  std::string workspace, order;
};

std::string orders_path(const std::string& workspace, const service_options& connection, const terminal& at) {
  return "/v1.1/orders/" + percent_encoded(choose_workspace(workspace, connection, at));
}

exit_status list_orders(const list_orders_options& options, terminal& at) {
  auto target = orders_path(options.workspace, options.page.connection, at);
  append_list_filters(target, order_options, options.filters);
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, order_columns, at);
}

/// Calls the service about the order: what stands behind its path is `rest`.
exit_status call_for_order(const named_order_options& options, http_method method, std::string_view rest,
                           terminal& at) {
  api_call call;
  call.method = method;
  call.target = orders_path(options.workspace, options.connection, at) + "/" + percent_encoded(options.order);
  call.target += rest;
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

void add_named_order(CLI::App& orders, const char* name, const char* help, http_method method, const char* rest,
                     terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<named_order_options>();
  auto* verb = orders.add_subcommand(name, help);
  verb->add_option("order", options->order, "Your id of the order, or ord_…")->required();
  add_workspace_option(*verb, options->workspace);
  add_service_options(*verb, options->connection);
  verb->callback([options, method, rest, &at, &chosen] {
    chosen = [options, method, rest, &at] { return call_for_order(*options, method, rest, at); };
  });
}

} // namespace

void add_list_orders(CLI::App& orders, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<list_orders_options>();
  auto* verb = orders.add_subcommand("list", "List orders, newest first.");
  add_workspace_option(*verb, options->workspace);
  add_list_filters(*verb, order_options, order_filters, options->filters);
  add_page_options(*verb, options->page);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return list_orders(*options, at); }; });
}

void add_get_order(CLI::App& orders, terminal& at, chosen_verb& chosen) {
  add_named_order(orders, "get", "Print one order.", http_method::get, "", at, chosen);
}

void add_cancel_order(CLI::App& orders, terminal& at, chosen_verb& chosen) {
  add_named_order(orders, "cancel", "Cancel a pending order and print it.", http_method::post, "/cancel", at, chosen);
}

} // namespace paylink::cli
