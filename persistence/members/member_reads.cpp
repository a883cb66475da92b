#include "persistence/context/reading.hpp"
#include "persistence/members/member_rows.hpp"

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
  return "SELECT " + sql_columns<member_row>() + std::string{member_row::tables} +
         "WHERE m.workspace_id = :workspace AND m.status = 'active'" + people_order_sql("m", is_rising);
}

std::string from_invitations() {
  return "SELECT " + sql_columns<invitation_row>() + " FROM invitations i WHERE i.workspace_id = :workspace";
}

template <class Record, class Statement>
page<Record> read_people(Statement& from, workspace_id in, const people_filter& filter) {
  const auto start = filter.ascending || !filter.after.empty() ? std::string_view{filter.after} : behind_all_ids;
  return read_page<Record>(from, filter.limit, in.view(), start);
}

using people_parameters = sql_row<sql_text, sql_text, sql_number>;
const sql_statement<member_row(people_parameters)> rising_members_sql{[](dialect) { return members_sql(true); }};

const sql_statement<member_row(people_parameters)> falling_members_sql{[](dialect) { return members_sql(false); }};

const sql_statement<invitation_row(people_parameters)> rising_invitations_sql{
    [](dialect) { return from_invitations() + people_order_sql("i", true); }};

const sql_statement<invitation_row(people_parameters)> falling_invitations_sql{
    [](dialect) { return from_invitations() + people_order_sql("i", false); }};

const sql_statement<invitation_row(sql_text, sql_text)> find_invitation_sql{
    [](dialect) { return from_invitations() + " AND i.id = :id"; }};

const sql_statement<invitation_offer_row(sql_text)> find_invitation_offer_sql{[](dialect) {
  return "SELECT " + sql_columns<invitation_offer_row>() + std::string{invitation_offer_row::tables} +
         "WHERE i.digest = :digest";
}};

} // namespace

page<member> answer(reading& at, const list_members& wanted) {
  return read_people<member>(at.db[wanted.filter.ascending ? rising_members_sql : falling_members_sql], wanted.in,
                             wanted.filter);
}

page<invitation> answer(reading& at, const list_invitations& wanted) {
  return read_people<invitation>(at.db[wanted.filter.ascending ? rising_invitations_sql : falling_invitations_sql],
                                 wanted.in, wanted.filter);
}

result<invitation> answer(reading& at, const find_invitation& wanted) {
  auto& found = at.db[find_invitation_sql];
  if (!found.first(wanted.in.view(), wanted.id.view())) return errc::not_found;
  return found.out().read();
}

result<invitation_offer> answer(reading& at, const find_invitation_offer& wanted) {
  auto& offer = at.db[find_invitation_offer_sql];
  if (!offer.first(wanted.digest) || !may_invite(offer.out().inviter_role.view())) return errc::not_found;
  auto found = offer.out().read();
  if (status_at(found.record, wanted.now) != invitation_status::pending) return errc::not_found;
  return found;
}

} // namespace paylink
