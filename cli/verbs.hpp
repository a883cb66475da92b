#pragma once
#include "cli/terminal.hpp"

#include <functional>

namespace CLI {
class App;
}

/// Every verb of the program: each adds itself to a command, and sets `chosen` if it is called.
namespace paylink::cli {

using chosen_verb = std::function<exit_status()>;

void add_list_workspaces(CLI::App& workspaces, terminal& at, chosen_verb& chosen);
void add_update_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen);
void add_delete_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen);
void add_members(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_invitations(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_show_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen);
void add_suspend_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen);
void add_reactivate_workspace(CLI::App& workspaces, terminal& at, chosen_verb& chosen);
void add_create_link(CLI::App& links, terminal& at, chosen_verb& chosen);
void add_get_link(CLI::App& links, terminal& at, chosen_verb& chosen);
void add_list_links(CLI::App& links, terminal& at, chosen_verb& chosen);
void add_list_payments(CLI::App& links, terminal& at, chosen_verb& chosen);
void add_cancel_link(CLI::App& links, terminal& at, chosen_verb& chosen);
void add_show_callback(CLI::App& links, terminal& at, chosen_verb& chosen);
void add_resend_callback(CLI::App& links, terminal& at, chosen_verb& chosen);
void add_resend_all_callbacks(CLI::App& links, terminal& at, chosen_verb& chosen);
void add_create_order(CLI::App& orders, terminal& at, chosen_verb& chosen);
void add_get_order(CLI::App& orders, terminal& at, chosen_verb& chosen);
void add_list_orders(CLI::App& orders, terminal& at, chosen_verb& chosen);
void add_cancel_order(CLI::App& orders, terminal& at, chosen_verb& chosen);
void add_bank_accounts(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_virtual_accounts(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_connector(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_webhooks(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_deliveries(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_import_statement(CLI::App& transactions, terminal& at, chosen_verb& chosen);
void add_transactions(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_daily_report(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_audit_log(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_sandbox_otp(CLI::App& sandbox, terminal& at, chosen_verb& chosen);
void add_sandbox_pay(CLI::App& sandbox, terminal& at, chosen_verb& chosen);
void add_trigger(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_listen(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_verify_endpoint(CLI::App& program, terminal& at, chosen_verb& chosen);
void add_verify_signature(CLI::App& program, terminal& at, chosen_verb& chosen);

} // namespace paylink::cli
