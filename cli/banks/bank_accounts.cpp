#include "cli/changes.hpp"
#include "cli/creation.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "domain/values/percent.hpp"
#include "http/wire/json_members.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <memory>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

constexpr std::array account_columns{
    column{"ID", "id"},
    column{"BANK", "bank"},
    column{"NUMBER", "account_number"},
    column{"STATE", "state"},
    column{"HOLDER", "holder_name"},
    column{"METHOD", "connection.method"},
    column{"PROOF", "connection.verification_text"},
    column{"LAST TRANSACTION", "last_heard_at"},
};
constexpr std::array virtual_columns{
    column{"ID", "id"},
    column{"NUMBER", "account_number"},
    column{"NAME", "name"},
    column{"STATUS", "status"},
};

struct account_list_options {
  page_options page;
  std::string workspace, account;
};

struct account_options {
  service_options connection;
  std::string workspace, account, virtual_account;
  std::string bank, type, number, holder, phone, identity, name, idempotency_key;
};

std::string path_of_accounts(const std::string& workspace, const service_options& connection, const terminal& at) {
  return "/v1.1/bank-accounts/" + percent_encoded(choose_workspace(workspace, connection, at));
}

std::string path_of_account(const account_options& options, const terminal& at) {
  return path_of_accounts(options.workspace, options.connection, at) + "/" + percent_encoded(options.account);
}

exit_status list_accounts(const account_list_options& options, terminal& at) {
  auto target = path_of_accounts(options.workspace, options.page.connection, at);
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, account_columns, at);
}

exit_status list_virtual(const account_list_options& options, terminal& at) {
  auto target = path_of_accounts(options.workspace, options.page.connection, at) + "/" +
                percent_encoded(options.account) + "/virtual-accounts";
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, virtual_columns, at);
}

exit_status read_record(const account_options& options, const std::string& rest, terminal& at) {
  const api_call call{.target = path_of_account(options, at) + rest, .body = {}, .headers = {}};
  api_client client{find_service(options.connection, at)};
  return finish_record(client.send(call), at, options.connection.as_json);
}

exit_status get_account(const account_options& options, terminal& at) { return read_record(options, {}, at); }
exit_status show_health(const account_options& options, terminal& at) { return read_record(options, "/health", at); }

/// Prints the account, and says what is to be done next.
exit_status connect_account(const account_options& options, terminal& at) {
  json::object body{{"bank", options.bank}, {"account_number", options.number}, {"holder_name", options.holder}};
  put_member(body, "account_type", options.type);
  put_member(body, "phone", options.phone);
  put_member(body, "identity_number", options.identity);
  const creation wanted{.target = path_of_accounts(options.workspace, options.connection, at),
                        .body = std::move(body),
                        .idempotency_key = options.idempotency_key};
  return finish(create(wanted, options.connection, at), at, [&](const json::value& data, const auto&) {
    print_one(at, options.connection.as_json, data);
    const auto* const record = data.if_object();
    const auto* const connection = record ? record->if_contains("connection") : nullptr;
    if (!connection || !connection->is_object()) return;
    const auto* const text = connection->get_object().if_contains("verification_text");
    if (text && text->is_string())
      at.err << "within 24 hours, transfer any amount from this account to any other, with "
             << std::string_view{text->get_string()} << " in the transfer's text\n";
    else
      at.err << "the bank has sent a code to the account's holder: a signed-in Owner or Admin must submit it within 5 "
                "minutes, in the console or with POST "
             << wanted.target << "/" << printable(text_at(*record, "id")) << "/otp\n";
  });
}

exit_status remove_account(const account_options& options, terminal& at) {
  return send_deletion(path_of_account(options, at), options.connection, at);
}

exit_status issue_virtual(const account_options& options, terminal& at) {
  json::object body{{"name", options.name}};
  put_member(body, "account_number", options.number);
  const creation wanted{.target = path_of_account(options, at) + "/virtual-accounts",
                        .body = std::move(body),
                        .idempotency_key = options.idempotency_key};
  return finish_record(create(wanted, options.connection, at), at, options.connection.as_json);
}

exit_status close_virtual(const account_options& options, terminal& at) {
  return send_deletion(path_of_account(options, at) + "/virtual-accounts/" + percent_encoded(options.virtual_account),
                       options.connection, at);
}

using account_verb = exit_status (*)(const account_options&, terminal&);

CLI::App* add_account_verb(CLI::App& to, const char* name, const char* help,
                           const std::shared_ptr<account_options>& options, account_verb carry_out, terminal& at,
                           chosen_verb& chosen) {
  auto* verb = to.add_subcommand(name, help);
  add_workspace_option(*verb, options->workspace);
  add_service_options(*verb, options->connection);
  verb->callback(
      [options, carry_out, &at, &chosen] { chosen = [options, carry_out, &at] { return carry_out(*options, at); }; });
  return verb;
}

void add_account(CLI::App& verb, std::string& account) {
  verb.add_option("account", account, "Id of the bank account, ba_…")->required();
}

void add_key(CLI::App& verb, std::string& key) {
  verb.add_option("--idempotency-key", key, "Repeating a call with the same key within 24 hours has no further effect")
      ->type_name("KEY");
}

void add_connect(CLI::App& accounts, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<account_options>();
  auto* verb =
      add_account_verb(accounts, "connect", "Start connecting a bank account; print how to prove that it is yours.",
                       options, connect_account, at, chosen);
  verb->add_option("--bank", options->bank, "The bank's code, such as MB")->required()->type_name("CODE");
  verb->add_option("--number", options->number, "The account number")->required()->type_name("NUMBER");
  verb->add_option("--holder", options->holder, "The holder's name, as the bank writes it")
      ->required()
      ->type_name("NAME");
  verb->add_option("--type", options->type, "main, or main_with_virtual")->type_name("TYPE");
  verb->add_option("--phone", options->phone, "The phone number registered with the bank")->type_name("PHONE");
  verb->add_option("--identity-number", options->identity, "An identity or tax number, if the bank requires it")
      ->type_name("NUMBER");
  add_key(*verb, options->idempotency_key);
}

void add_list(CLI::App& to, const char* help, bool takes_account,
              exit_status (*carry_out)(const account_list_options&, terminal&), terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<account_list_options>();
  auto* verb = to.add_subcommand("list", help);
  if (takes_account) add_account(*verb, options->account);
  add_workspace_option(*verb, options->workspace);
  add_page_options(*verb, options->page);
  verb->callback(
      [options, carry_out, &at, &chosen] { chosen = [options, carry_out, &at] { return carry_out(*options, at); }; });
}

} // namespace

void add_bank_accounts(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* accounts = program.add_subcommand("bank-accounts", "Connect, list and remove bank accounts.");
  accounts->require_subcommand(1);
  add_list(*accounts, "List a Workspace's bank accounts, newest first.", false, list_accounts, at, chosen);
  auto shown = std::make_shared<account_options>();
  add_account(*add_account_verb(*accounts, "get", "Print a bank account.", shown, get_account, at, chosen),
              shown->account);
  auto heard = std::make_shared<account_options>();
  add_account(*add_account_verb(*accounts, "health",
                                "Print the health of an account's bank connection: lag, gaps, conflicts.", heard,
                                show_health, at, chosen),
              heard->account);
  add_connect(*accounts, at, chosen);
  auto removed = std::make_shared<account_options>();
  add_account(*add_account_verb(*accounts, "remove",
                                "Remove a bank account permanently; its pending links and orders fail.", removed,
                                remove_account, at, chosen),
              removed->account);
}

void add_virtual_accounts(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* numbers = program.add_subcommand("virtual-accounts", "Issue, list and close virtual accounts.");
  numbers->require_subcommand(1);
  add_list(*numbers, "List the virtual accounts of a bank account, newest first.", true, list_virtual, at, chosen);
  auto issued = std::make_shared<account_options>();
  auto* issue = add_account_verb(*numbers, "issue", "Issue a virtual account.", issued, issue_virtual, at, chosen);
  add_account(*issue, issued->account);
  issue->add_option("--name", issued->name, "Its display name")->required()->type_name("NAME");
  issue->add_option("--number", issued->number, "The number that your provider issued, if the bank has no connector")
      ->type_name("NUMBER");
  add_key(*issue, issued->idempotency_key);
  auto closed = std::make_shared<account_options>();
  auto* close =
      add_account_verb(*numbers, "close", "Close a virtual account permanently.", closed, close_virtual, at, chosen);
  add_account(*close, closed->account);
  close->add_option("virtual-account", closed->virtual_account, "Id of the virtual account, va_…")->required();
}

} // namespace paylink::cli
