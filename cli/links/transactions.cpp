#include "api/description/transaction_filters.hpp"
#include "cli/links/list_filter.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <memory>

namespace paylink::cli {
namespace {

constexpr std::array transaction_columns{
    column{"ID", "transaction_id"},
    column{"DATE", "transaction_date"},
    column{"TYPE", "transfer_type"},
    column{"AMOUNT", "amount"},
    column{"CLASSIFICATION", "classification"},
    column{"ATTENTION", "attention"},
    column{"LINK", "payment_link_id", "likely_payment_link_id"},
    column{"CONTENT", "content"},
};

constexpr std::array transaction_options{
    list_filter{"--from", "from"},
    list_filter{"--to", "to"},
    list_filter{"--account", "account_id"},
    list_filter{"--type", "transfer_type"},
    list_filter{"--min-amount", "min_amount"},
    list_filter{"--max-amount", "max_amount"},
    list_filter{"--classification", "classification"},
    list_filter{"--attention", "attention"},
    list_filter{"--content", "q"},
};
static_assert(transaction_options.size() == std::size(transaction_filters),
              "every API filter is available as an option");

struct transaction_list_options {
  page_options page;
  std::string workspace;
  bool in_all = false;
  std::array<std::string, transaction_options.size()> values;
};

struct one_options {
  service_options connection;
  std::string workspace, id, note;
  bool settled = false, reopened = false;
};

exit_status list_transactions(const transaction_list_options& options, terminal& at) {
  std::string target = "/v1.1/transactions";
  if (!options.in_all)
    target += "/" + percent_encoded(choose_workspace(options.workspace, options.page.connection, at));
  append_list_filters(target, transaction_options, options.values);
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, transaction_columns, at);
}

std::string path_of(const one_options& options, terminal& at) {
  return "/v1.1/transactions/" + percent_encoded(choose_workspace(options.workspace, options.connection, at)) + "/" +
         percent_encoded(options.id);
}

exit_status get_transaction(const one_options& options, terminal& at) {
  api_call call;
  call.target = path_of(options, at);
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

exit_status settle_transaction(const one_options& options, terminal& at) {
  boost::json::object body;
  if (!options.note.empty()) body["note"] = options.note;
  if (options.settled || options.reopened) body["settled"] = options.settled;
  if (body.empty()) throw usage_error{"nothing to change: give --note, --settled or --reopened"};
  api_call call{.method = http_method::patch,
                .target = path_of(options, at),
                .body = boost::json::serialize(body),
                .headers = {},
                .is_repeatable = true};
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

CLI::App* add_one(CLI::App& transactions, const char* name, const char* help,
                  const std::shared_ptr<one_options>& options) {
  auto* verb = transactions.add_subcommand(name, help);
  verb->add_option("transaction", options->id, "Id of the transaction (txn_…)")->required();
  add_workspace_option(*verb, options->workspace);
  add_service_options(*verb, options->connection);
  return verb;
}

} // namespace

void add_transactions(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* transactions = program.add_subcommand("transactions", "List, import, annotate and settle transactions.");
  transactions->require_subcommand(1);

  auto options = std::make_shared<transaction_list_options>();
  auto* list = transactions->add_subcommand("list", "List transactions, newest first.");
  add_workspace_option(*list, options->workspace);
  list->add_flag("--all-workspaces", options->in_all, "List the transactions of all Workspaces that the token can read")
      ->excludes(list->get_option("--workspace"));
  add_list_filters(*list, transaction_options, transaction_filters, options->values);
  add_page_options(*list, options->page);
  list->callback([options, &at, &chosen] { chosen = [options, &at] { return list_transactions(*options, at); }; });

  auto got = std::make_shared<one_options>();
  add_one(*transactions, "get", "Print one transaction.", got)->callback([got, &at, &chosen] {
    chosen = [got, &at] { return get_transaction(*got, at); };
  });

  auto noted = std::make_shared<one_options>();
  auto* note = add_one(*transactions, "note", "Annotate or settle a transaction.", noted);
  note->add_option("--note", noted->note, "Note to store with the transaction");
  auto* settled = note->add_flag("--settled", noted->settled, "Remove it from the transactions that need review");
  note->add_flag("--reopened", noted->reopened, "Put it back")->excludes(settled);
  add_import_statement(*transactions, at, chosen);
  note->callback([noted, &at, &chosen] { chosen = [noted, &at] { return settle_transaction(*noted, at); }; });
}

} // namespace paylink::cli
