#pragma once
#include "api/calls/route_rows.hpp"

#include <span>

/// The parts of the route table: each subject lists its routes below their handlers.
namespace paylink {

using listed_routes = const std::span<const api_route>;

/// A caller's Workspaces, and the people in one.
extern listed_routes own_workspace_routes, workspace_routes, workspace_deletion_routes, workspace_export_routes,
    member_routes, invitation_routes;

/// What is paid.
extern listed_routes payment_link_routes, link_creation_routes, callback_routes, order_routes, order_creation_routes;

/// The bank accounts of a Workspace: how they are connected and heard, and what was recorded.
extern listed_routes bank_routes, bank_account_routes, connection_routes, connection_proof_routes,
    virtual_account_routes, virtual_account_creation_routes, statement_import_routes, account_health_routes,
    transaction_routes, daily_report_routes, statistics_routes;
/// What connectors call. The front end answers, once the gate has let it pass.
extern listed_routes feed_routes;

/// A person's account: making it and getting back into it, its sessions and second factors, its plan and its tokens.
extern listed_routes account_routes, session_routes, own_account_routes, plan_routes, statement_routes, sign_in_routes,
    confirmation_routes, second_factor_routes, passkey_routes, token_routes;

/// What is sent, and what has happened.
extern listed_routes signing_key_routes, webhook_routes, webhook_creation_routes, webhook_key_routes, test_event_routes,
    delivery_routes, delivery_resend_routes, event_feed_routes, audit_routes;
/// The stream of hints that something in a Workspace has changed.
extern listed_routes change_routes;

/// The payers' pages with the assets of all pages, the console, the API's own document, and the health checks.
extern listed_routes payer_page_routes, console_routes, reference_routes, health_routes;

} // namespace paylink
