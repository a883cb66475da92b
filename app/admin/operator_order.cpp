#include "app/admin/operator_order.hpp"

#include <CLI/CLI.hpp>

namespace paylink {

namespace {

constexpr int listed_max = 10'000;

CLI::App* add_verb(CLI::App& to, operator_order& order, const std::string& group, const std::string& name,
                   const std::string& help) {
  auto* verb = to.add_subcommand(name, help);
  verb->callback([&order, full = group.empty() ? name : group + " " + name] { order.verb = full; });
  verb->add_flag("--json", order.as_json, "Print one JSON document");
  return verb;
}

void add_email(CLI::App& verb, operator_order& order) {
  verb.add_option("EMAIL", order.email, "The account's address")->required();
}

void add_limit(CLI::App& verb, operator_order& order) {
  verb.add_option("--limit", order.limit, "Maximum number of rows")
      ->check(CLI::Range(1, listed_max))
      ->capture_default_str();
}

void add_users(CLI::App& admin, operator_order& order) {
  auto* users = admin.add_subcommand("users", "People's accounts");
  users->require_subcommand(1);
  add_limit(*add_verb(*users, order, "users", "list", "List the accounts, newest first"), order);
  add_email(*add_verb(*users, order, "users", "lock",
                      "Lock an account: its sessions end, and its API tokens stop working until it is unlocked"),
            order);
  add_email(*add_verb(*users, order, "users", "unlock", "Unlock an account"), order);
  add_email(
      *add_verb(
          *users, order, "users", "reset-second-factor",
          "Remove all second factors of an account: its sessions end, and only the password is needed to sign in"),
      order);
  auto* plan = add_verb(*users, order, "users", "plan",
                        "Show an account's plan and usage, or change the plan: to a higher one at once, to a lower one "
                        "from the next month");
  add_email(*plan, order);
  plan->add_option("PLAN", order.plan, "The plan's name (default: show the plan)");
}

void add_banks(CLI::App& admin, operator_order& order) {
  auto* banks = admin.add_subcommand("banks", "The banks' operational status");
  banks->require_subcommand(1);
  add_verb(*banks, order, "banks", "list", "List the banks with their status");
  auto* status = add_verb(*banks, order, "banks", "status", "Set a bank's status, overriding the configured one");
  status->add_option("CODE", order.code, "The bank's code, such as MB")->required();
  status->add_option("STATUS", order.status, "active, maintenance or discontinued")->required();
}

void add_account_names(CLI::App& verb, operator_order& order) {
  verb.add_option("--workspace", order.workspace,
                  "Id of the Workspace (default: the one that is connected with this number now)");
  verb.add_option("--bank", order.code, "The bank's code, such as MB")->required();
  verb.add_option("--number", order.number, "The account number")->required();
}

void add_bank_accounts(CLI::App& admin, operator_order& order) {
  auto* accounts = admin.add_subcommand("bank-accounts", "Workspaces' bank accounts");
  accounts->require_subcommand(1);
  auto* connect =
      add_verb(*accounts, order, "bank-accounts", "connect",
               "Connect a bank account to a Workspace without the bank's proof: verify the ownership yourself");
  connect->add_option("--workspace", order.workspace, "Id of the Workspace")->required();
  connect->add_option("--bank", order.code, "The bank's code, such as MB")->required();
  connect->add_option("--number", order.number, "The account number")->required();
  connect->add_option("--holder", order.holder, "The account holder's name, as the bank writes it")->required();
  add_account_names(*add_verb(*accounts, order, "bank-accounts", "disconnect",
                              "Disconnect a bank account: its Workspace receives no more entries from feeds, keeps its "
                              "records, and can reconnect it"),
                    order);
  add_account_names(*add_verb(*accounts, order, "bank-accounts", "evict",
                              "Remove an account number from a Workspace that should never have had it: also stops "
                              "fetching entries and importing statements. Name that Workspace: without --workspace, "
                              "the one that is connected now is evicted"),
                    order);
}

void add_quarantine(CLI::App& admin, operator_order& order) {
  auto* quarantine = admin.add_subcommand("quarantine", "Bank entries that could not be recorded");
  quarantine->require_subcommand(1);
  add_limit(*add_verb(*quarantine, order, "quarantine", "list",
                      "List entries of unconnected accounts and unreadable entries, oldest first"),
            order);
  auto* retry = add_verb(*quarantine, order, "quarantine", "retry",
                         "Process them again, and record those whose account is now connected");
  retry->add_option("ID", order.entry, "The entry's id in the list (default: all)")->check(CLI::PositiveNumber);
}

void add_tokens(CLI::App& admin, operator_order& order) {
  auto* tokens = admin.add_subcommand("tokens", "All API tokens");
  tokens->require_subcommand(1);
  auto* list = add_verb(*tokens, order, "tokens", "list", "List API tokens, newest first");
  list->add_option("--user", order.email, "Only tokens of the account with this address");
  add_limit(*list, order);
  add_verb(*tokens, order, "tokens", "revoke", "Revoke an API token")
      ->add_option("ID", order.token, "The token's id (tok_…)")
      ->required();
}

} // namespace

void add_operator_verbs(CLI::App& admin, operator_order& order) {
  add_users(admin, order);
  auto* invite =
      add_verb(admin, order, "", "invite",
               "Invite a person to create an account: print the link, and email it if a mail server is configured");
  invite->add_option("EMAIL", order.email, "The person's address")->required();
  invite->add_option("--locale", order.locale, "Language of the email, vi or en")
      ->check(CLI::IsMember({"vi", "en"}))
      ->capture_default_str();
  add_banks(admin, order);
  add_bank_accounts(admin, order);
  add_quarantine(admin, order);
  add_tokens(admin, order);
}

} // namespace paylink
