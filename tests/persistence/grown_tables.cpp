#include "tests/persistence/grown_tables.hpp"

namespace paylink::test {
namespace {

/// A table, its columns, and what stands in them in row `n`; whether the number of a row is given by the database.
struct growth {
  const char* table;
  const char* columns;
  const char* values;
  int rows;
  bool has_row = true;
};

// `@account`, `@workspace` and `@owner` are the world's; every second row is its own.
constexpr growth tables[] = {
    {"users", "id, email, name, password_hash, plan, language, status, created_at",
     "'usr_' || n, n || '@shop.example', '', '', 'Free', 'vi', 'active', n", 20'000},
    {"sign_ups", "digest, email, name, password_hash, language, created_at, expires_at",
     "'digest-' || n, n || '@shop.example', '', '', 'vi', n, n", 20'000},
    {"recoveries", "digest, user_id, created_at, expires_at", "'digest-' || n, 'usr_' || n, n, n", 20'000},
    {"sessions", "id, digest, user_id, address, agent, created_at, seen_at, expires_at, confirmed_at",
     "'ses_' || n, 'digest-' || n, 'usr_' || n, '', '', n, n, n, n", 20'000},
    {"invitations", "id, digest, workspace_id, email, role, invited_by, created_at, expires_at",
     "'inv_' || n, 'digest-' || n, 'ws_' || n, n || '@shop.example', 'member', 'usr_' || n, n, n", 1'000},
    {"tries", "key, minute, count, until_minute", "'key-' || n, n, 1, n", 20'000, false},
    {"sign_in_addresses", "user_id, household, seen_at", "'usr_' || n, 'household-' || n, n", 20'000, false},
    {"paces", "key, next_at, set_at", "'chat/' || n, n, n", 20'000, false},
    {"mails", "kind, recipient, language, sealed, digest, content, created_at, next_at",
     "'sign_up', n || '@shop.example', 'vi', '', '', '{}', n, n", 1'000},
    {"totp_secrets", "user_id, sealed, created_at, confirmed_at, last_step", "'usr_' || n, 'sealed', n, n, n", 20'000},
    {"recovery_codes", "user_id, digest", "'usr_' || n, 'digest-' || n", 20'000, false},
    {"passkeys",
     "id, user_id, credential_id, public_key, algorithm, sign_count, backup_eligible, backed_up, name, created_at",
     "'pky_' || n, 'usr_' || n, 'credential-' || n, '', -7, 0, 0, 0, '', n", 20'000},
    {"ceremonies", "digest, kind, expires_at", "'digest-' || n, 'sign_in', n", 20'000},
    {"audit_log", "id, scope, number, at, actor_type, actor_id, address, action, target, was, became, hash",
     "'aud_' || n, 'ws_' || n, 1, n, 'user', 'usr_' || n, '', '', '', '', '', ''", 20'000},
    {"audit_chains", "scope, length, hash", "'ws_' || n, 1, ''", 20'000, false},
    {"workspaces", "id, owner_id, name, description, entity_type, banking_mode, status, language, created_at",
     "'ws_' || n, 'usr_' || n, '', '', 'individual', 'open_banking', 'active', 'vi', n", 1'000},
    {"memberships", "id, workspace_id, user_id, role, status, created_at",
     "'mem_' || n, 'ws_' || (1 + n % 1000), 'usr_' || n, 'owner', 'active', n", 20'000},
    {"signing_keys", "workspace_id, id, sealed, created_at", "'ws_' || n, 'key-1', 'sealed', n", 1'000},
    {"api_tokens", "id, user_id, digest, last4, name, created_at, expires_at",
     "'tok_' || n, 'usr_' || n, 'digest-' || n, '', '', n, n", 1'000},
    {"api_token_permissions", "token_row, workspace_id, permission_set", "n + 1000, 'ws_' || n, 1", 1'000, false},
    {"permission_uses", "token_row, permission, day", "n + 1000, 1, n", 1'000, false},
    {"bank_accounts", "id, workspace_id, feed, bank, bin, number, holder_name, state, created_at",
     "'ba_' || n, 'ws_' || n, 'MB', 'MB', '970422', 10000 + n, '', 'connected', n", 1'000},
    {"virtual_accounts", "id, account_row, number, name, status, created_at",
     "'va_' || n, n + 1000, 'VA' || n, '', 'active', n", 1'000},
    {"payment_links",
     "id, public_id, workspace_id, account_row, reference, status, amount, received_amount, description, callback_url, "
     "redirect_url, metadata, transaction_row, created_at, expires_at, closed_at, created_by_type, created_by_id",
     "'pl_' || n, 'public-' || n, @workspace, @account, n, n % 2, 100000, CASE n % 2 WHEN 1 THEN 100000 END, '', "
     "'https://shop.example/', '', '{}', CASE n % 2 WHEN 1 THEN n + 1000 END, n, n, CASE n % 2 WHEN 1 THEN n END, 0, "
     "''",
     100'000},
    {"link_expiries", "expires_at, link_row", "n, n + 1000", 100'000, false},
    {"orders",
     "id, own_id, workspace_id, account_row, reference, status, amount, received_amount, customer_email, "
     "transaction_row, created_at, expires_at, closed_at, created_by_type, created_by_id",
     "'ord_' || n, 'DH-' || n, @workspace, @account, 2821109907456 + n, n % 2, 100000, CASE n % 2 WHEN 1 THEN 100000 "
     "END, '', CASE n % 2 WHEN 1 THEN n + 1000 END, n, n, CASE n % 2 WHEN 1 THEN n END, 0, ''",
     100'000},
    {"order_expiries", "expires_at, order_row", "n, n + 1000", 100'000, false},
    {"transactions",
     "id, workspace_id, account_row, feed, source_id, amount, type, content, occurred_at, received_at, made_at, "
     "transfer_print, transfer_turn",
     "'txn_' || n, @workspace, @account, 'MB', 'FT' || n, 100000, 0, 'chuyen tien ' || n, n, n, n, n, 0", 200'000},
    {"deliveries",
     "workspace_id, kind, event_id, link_row, webhook_row, event, subject_id, transaction_row, url, destination, body, "
     "signed_at, signature, key_id, agent, brand, state, attempt, unanswered, next_at, epoch, created_at, finished_at",
     "@workspace, n % 2, 'evt_' || n, CASE n % 2 WHEN 0 THEN n + 1000 END, CASE n % 2 WHEN 1 THEN 1001 + n % 1000 END, "
     "CASE n % 2 WHEN 1 THEN 0 END, CASE n % 2 WHEN 1 THEN 'txn_' || n END, n + 1000, 'https://shop.example/', "
     "'shop.example:443', '{}', n, '', '', '', '', n % 3, 1, 0, CASE n % 3 WHEN 0 THEN n END, 1, n, CASE WHEN n % 3 > "
     "0 "
     "THEN n END",
     100'000},
    {"webhooks",
     "id, workspace_id, type, name, url, chat_id, events, filter, headers, enabled, "
     "disabled_reason, created_at, deleted_at",
     "'wh_' || n, CASE n % 2 WHEN 0 THEN 'ws_' || (1 + n % 1000) ELSE @workspace END, 0, '', 'https://shop.example/', "
     "'', 15, '', '', 1, '', n, CASE n % 2 WHEN 1 THEN n END",
     1'000},
    {"webhook_keys", "webhook_row, id, workspace_id, sealed_api_key, sealed_secret, created_at, active_from",
     "n + 1000, 'wh_' || n || '.1', 'ws_' || n, '', '', n, n", 1'000},
    {"event_feeds", "workspace_id, last_position, settled", "'ws_' || n, n, n", 1'000, false},
    {"event_positions", "workspace_id, position, event, subject_row", "'ws_' || (n % 1000), n, 0, n + 1000", 50'000},
    {"attempts",
     "delivery_row, number, epoch, started_at, duration_ms, url, address, hops, status_code, failed_by, final, error, "
     "response_headers, response_body, tls",
     "n + 1000, 1, 1, n, 1, '', '', '[]', 200, 0, 0, '', '[]', '', ''", 100'000, false},
    {"hourly_counts", "workspace_id, hour, what, detail, lane, count",
     "CASE n % 2 WHEN 0 THEN 'ws_' || (n % 1000) ELSE @workspace END, n, 0, 0, 0, 1", 50'000, false},
    {"daily_counts", "workspace_id, day, what, detail, lane, count",
     "CASE n % 2 WHEN 0 THEN 'ws_' || (n % 1000) ELSE @workspace END, n, 0, 0, 0, 1", 50'000, false},
    {"delivery_payloads", "subject_id, body", "'txn_' || n, 'x'", 50'000},
    {"late_purges", "step, since, delivery_row", "n % 2, n, n + 1000", 20'000, false},
    {"usage", "owner_id, month, transaction_row", "@owner, '2026-03', n + 1000", 200'000, false},
    {"transaction_texts", "transaction_row, content", "n + 1000, 'x'", 20'000, false},
    {"kept_entries",
     "feed, account_number, source_id, status, reason, fingerprint, detail, raw, received_at, workspace_id, "
     "account_row",
     "'MB', '555' || (n % 1000), 'FT' || n, 'booked', CASE n % 2 WHEN 0 THEN 'held' ELSE 'unknown_account' END, 0, '', "
     "'', n, "
     "CASE n % 4 WHEN 0 THEN @workspace ELSE 'ws_' || n END, @account",
     40'000},
    {"idempotency_keys", "caller_id, workspace_id, key, print, subject_id, created_at",
     "'tok', @workspace, 'key-' || n, '', '', n", 20'000},
    {"failing_endpoints", "workspace_id, endpoint", "'ws_' || n, 'shop.example:443'", 1'000},
    {"notices",
     "workspace_id, kind, endpoint, failures, began_at, last_failed_at, failed_by, status_code, link_id, is_failing, "
     "created_at, next_at",
     "'ws_' || n, 0, 'shop.example:443', 1, n, n, 0, 0, '', 1, n, n", 1'000},
    {"notified_users", "notice_row, user_id", "n + 1000, 'usr_' || n", 20'000, false},
    {"callback_rounds",
     "delivery_row, first_attempt, repeats, asked_at, asked_by_type, asked_by_id, renewed, signed_at",
     "n + 1000, 2, 1, n, 0, '', 0, n", 1'000, false}};

void replace_all(std::string& text, std::string_view before, const std::string& after) {
  for (auto at = text.find(before); at != text.npos; at = text.find(before, at + after.size()))
    text.replace(at, before.size(), after);
}

} // namespace

void grow_tables(const store_world& world) {
  const bool is_file = world.where == kind::sqlite;
  std::string all = is_file ? "BEGIN; " : "SET session_replication_role = replica; ";
  for (const auto& [table, columns, values, rows, has_row] : tables) {
    const auto count = std::to_string(rows);
    all += std::string{"INSERT INTO "} + table + " (" + (has_row ? "row, " : "") + columns + ")" +
           (is_file || !has_row ? "" : " OVERRIDING SYSTEM VALUE") + " SELECT " + (has_row ? "n + 1000, " : "") +
           values +
           (is_file ? " FROM (WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < " + count +
                          ") SELECT n FROM r); "
                    : " FROM generate_series(1, " + count + ") AS r (n); ");
  }
  replace_all(all, "@workspace", "'" + world.workspace.text() + "'");
  replace_all(all, "@owner", "'" + world.owner.text() + "'");
  replace_all(all, "@account",
              "CASE WHEN n % 2 = 0 THEN " + std::to_string(world.account.row) + " ELSE 1000 + n % 1000 END");
  run_sql(world.url, all + (is_file ? "COMMIT" : "RESET session_replication_role"));
}

} // namespace paylink::test
