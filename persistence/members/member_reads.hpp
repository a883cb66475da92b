#pragma once
#include "persistence/members/member_rows.hpp"
#include "persistence/records/records.hpp"

namespace paylink {

/// Queries about the people in a Workspace, on one reading connection.
class member_reads {
public:
  explicit member_reads(soci::session& session);

  page<member> list(workspace_id in, const people_filter& filter);
  page<invitation> list_invitations(workspace_id in, const people_filter& filter);
  result<invitation> find_invitation(workspace_id in, invitation_id id);
  result<invitation_offer> find_offer(std::string_view digest, timestamp now);

private:
  using list_in = sql_row<sql_text, sql_text, sql_number>;
  statement<list_in, member_row> rising_, falling_;
  statement<list_in, invitation_row> invitations_rising_, invitations_falling_;
  statement<sql_row<sql_text, sql_text>, invitation_row> invitation_;
  statement<sql_row<sql_text>, invitation_offer_row> offer_;
};

} // namespace paylink
