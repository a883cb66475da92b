#include "persistence/account_reads.hpp"

#include "failpoints/planted_bug.hpp"

namespace paylink {
namespace {

constexpr const char* token_sql =
    "SELECT t.id, t.user_id, t.expires_at, t.revoked_at, u.status, p.permission_set, m.role, m.status FROM "
    "api_tokens t JOIN users u ON u.id = t.user_id LEFT JOIN api_token_permissions p ON p.token_row = t.row AND "
    "p.workspace_id = :workspace LEFT JOIN memberships m ON m.workspace_id = :membership_of AND m.user_id = "
    "t.user_id WHERE t.digest = :digest";

constexpr const char* workspaces_sql =
    "SELECT p.workspace_id, p.permission_set, m.role, m.status, u.status FROM api_tokens t JOIN users u ON u.id = "
    "t.user_id JOIN api_token_permissions p ON p.token_row = t.row JOIN memberships m ON m.workspace_id = "
    "p.workspace_id AND m.user_id = t.user_id WHERE t.id = :token ORDER BY p.workspace_id";

/// What a token may do where its owner is a member: what it was given, cut to what the owner's role holds now.
permission_set effective(const number& given, const text& role_name, const text& membership, const text& user) {
  const auto held = parse_role(role_name.view());
  if (!held || membership.view() != "active" || user.view() != "active") return 0;
  return static_cast<permission_set>(given.or_zero()) & permissions_of(*held);
}

std::string from_accounts() { return "SELECT " + std::string{account_row::columns} + std::string{account_row::tables}; }

// The connected account first, then those of exactly this feed, then the one that was disconnected last.
std::string of_feed_sql(bool with_bin) {
  return from_accounts() + "WHERE a.number = :number AND (a.feed = :feed OR a.bin = :heard_bin)" +
         (with_bin ? " AND a.bin = :bin" : "") +
         " AND a.state <> 'pending' ORDER BY CASE WHEN a.state = 'connected' THEN 0 ELSE 1 END, "
         "CASE WHEN a.feed = :exact_feed THEN 0 ELSE 1 END, COALESCE(a.disconnected_at, 0) DESC, a.row DESC LIMIT 1";
}

} // namespace

account_reads::account_reads(soci::session& session)
    : token_{session, token_sql}, workspaces_{session, workspaces_sql},
      workspace_{session, "SELECT " + std::string{workspace_row::columns} + " FROM workspaces w WHERE w.id = :id"},
      account_{session, from_accounts() + "WHERE a.workspace_id = :workspace AND a.id = :id"},
      virtual_account_{session, "SELECT " + std::string{virtual_account_row::columns} +
                                    std::string{virtual_account_row::tables} +
                                    "WHERE a.workspace_id = :workspace AND v.id = :id"},
      of_feed_{session, of_feed_sql(false)}, of_feed_with_bin_{session, of_feed_sql(true)},
      schema_{session, "SELECT MAX(number) FROM schema_migrations"} {}

result<caller> account_reads::authorize_token(std::string_view digest, std::string_view workspace, timestamp now) {
  if (!token_.first(workspace, workspace, digest)) return errc::authentication_error;
  const auto& [token, user, expires_at, revoked_at, user_status, given, role_name, membership] = token_.out().fields;
  if (!revoked_at.is_null() || expires_at.value <= to_millis(now)) return errc::authentication_error;

  return caller{user_id::from_store(user.view()), token_id::from_store(token.view()),
                effective(given, role_name, membership, user_status)};
}

std::vector<workspace_id> account_reads::workspaces_of_token(token_id token, permission wanted) {
  std::vector<workspace_id> allowed;
  workspaces_.each(
      [&](const auto& columns) {
        const auto& [workspace, given, role_name, membership, user_status] = columns.fields;
        if (holds(effective(given, role_name, membership, user_status), wanted))
          allowed.push_back(workspace_id::from_store(workspace.view()));
      },
      token.view());
  return allowed;
}

result<workspace> account_reads::find_workspace(workspace_id id) {
  if (!workspace_.first(id.view())) return errc::not_found;
  return workspace_.out().read();
}

result<bank_account> account_reads::find_account(workspace_id in, bank_account_id id) {
  if (!account_.first(in.view(), id.view())) return errc::not_found;
  return account_.out().read();
}

result<virtual_account> account_reads::find_virtual_account(workspace_id in, virtual_account_id id) {
  if (!virtual_account_.first(in.view(), id.view())) return errc::not_found;
  return virtual_account_.out().read();
}

result<bank_account> account_reads::find_account_of_feed(std::string_view feed, std::string_view bin,
                                                         std::string_view number) {
  // Several banks may use one number: on the switch's feed it names no account by itself.
  if (feed == switch_code && bin.empty() && !PAYLINK_BUG(takes_account_by_number)) return errc::not_found;
  const auto known_bin = bin_heard_on(feed, bin);
  const auto heard_bin = known_bin.empty() ? std::nullopt : std::optional{known_bin};
  if (bin.empty()) {
    if (!of_feed_.first(number, feed, heard_bin, feed)) return errc::not_found;
    return of_feed_.out().read();
  }
  if (!of_feed_with_bin_.first(number, feed, heard_bin, bin, feed)) return errc::not_found;
  return of_feed_with_bin_.out().read();
}

int account_reads::schema_number() {
  schema_.first();
  return static_cast<int>(schema_.column<0>().or_zero());
}

} // namespace paylink
