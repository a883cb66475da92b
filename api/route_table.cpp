#include "api/route_table.hpp"

#include "api/calls/subject_routes.hpp"

namespace paylink {

std::span<const api_route> api_routes() {
  static const auto all = [] {
    std::vector<api_route> rows;
    for (const auto subject : {own_workspace_routes,
                               workspace_routes,
                               workspace_deletion_routes,
                               workspace_export_routes,
                               member_routes,
                               invitation_routes,
                               payment_link_routes,
                               link_creation_routes,
                               callback_routes,
                               order_routes,
                               order_creation_routes,
                               bank_routes,
                               bank_account_routes,
                               connection_routes,
                               connection_proof_routes,
                               virtual_account_routes,
                               virtual_account_creation_routes,
                               statement_import_routes,
                               account_health_routes,
                               transaction_routes,
                               daily_report_routes,
                               statistics_routes,
                               feed_routes,
                               account_routes,
                               session_routes,
                               own_account_routes,
                               plan_routes,
                               statement_routes,
                               sign_in_routes,
                               confirmation_routes,
                               second_factor_routes,
                               passkey_routes,
                               token_routes,
                               signing_key_routes,
                               webhook_routes,
                               webhook_creation_routes,
                               webhook_key_routes,
                               test_event_routes,
                               delivery_routes,
                               delivery_resend_routes,
                               event_feed_routes,
                               audit_routes,
                               change_routes,
                               payer_page_routes,
                               console_routes,
                               reference_routes,
                               health_routes})
      rows.insert(rows.end(), subject.begin(), subject.end());
    return rows;
  }();
  return all;
}

} // namespace paylink
