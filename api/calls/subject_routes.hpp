#pragma once
#include "api/calls/route_rows.hpp"

#include <span>

/// The parts of the route table: each subject lists its routes below their handlers.
namespace paylink {

/// A caller's Workspaces: listing, making and changing them.
std::span<const api_route> own_workspace_routes();
std::span<const api_route> workspace_routes();
std::span<const api_route> workspace_deletion_routes();
std::span<const api_route> workspace_export_routes();
std::span<const api_route> member_routes();
std::span<const api_route> invitation_routes();

std::span<const api_route> payment_link_routes();
std::span<const api_route> link_creation_routes();
std::span<const api_route> callback_routes();
std::span<const api_route> order_routes();
std::span<const api_route> order_creation_routes();

std::span<const api_route> bank_routes();
/// The bank accounts of a Workspace, how they are connected, and their virtual accounts.
std::span<const api_route> bank_account_routes();
std::span<const api_route> connection_routes();
std::span<const api_route> connection_proof_routes();
std::span<const api_route> virtual_account_routes();
std::span<const api_route> virtual_account_creation_routes();
std::span<const api_route> statement_import_routes();
/// How an account's bank is heard.
std::span<const api_route> account_health_routes();
std::span<const api_route> transaction_routes();
/// What was recorded in a day.
std::span<const api_route> daily_report_routes();
std::span<const api_route> statistics_routes();
/// What connectors call. The front end answers, once the gate has let it pass.
std::span<const api_route> feed_routes();

/// Making an account, and getting back into it.
std::span<const api_route> account_routes();
/// A person's sessions, and signing out.
std::span<const api_route> session_routes();
/// A person's own account.
std::span<const api_route> own_account_routes();
/// The plans, and the one that an account is on.
std::span<const api_route> plan_routes();
/// What an account has used, and what it costs.
std::span<const api_route> statement_routes();
std::span<const api_route> sign_in_routes();
/// Showing that one is still there.
std::span<const api_route> confirmation_routes();
/// The authenticator app and recovery codes.
std::span<const api_route> second_factor_routes();
std::span<const api_route> passkey_routes();
std::span<const api_route> token_routes();
std::span<const api_route> signing_key_routes();

std::span<const api_route> webhook_routes();
std::span<const api_route> webhook_creation_routes();
std::span<const api_route> webhook_key_routes();
std::span<const api_route> test_event_routes();
std::span<const api_route> delivery_routes();
std::span<const api_route> delivery_resend_routes();
std::span<const api_route> event_feed_routes();
std::span<const api_route> audit_routes();
/// The stream of hints that something in a Workspace has changed.
std::span<const api_route> change_routes();

/// The payers' pages, and the assets of all pages.
std::span<const api_route> payer_page_routes();
/// The console, which browsers run: its document, its files, and what it is told of the service.
std::span<const api_route> console_routes();
/// The API's own document, and the page that draws it.
std::span<const api_route> reference_routes();
std::span<const api_route> health_routes();

} // namespace paylink
