#include "cli/links/link_filters.hpp"
#include "cli/links/named_link.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <memory>

namespace paylink::cli {
namespace {

constexpr std::array link_columns{
    column{"ID", "id"},
    column{"STATUS", "status"},
    column{"AMOUNT", "amount"},
    column{"RECEIVED", "received_amount"},
    column{"REFERENCE", "reference"},
    column{"CALLBACK", "callback_status"},
    column{"CREATED", "created_at"},
};
constexpr std::array payment_columns{
    column{"TRANSACTION", "transaction_id"},
    column{"CLASSIFICATION", "classification"},
    column{"AMOUNT", "amount"},
    column{"DATE", "transaction_date"},
    column{"SETTLED", "settled"},
    column{"CONTENT", "content"},
};

struct list_options {
  page_options page;
  std::string workspace;
  link_filters filters;
};

struct payments_options {
  page_options page;
  named_link named;
};

exit_status list_links(const list_options& options, terminal& at) {
  auto target =
      "/v1.1/payment-links/" + percent_encoded(choose_workspace(options.workspace, options.page.connection, at));
  append_link_filters(target, options.filters);
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, link_columns, at);
}

exit_status list_payments(const payments_options& options, terminal& at) {
  return with_link(options.named, options.page.connection, at, [&](api_client& client, const std::string& path) {
    return show_page(client, path + "/payments", options.page, payment_columns, at);
  });
}

} // namespace

void add_list_links(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<list_options>();
  auto* verb = links.add_subcommand("list", "List payment links, newest first.");
  add_workspace_option(*verb, options->workspace);
  add_link_filters(*verb, options->filters);
  add_page_options(*verb, options->page);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return list_links(*options, at); }; });
}

void add_list_payments(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<payments_options>();
  auto* verb = links.add_subcommand("payments", "List every credit that named a payment link, newest first.");
  add_link_argument(*verb, options->named);
  add_page_options(*verb, options->page);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return list_payments(*options, at); }; });
}

} // namespace paylink::cli
