#include "persistence/members/invitation_writes.hpp"

#include "domain/identity/account.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"
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
  return "SELECT " + std::string{invitation_row::columns} + " FROM invitations i WHERE " + std::string{where};
}

} // namespace

invitation_writes::invitation_writes(soci::session& session, dialect spoken, member_writes& members, mail_writes& mails,
                                     audit_writes& log)
    : members_{members}, mails_{mails}, log_{log}, keys_{session}, keep_workspace_{session, keep_workspace_sql(spoken)},
      find_member_{session, "SELECT u.id FROM users u JOIN memberships m ON m.user_id = u.id AND m.workspace_id = "
                            ":workspace AND m.status = 'active' WHERE lower(u.email) = lower(:email)"},
      replace_{session, "UPDATE invitations SET status = 'cancelled', closed_at = :now WHERE workspace_id = :workspace "
                        "AND lower(email) = lower(:email) AND status = 'pending'"},
      insert_{session, "INSERT INTO invitations (id, digest, workspace_id, email, role, invited_by, created_at, "
                       "expires_at) VALUES (:id, :digest, :workspace, :email, :role, :invited_by, :now, :expires_at) "
                       "ON CONFLICT DO NOTHING"},
      find_{session, invitations_sql("i.workspace_id = :workspace AND i.id = :id")},
      find_by_digest_{session, invitations_sql("i.digest = :digest")},
      close_{session,
             "UPDATE invitations SET status = :status, closed_at = :now WHERE id = :id AND status = 'pending'"},
      end_all_{session, "UPDATE invitations SET status = 'cancelled', closed_at = :now WHERE workspace_id = :workspace "
                        "AND status = 'pending'"},
      email_of_{session, "SELECT email FROM users WHERE id = :id"},
      find_inviter_{session, "SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = "
                             ":workspace AND m.user_id = :user AND m.status = 'active' AND u.status = 'active'"} {}

std::optional<invitation> invitation_writes::find(workspace_id in, invitation_id id) {
  if (!find_.first(in.view(), id.view())) return std::nullopt;
  return find_.out().read();
}

result<made_invitation> invitation_writes::carry_out(const invite_member& command, const moment& when) {
  auto made = command.record;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? keys_.find(command.key, made.workspace, when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    const auto first = find(made.workspace, invitation_id::from_store(used->subject));
    ensure(first.has_value(), "an idempotency key names what was made with it");
    return made_invitation{*first, first->id != made.id};
  }
  if (!keep_workspace_.first(made.workspace.view())) return errc::not_found;
  if (find_member_.first(made.workspace.view(), made.email)) return errc::conflict;
  made.created_at = when.now;
  made.expires_at = when.now + invitation_life;
  replace_.run(to_millis(when.now), made.workspace.view(), made.email);
  if (insert_.run(made.id.view(), command.mail.digest, made.workspace.view(), made.email, to_text(made.offered),
                  made.invited_by.view(), to_millis(made.created_at), to_millis(made.expires_at)) == 0)
    throw write_conflict{}; // another node has invited the same person
  if (has_key) keys_.note(command.key, made.workspace, made.id.view(), when.now);
  mails_.store(command.mail, when.now);
  log_.note(command.by, {made.workspace.view(), "invitation.created", made.id.view(), {}, described(made)}, when.now);
  return made_invitation{std::move(made)};
}

result<no_reply> invitation_writes::carry_out(const cancel_invitation& command, const moment& when) {
  const auto found = find(command.workspace, command.id);
  if (!found) return errc::not_found;
  if (close_.run("cancelled", to_millis(when.now), found->id.view()) == 0) return errc::conflict;
  log_.note(command.by, {command.workspace.view(), "invitation.cancelled", found->id.view(), described(*found)},
            when.now);
  return no_reply{};
}

std::optional<invitation> invitation_writes::find_pending(std::string_view digest, timestamp now) {
  if (!find_by_digest_.first(digest)) return std::nullopt;
  auto found = find_by_digest_.out().read();
  // An operator's is into no Workspace.
  if (found.workspace.empty() || status_at(found, now) != invitation_status::pending) return std::nullopt;
  if (!keep_workspace_.first(found.workspace.view())) return std::nullopt;
  if (!is_still_inviting(found.invited_by, found.workspace)) return std::nullopt;
  return found;
}

bool invitation_writes::is_still_inviting(user_id who, workspace_id into) {
  return find_inviter_.first(into.view(), who.view()) && may_invite(find_inviter_.column<0>().view());
}

result<member> invitation_writes::accept(const invitation& taken, const member& joining, const act& by, timestamp now) {
  auto as_offered = joining;
  as_offered.workspace = taken.workspace;
  as_offered.held = taken.offered;
  auto joined = members_.join(as_offered, by, now);
  // The row's lock is held from here on: of two persons with one link, one finds it used up, and has not joined.
  if (joined && close_.run("accepted", to_millis(now), taken.id.view()) == 0) throw write_conflict{};
  return joined;
}

result<member> invitation_writes::carry_out(const accept_invitation& command, const moment& when) {
  const auto found = find_pending(command.digest, when.now);
  if (!found || !email_of_.first(command.user.view())) return errc::not_found;
  if (ascii_lowered(email_of_.column<0>().view()) != ascii_lowered(found->email)) return errc::not_found;
  return accept(*found, {.id = command.membership, .workspace = {}, .user = command.user, .email = {}, .name = {}},
                command.by, when.now);
}

void invitation_writes::end_all(workspace_id in, timestamp now) { end_all_.run(to_millis(now), in.view()); }

} // namespace paylink
