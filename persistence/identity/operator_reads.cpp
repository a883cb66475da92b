#include "persistence/context/reading.hpp"

#include <limits>

namespace paylink {
namespace {

constexpr std::string_view listed_token_sql =
    "SELECT t.row, t.id, t.user_id, (SELECT email FROM users WHERE id = t.user_id), t.name, t.last4, t.created_at, "
    "t.expires_at, t.revoked_at, t.last_used_at FROM api_tokens t WHERE ";

using listed_token_columns = sql_row<sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number,
                                     sql_number, sql_number, sql_number>;

const sql_statement<sql_row<sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>(
    sql_number, sql_number)>
    list_users_sql{"SELECT row, id, email, name, plan, language, status, created_at FROM users WHERE row < :before "
                   "ORDER BY row DESC LIMIT :limit"};

const sql_statement<listed_token_columns(sql_number, sql_number)> list_all_tokens_sql{
    [](dialect) { return std::string{listed_token_sql} + "t.row < :before ORDER BY t.row DESC LIMIT :limit"; }};

// A sum has no index: the user's tokens are found by the user, and not among all from the newest on.
const sql_statement<listed_token_columns(sql_text, sql_number, sql_number)> list_tokens_of_user_sql{[](dialect) {
  return std::string{listed_token_sql} + "t.user_id = :user AND t.row < :before ORDER BY t.row + 0 DESC LIMIT :limit";
}};

const sql_statement<sql_row<sql_text, sql_text>()> list_bank_statuses_sql{
    "SELECT code, status FROM bank_statuses ORDER BY code"};

/// Behind every row there is.
std::int64_t place_before(std::int64_t before_row) {
  return before_row > 0 ? before_row : std::numeric_limits<std::int64_t>::max();
}

std::optional<timestamp> time_or_none(const sql_number& column) {
  return column.is_null() ? std::nullopt : std::optional{from_millis(column.value)};
}

} // namespace

page<user_account> answer(reading& at, const list_users& wanted) {
  page<user_account> found;
  at.db[list_users_sql].each(
      [&](const auto& columns) {
        found.has_more = std::ssize(found.rows) == wanted.limit;
        if (found.has_more) return;
        const auto& [row, id, email, name, plan, lang, status, created_at] = columns.fields;
        found.last_row = row.value;
        found.rows.push_back({.id = user_id::from_store(id.view()),
                              .email = email.value,
                              .name = name.value,
                              .plan = plan.value,
                              .lang = parse_language(lang.view()).value_or(language::vi),
                              .is_active = status.view() == "active",
                              .created_at = from_millis(created_at.value)});
      },
      place_before(wanted.before_row), std::int64_t{wanted.limit} + 1);
  return found;
}

page<listed_token> answer(reading& at, const list_all_tokens& wanted) {
  page<listed_token> found;
  const auto add = [&](const listed_token_columns& columns) {
    found.has_more = std::ssize(found.rows) == wanted.limit;
    if (found.has_more) return;
    const auto& [row, id, user, email, name, last4, created_at, expires_at, revoked_at, last_used_at] = columns.fields;
    found.last_row = row.value;
    found.rows.push_back({.id = token_id::from_store(id.view()),
                          .user = user_id::from_store(user.view()),
                          .email = email.value,
                          .name = name.value,
                          .last4 = last4.value,
                          .created_at = from_millis(created_at.value),
                          .expires_at = from_millis(expires_at.value),
                          .revoked_at = time_or_none(revoked_at),
                          .last_used_at = time_or_none(last_used_at)});
  };
  const auto before = place_before(wanted.before_row), limit = std::int64_t{wanted.limit} + 1;
  if (wanted.of.empty())
    at.db[list_all_tokens_sql].each(add, before, limit);
  else
    at.db[list_tokens_of_user_sql].each(add, wanted.of.view(), before, limit);
  return found;
}

std::vector<set_status> answer(reading& at, const list_bank_statuses&) {
  std::vector<set_status> found;
  at.db[list_bank_statuses_sql].each([&](const auto& columns) {
    const auto& [code, status] = columns.fields;
    found.push_back({code.value, parse_bank_status(status.view()).value_or(bank_status::active)});
  });
  return found;
}

} // namespace paylink
