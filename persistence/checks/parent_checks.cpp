#include "persistence/checks/row_check.hpp"

namespace paylink::checks {
namespace {

/// SQL: no row of `table` has the value of `child` in its column `key`. A null has no parent to miss.
std::string lacks(const std::string& table, const std::string& key, const std::string& child) {
  return "(" + child + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " + table + " p WHERE p." + key + " = " + child +
         "))";
}

row_check orphans(std::string table, std::string broken, std::string label, std::string joins = {},
                  std::string key = "row") {
  auto name = "orphaned_" + table;
  return {.name = std::move(name),
          .table = std::move(table),
          .broken = std::move(broken),
          .problem = "a row that it refers to is missing, or is not of the same account or Workspace",
          .advice = "restore a backup if rows were deleted; keep a copy of the database and report it",
          .joins = std::move(joins),
          .label = std::move(label),
          .key = std::move(key)};
}

constexpr const char* with_accounts = "LEFT JOIN bank_accounts a ON a.row = x.account_row LEFT JOIN virtual_accounts v "
                                      "ON v.row = x.virtual_account_row";
constexpr const char* is_of_other_account =
    "a.row IS NULL OR a.workspace_id <> x.workspace_id OR (x.virtual_account_row IS NOT NULL AND (v.row IS NULL OR "
    "v.account_row <> x.account_row))";

} // namespace

std::vector<row_check> parent_checks() {
  return {
      orphans("workspaces", lacks("users", "id", "x.owner_id"), "x.id"),
      orphans("memberships", lacks("users", "id", "x.user_id") + " OR " + lacks("workspaces", "id", "x.workspace_id"),
              "x.id"),
      orphans("api_tokens", lacks("users", "id", "x.user_id"), "x.id"),
      orphans("signing_keys", lacks("workspaces", "id", "x.workspace_id"), "x.id"),
      orphans("bank_accounts", lacks("workspaces", "id", "x.workspace_id"), "x.id"),
      orphans("virtual_accounts", lacks("bank_accounts", "row", "x.account_row"), "x.id"),
      orphans("payment_links", is_of_other_account, "x.id", with_accounts),
      orphans("transactions",
              std::string{is_of_other_account} +
                  " OR (x.link_row IS NOT NULL AND (l.row IS NULL OR l.account_row <> x.account_row)) OR " +
                  lacks("payment_links", "row", "x.likely_link_row"),
              "x.id", std::string{with_accounts} + " LEFT JOIN payment_links l ON l.row = x.link_row"),
      orphans("kept_entries",
              lacks("workspaces", "id", "x.workspace_id") + " OR " + lacks("bank_accounts", "row", "x.account_row") +
                  " OR " + lacks("payment_links", "row", "x.link_row"),
              "x.source_id"),
      orphans("deliveries",
              "(x.link_row IS NOT NULL AND (l.row IS NULL OR l.workspace_id <> x.workspace_id)) OR " +
                  lacks("transactions", "row", "x.transaction_row"),
              "x.event_id", "LEFT JOIN payment_links l ON l.row = x.link_row"),
      orphans("attempts", lacks("deliveries", "row", "x.delivery_row"), "'number ' || x.number", {}, "delivery_row"),
      orphans("callback_rounds", lacks("deliveries", "row", "x.delivery_row"), "'from attempt ' || x.first_attempt", {},
              "delivery_row"),
      orphans("failing_endpoints", lacks("workspaces", "id", "x.workspace_id"), "x.endpoint"),
      orphans("notices", lacks("workspaces", "id", "x.workspace_id"), "x.workspace_id"),
      orphans("told_users", lacks("notices", "row", "x.notice_row") + " OR " + lacks("users", "id", "x.user_id"),
              "x.user_id", {}, "notice_row"),
      {.name = "signing_key_count",
       .table = "workspaces",
       .broken = "(SELECT COUNT(*) FROM signing_keys k WHERE k.workspace_id = x.id AND k.valid_until IS NULL) <> 1 OR "
                 "(SELECT COUNT(*) FROM signing_keys k WHERE k.workspace_id = x.id AND k.valid_until IS NOT NULL) > 1",
       .problem = "a Workspace has one current signing key, and at most one before it",
       .advice = report_it},
  };
}

} // namespace paylink::checks
