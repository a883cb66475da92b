#include "persistence/checks/row_check.hpp"

namespace paylink::checks {
namespace {

/// SQL: a row refers to one of `table` that is missing. A null refers to none.
std::string misses(const std::string& table, const std::string& key, const std::string& child) {
  return "(" + child + " IS NOT NULL AND " + lacks(table + " p", "p." + key + " = " + child) + ")";
}

row_check orphans(std::string table, std::string broken, std::string label, std::vector<joined> joins = {},
                  std::string key = "row") {
  auto name = "orphaned_" + table;
  return {.name = std::move(name),
          .table = std::move(table),
          .broken = std::move(broken),
          .problem = "a referenced row is missing, or belongs to another account or Workspace",
          .advice = "restore a backup if rows were deleted; keep a copy of the database and report it",
          .joins = std::move(joins),
          .label = std::move(label),
          .key = std::move(key)};
}

const std::vector<joined> with_accounts{{"bank_accounts", "a", "a.row = x.account_row"},
                                        {"virtual_accounts", "v", "v.row = x.virtual_account_row"}};
const joined with_link{"payment_links", "l", "l.row = x.link_row"};

constexpr const char* is_of_other_account =
    "a.row IS NULL OR a.workspace_id <> x.workspace_id OR (x.virtual_account_row IS NOT NULL AND (v.row IS NULL OR "
    "v.account_row <> x.account_row))";

} // namespace

std::string lacks(const std::string& table, const std::string& key) {
  // PostgreSQL would read the whole table for NOT EXISTS if it takes it for a small one.
  return "(SELECT 1 FROM " + table + " WHERE " + key + ") IS NULL";
}

std::string join_sql(dialect spoken, const std::vector<joined>& all) {
  std::string text;
  for (const auto& [table, alias, key] : all) {
    const auto named = table + ' ' + alias;
    // For the same reason: the limit keeps the planner from joining in another way than row by row.
    text +=
        " LEFT JOIN " + choose(spoken, named + " ON " + key,
                               "LATERAL (SELECT * FROM " + named + " WHERE " + key + " LIMIT 1) " + alias + " ON TRUE");
  }
  return text;
}

std::vector<row_check> parent_checks() {
  return {
      orphans("workspaces", misses("users", "id", "x.owner_id"), "x.id"),
      orphans("memberships", misses("users", "id", "x.user_id") + " OR " + misses("workspaces", "id", "x.workspace_id"),
              "x.id"),
      orphans("api_tokens", misses("users", "id", "x.user_id"), "x.id"),
      orphans("signing_keys", misses("workspaces", "id", "x.workspace_id"), "x.id"),
      orphans("bank_accounts", misses("workspaces", "id", "x.workspace_id"), "x.id"),
      orphans("virtual_accounts", misses("bank_accounts", "row", "x.account_row"), "x.id"),
      orphans("payment_links", is_of_other_account, "x.id", with_accounts),
      orphans("orders", "a.row IS NULL OR a.workspace_id <> x.workspace_id", "x.id", {with_accounts[0]}),
      orphans("transactions",
              std::string{is_of_other_account} +
                  " OR (x.link_row IS NOT NULL AND (l.row IS NULL OR l.account_row <> x.account_row)) OR (x.order_row "
                  "IS NOT NULL AND (o.row IS NULL OR o.account_row <> x.account_row)) OR " +
                  misses("payment_links", "row", "x.likely_link_row"),
              "x.id", {with_accounts[0], with_accounts[1], with_link, {"orders", "o", "o.row = x.order_row"}}),
      orphans("kept_entries",
              misses("workspaces", "id", "x.workspace_id") + " OR " + misses("bank_accounts", "row", "x.account_row") +
                  " OR " + misses("payment_links", "row", "x.link_row"),
              "x.source_id"),
      orphans("deliveries",
              "(x.link_row IS NOT NULL AND (l.row IS NULL OR l.workspace_id <> x.workspace_id)) OR " +
                  misses("transactions", "row", "x.transaction_row"),
              "x.event_id", {with_link}),
      orphans("attempts", misses("deliveries", "row", "x.delivery_row"), "'number ' || x.number", {}, "delivery_row"),
      orphans("callback_rounds", misses("deliveries", "row", "x.delivery_row"), "'from attempt ' || x.first_attempt",
              {}, "delivery_row"),
      orphans("webhooks", misses("workspaces", "id", "x.workspace_id"), "x.id"),
      orphans("webhook_keys", misses("webhooks", "row", "x.webhook_row"), "x.id"),
      orphans("failing_endpoints", misses("workspaces", "id", "x.workspace_id"), "x.endpoint"),
      orphans("notices", misses("workspaces", "id", "x.workspace_id"), "x.workspace_id"),
      orphans("notified_users", misses("notices", "row", "x.notice_row") + " OR " + misses("users", "id", "x.user_id"),
              "x.user_id", {}, "notice_row"),
      {.name = "signing_key_count",
       .table = "workspaces",
       .broken = "x.deleted_at IS NULL AND ((SELECT COUNT(*) FROM signing_keys k WHERE k.workspace_id = x.id AND "
                 "k.valid_until IS NULL) <> 1 OR (SELECT COUNT(*) FROM signing_keys k WHERE k.workspace_id = x.id AND "
                 "k.valid_until IS NOT NULL) > 1)",
       .problem = "a Workspace has one current signing key, and at most one before it",
       .advice = report_it},
  };
}

} // namespace paylink::checks
