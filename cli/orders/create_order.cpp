#include "cli/creation.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace paylink::cli {
namespace {

struct create_order_options {
  service_options connection;
  std::string workspace, bank_account, amount, order_id, customer_email, expires_at, idempotency_key;
};

boost::json::object order_body(const create_order_options& options, const std::string& bank_account) {
  boost::json::object body{{"bank_account_id", bank_account}, {"amount", options.amount}};
  // Members that were not given are left out: the service refuses empty ones.
  const auto add = [&](const char* member, const std::string& value) {
    if (!value.empty()) body[member] = value;
  };
  add("order_id", options.order_id);
  add("customer_email", options.customer_email);
  add("expires_at", options.expires_at);
  return body;
}

exit_status create_order(const create_order_options& options, terminal& at) {
  const auto workspace = choose_workspace(options.workspace, options.connection, at);
  const auto account = choose_bank_account(options.bank_account, workspace, options.connection, at);
  const creation wanted{.target = "/v1.1/orders/" + percent_encoded(workspace),
                        .body = order_body(options, account),
                        .idempotency_key = options.idempotency_key};
  return finish_record(create(wanted, options.connection, at), at, options.connection.as_json);
}

} // namespace

void add_create_order(CLI::App& orders, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<create_order_options>();
  auto* verb = orders.add_subcommand("create", "Create an order and print it, with its QR code.");
  add_workspace_option(*verb, options->workspace);
  verb->add_option("--bank-account", options->bank_account,
                   "Id of the bank account to pay (default: from config.toml or the sandbox)")
      ->type_name("ID");
  verb->add_option("--amount", options->amount, "Whole VND, 2000 or more")->required()->type_name("VND");
  verb->add_option("--order-id", options->order_id, "Your id, unique in the Workspace (default: ours)")
      ->type_name("ID");
  verb->add_option("--customer-email", options->customer_email, "Customer's email address, included in webhook events")
      ->type_name("ADDRESS");
  verb->add_option("--expires-at", options->expires_at,
                   "At most 30 days in the future, such as 2026-01-31T08:15:30Z (default: in 24 hours)")
      ->type_name("TIME");
  verb->add_option("--idempotency-key", options->idempotency_key,
                   "Reusing a key within 24 hours creates no second order")
      ->type_name("KEY")
      ->check([](const std::string& key) {
        const bool is_visible = key.size() <= 255 && key.find_first_not_of("\t ") != key.npos &&
                                std::ranges::all_of(key, [](char c) { return c >= 0x20 && c < 0x7f; });
        return is_visible ? std::string{} : std::string{"1 to 255 printable ASCII characters"};
      });
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return create_order(*options, at); }; });
}

} // namespace paylink::cli
