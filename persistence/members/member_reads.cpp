#include "persistence/members/member_reads.hpp"

namespace paylink {
namespace {

/// Sorts behind every identifier in the order of bytes.
constexpr std::string_view behind_all_ids = "~";

std::string people_order_sql(std::string_view alias, bool is_rising) {
  const std::string id{std::string{alias} + ".id"};
  return " AND " + id + (is_rising ? " > " : " < ") + ":after ORDER BY " + id + (is_rising ? "" : " DESC") +
         " LIMIT :limit";
}

std::string members_sql(bool is_rising) {
  return "SELECT " + std::string{member_row::columns} + std::string{member_row::tables} +
         "WHERE m.workspace_id = :workspace AND m.status = 'active'" + people_order_sql("m", is_rising);
}

std::string from_invitations() {
  return "SELECT " + std::string{invitation_row::columns} + " FROM invitations i WHERE i.workspace_id = :workspace";
}

/// One more than a page shows whether others follow.
template <class Record, class Statement>
page<Record> read_page(Statement& from, workspace_id in, const people_filter& filter) {
  page<Record> found;
  const auto start = filter.ascending || !filter.after.empty() ? std::string_view{filter.after} : behind_all_ids;
  from.each([&](const auto& columns) { found.rows.push_back(columns.read()); }, in.view(), start,
            std::int64_t{filter.limit} + 1);
  found.has_more = found.rows.size() > static_cast<std::size_t>(filter.limit);
  if (found.has_more) found.rows.pop_back();
  return found;
}

} // namespace

member_reads::member_reads(soci::session& session)
    : rising_{session, members_sql(true)}, falling_{session, members_sql(false)},
      invitations_rising_{session, from_invitations() + people_order_sql("i", true)},
      invitations_falling_{session, from_invitations() + people_order_sql("i", false)},
      invitation_{session, from_invitations() + " AND i.id = :id"},
      offer_{session, "SELECT " + std::string{invitation_row::columns} + ", " +
                          std::string{invitation_offer_row::columns} + std::string{invitation_offer_row::tables} +
                          "WHERE i.digest = :digest"} {}

page<member> member_reads::list(workspace_id in, const people_filter& filter) {
  return read_page<member>(filter.ascending ? rising_ : falling_, in, filter);
}

page<invitation> member_reads::list_invitations(workspace_id in, const people_filter& filter) {
  return read_page<invitation>(filter.ascending ? invitations_rising_ : invitations_falling_, in, filter);
}

result<invitation> member_reads::find_invitation(workspace_id in, invitation_id id) {
  if (!invitation_.first(in.view(), id.view())) return errc::not_found;
  return invitation_.out().read();
}

result<invitation_offer> member_reads::find_offer(std::string_view digest, timestamp now) {
  if (!offer_.first(digest)) return errc::not_found;
  if (!may_invite(offer_.out().inviter_role.view())) return errc::not_found;
  auto found = offer_.out().read();
  if (status_at(found.record, now) != invitation_status::pending) return errc::not_found;
  return found;
}

} // namespace paylink
