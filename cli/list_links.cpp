#include "cli/link_filters.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"

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
    column{"OCCURRED", "occurred_at"},
    column{"SETTLED", "settled"},
    column{"CONTENT", "content"},
};

struct list_options {
  page_options page;
  std::string workspace, link;
  link_filters filters;
};

std::string links_of(const list_options& options, terminal& at) {
  return "/v1.1/payment-links/" + percent_encode(choose_workspace(options.workspace, options.page.connection, at));
}

exit_status list_links(const list_options& options, terminal& at) {
  auto target = links_of(options, at);
  append_link_filters(target, options.filters);
  return show_page(std::move(target), options.page, link_columns, at);
}

exit_status list_payments(const list_options& options, terminal& at) {
  return show_page(links_of(options, at) + "/" + percent_encode(options.link) + "/payments", options.page,
                   payment_columns, at);
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
  auto options = std::make_shared<list_options>();
  auto* verb = links.add_subcommand("payments", "List every credit that named a payment link, newest first.");
  verb->add_option("link", options->link, "Id of the link (pl_…)")->required();
  add_workspace_option(*verb, options->workspace);
  add_page_options(*verb, options->page);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return list_payments(*options, at); }; });
}

} // namespace paylink::cli
