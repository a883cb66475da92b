#include "domain/identity/account.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/kept_workspace.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/mails/mail_writes.hpp"
#include "persistence/members/member_rows.hpp"
#include "persistence/members/member_writes.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

std::string described(const invitation& one) {
  std::string text = R"({"email":)";
  append_json_string(text, one.email);
  text.append(R"(,"role":")").append(to_text(one.offered)).append("\"}");
  return text;
}

std::string invitations_sql(std::string_view where) {
  return "SELECT " + sql_columns<invitation_row>() + " FROM invitations i WHERE " + std::string{where};
}

const sql_statement<sql_row<sql_text>(sql_text, sql_text)> find_member_of_address_sql{
    "SELECT u.id FROM users u JOIN memberships m ON m.user_id = u.id AND m.workspace_id = :workspace AND m.status = "
    "'active' WHERE lower(u.email) = lower(:email)"};

const sql_statement<void(sql_number, sql_text, sql_text)> replace_invitations_sql{
    "UPDATE invitations SET status = 'cancelled', closed_at = :now WHERE workspace_id = :workspace AND lower(email) = "
    "lower(:email) AND status = 'pending'"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number)>
    insert_invitation_sql{
        "INSERT INTO invitations (id, digest, workspace_id, email, role, invited_by, created_at, expires_at) VALUES "
        "(:id, :digest, :workspace, :email, :role, :invited_by, :now, :expires_at) ON CONFLICT DO NOTHING"};

const sql_statement<invitation_row(sql_text, sql_text)> find_made_invitation_sql{
    [](dialect) { return invitations_sql("i.workspace_id = :workspace AND i.id = :id"); }};

const sql_statement<invitation_row(sql_text)> find_invitation_of_token_sql{
    [](dialect) { return invitations_sql("i.digest = :digest"); }};

// An invitation works once: the update that finds it pending is the one that counts.
const sql_statement<void(sql_text, sql_number, sql_text)> close_invitation_sql{
    "UPDATE invitations SET status = :status, closed_at = :now WHERE id = :id AND status = 'pending'"};

const sql_statement<void(sql_number, sql_text)> end_invitations_sql{
    "UPDATE invitations SET status = 'cancelled', closed_at = :now WHERE workspace_id = :workspace AND status = "
    "'pending'"};

const sql_statement<sql_row<sql_text>(sql_text)> find_address_sql{"SELECT email FROM users WHERE id = :id"};

const sql_statement<sql_row<sql_text>(sql_text, sql_text)> find_inviter_sql{
    "SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = :workspace AND m.user_id "
    "= :user AND m.status = 'active' AND u.status = 'active'"};

std::optional<invitation> find_made_invitation(writing& at, workspace_id in, invitation_id id) {
  auto& found = at.db[find_made_invitation_sql];
  if (!found.first(in.view(), id.view())) return std::nullopt;
  return found.out().read();
}

bool is_still_inviting(writing& at, user_id who, workspace_id into) {
  auto& inviter = at.db[find_inviter_sql];
  return inviter.first(into.view(), who.view()) && may_invite(inviter.column<0>().view());
}

} // namespace

std::optional<invitation> find_pending_invitation(writing& at, std::string_view digest) {
  auto& stored = at.db[find_invitation_of_token_sql];
  if (!stored.first(digest)) return std::nullopt;
  auto found = stored.out().read();
  // An operator's is into no Workspace.
  if (found.workspace.empty() || status_at(found, at.when.now) != invitation_status::pending) return std::nullopt;
  if (!keep_workspace(at.db, found.workspace.view())) return std::nullopt;
  if (!is_still_inviting(at, found.invited_by, found.workspace)) return std::nullopt;
  return found;
}

result<member> take_invitation(writing& at, const invitation& taken, const member& joining, const act& by) {
  auto as_offered = joining;
  as_offered.workspace = taken.workspace;
  as_offered.held = taken.offered;
  auto joined = add_member(at, as_offered, by);
  // The row's lock is held from here on: of two persons with one link, one finds it used up, and has not joined.
  if (joined && at.db[close_invitation_sql].run("accepted", to_millis(at.when.now), taken.id.view()) == 0)
    throw write_conflict{};
  return joined;
}

void end_invitations(writing& at, workspace_id in) {
  at.db[end_invitations_sql].run(to_millis(at.when.now), in.view());
}

result<made_invitation> carry_out(writing& at, const invite_member& command) {
  auto made = command.record;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? find_use_of_key(at.db, command.key, made.workspace, at.when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    const auto first = find_made_invitation(at, made.workspace, invitation_id::from_store(used->subject));
    ensure(first.has_value(), "an idempotency key names what was made with it");
    return made_invitation{*first, first->id != made.id};
  }
  if (!keep_workspace(at.db, made.workspace.view())) return errc::not_found;
  if (at.db[find_member_of_address_sql].first(made.workspace.view(), made.email)) return errc::conflict;
  made.created_at = at.when.now;
  made.expires_at = at.when.now + invitation_life;
  at.db[replace_invitations_sql].run(to_millis(at.when.now), made.workspace.view(), made.email);
  if (at.db[insert_invitation_sql].run(made.id.view(), command.mail.digest, made.workspace.view(), made.email,
                                       to_text(made.offered), made.invited_by.view(), to_millis(made.created_at),
                                       to_millis(made.expires_at)) == 0)
    throw write_conflict{}; // another node has invited the same person
  if (has_key) note_use_of_key(at.db, command.key, made.workspace, made.id.view(), at.when.now);
  at.mails.store(command.mail, at.when.now);
  at.audit.note(command.by, {made.workspace.view(), "invitation.created", made.id.view(), {}, described(made)},
                at.when.now);
  return made_invitation{std::move(made)};
}

result<no_reply> carry_out(writing& at, const cancel_invitation& command) {
  const auto found = find_made_invitation(at, command.workspace, command.id);
  if (!found) return errc::not_found;
  if (at.db[close_invitation_sql].run("cancelled", to_millis(at.when.now), found->id.view()) == 0)
    return errc::conflict;
  at.audit.note(command.by, {command.workspace.view(), "invitation.cancelled", found->id.view(), described(*found)},
                at.when.now);
  return no_reply{};
}

result<member> carry_out(writing& at, const accept_invitation& command) {
  const auto found = find_pending_invitation(at, command.digest);
  auto& address = at.db[find_address_sql];
  if (!found || !address.first(command.user.view())) return errc::not_found;
  if (ascii_lowered(address.column<0>().view()) != ascii_lowered(found->email)) return errc::not_found;
  return take_invitation(at, *found,
                         {.id = command.membership, .workspace = {}, .user = command.user, .email = {}, .name = {}},
                         command.by);
}

} // namespace paylink
