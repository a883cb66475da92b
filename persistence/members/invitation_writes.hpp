#pragma once
#include "persistence/mails/mail_writes.hpp"
#include "persistence/members/member_writes.hpp"
#include "persistence/sql/used_keys.hpp"

namespace paylink {

/// The verbs of invitations into a Workspace, on the writer's connection. An invitation works once: the update that
/// finds it pending is the one that counts.
class invitation_writes {
public:
  invitation_writes(soci::session& session, dialect spoken, member_writes& members, mail_writes& mails,
                    audit_writes& log);

  result<made_invitation> carry_out(const invite_member& command, const moment& when);
  result<no_reply> carry_out(const cancel_invitation& command, const moment& when);
  result<member> carry_out(const accept_invitation& command, const moment& when);

  /// What the digest belongs to, while it can be accepted: it ends with its inviter's right to invite, or else an Admin
  /// who is removed comes back by a link that was mailed before. Its Workspace is not deleted until the transaction
  /// ends.
  std::optional<invitation> find_pending(std::string_view digest, timestamp now);
  /// A new or known person takes it up. `not_found`: another was first; `conflict`: the person is a member.
  result<member> accept(const invitation& taken, const member& joining, const act& by, timestamp now);
  /// Nobody can accept those that are pending.
  void end_all(workspace_id in, timestamp now);

private:
  std::optional<invitation> find(workspace_id in, invitation_id id);
  bool is_still_inviting(user_id who, workspace_id into);

  member_writes& members_;
  mail_writes& mails_;
  audit_writes& log_;
  used_keys keys_;
  statement<sql_row<sql_text>, sql_row<sql_number>> keep_workspace_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_text>> find_member_;
  statement<sql_row<sql_number, sql_text, sql_text>> replace_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number>> insert_;
  statement<sql_row<sql_text, sql_text>, invitation_row> find_;
  statement<sql_row<sql_text>, invitation_row> find_by_digest_;
  statement<sql_row<sql_text, sql_number, sql_text>> close_;
  statement<sql_row<sql_number, sql_text>> end_all_;
  statement<sql_row<sql_text>, sql_row<sql_text>> email_of_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_text>> find_inviter_;
};

} // namespace paylink
