#include "cli/creation.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace paylink::cli {
namespace {

struct create_options {
  service_options connection;
  std::string workspace, bank_account, callback_url, amount, redirect_url, description, expires_at, virtual_account;
  std::string idempotency_key;
  std::vector<std::string> metadata;
};

boost::json::object body_of(const create_options& options, const std::string& bank_account) {
  boost::json::object body{{"bank_account_id", bank_account}, {"callback_url", options.callback_url}};
  // Members that were not given are left out: the service refuses empty ones.
  auto add = [&](const char* member, const std::string& value) {
    if (!value.empty()) body[member] = value;
  };
  add("amount", options.amount);
  add("redirect_url", options.redirect_url);
  add("description", options.description);
  add("expires_at", options.expires_at);
  add("virtual_account_id", options.virtual_account);
  boost::json::object metadata;
  for (const auto& pair : options.metadata) {
    auto equals = pair.find('=');
    if (equals == pair.npos || equals == 0) throw usage_error{"--metadata takes KEY=VALUE, not `" + pair + "`"};
    if (!metadata.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      throw usage_error{"--metadata gives `" + pair.substr(0, equals) + "` twice"};
  }
  if (!metadata.empty()) body["metadata"] = std::move(metadata);
  return body;
}

exit_status create_link(const create_options& options, terminal& at) {
  auto workspace = choose_workspace(options.workspace, options.connection, at);
  auto account = choose_bank_account(options.bank_account, workspace, options.connection, at);
  const creation wanted{.target = "/v1.1/payment-links/" + percent_encoded(workspace),
                        .body = body_of(options, account),
                        .idempotency_key = options.idempotency_key};
  return finish_record(create(wanted, options.connection, at), at, options.connection.as_json);
}

} // namespace

void add_create_link(CLI::App& links, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<create_options>();
  auto* verb = links.add_subcommand("create", "Create a payment link and print it.");
  add_workspace_option(*verb, options->workspace);
  verb->add_option("--bank-account", options->bank_account,
                   "Id of the bank account to pay (default: from config.toml or the sandbox)")
      ->type_name("ID");
  verb->add_option("--callback-url", options->callback_url, "https URL for the callback")->required()->type_name("URL");
  verb->add_option("--amount", options->amount, "Whole VND, 2000 or more (default: the payer decides)")
      ->type_name("VND");
  verb->add_option("--redirect-url", options->redirect_url, "URL that the payer is sent to after the payment")
      ->type_name("URL");
  verb->add_option("--description", options->description, "Text shown to the payer");
  verb->add_option("--expires-at", options->expires_at, "At most 24 hours in the future, such as 2026-01-31T08:15:30Z")
      ->type_name("TIME");
  verb->add_option("--virtual-account", options->virtual_account, "Id of the virtual account to pay")->type_name("ID");
  verb->add_option("--metadata", options->metadata, "Stored with the link; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  verb->add_option("--idempotency-key", options->idempotency_key,
                   "Reusing a key within 24 hours creates no second link")
      ->type_name("KEY")
      ->check([](const std::string& key) {
        bool is_visible = key.size() <= 255 && key.find_first_not_of("\t ") != key.npos &&
                          std::ranges::all_of(key, [](char c) { return c >= 0x20 && c < 0x7f; });
        return is_visible ? std::string{} : std::string{"1 to 255 printable ASCII characters"};
      });
  add_service_options(*verb, options->connection);
  verb->callback([options, &at, &chosen] { chosen = [options, &at] { return create_link(*options, at); }; });
}

} // namespace paylink::cli
