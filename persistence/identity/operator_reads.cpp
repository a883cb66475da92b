#include "persistence/identity/operator_reads.hpp"

#include <limits>

namespace paylink {

namespace {

constexpr std::string_view listed_token_sql =
    "SELECT t.row, t.id, t.user_id, (SELECT email FROM users WHERE id = t.user_id), t.name, t.last4, t.created_at, "
    "t.expires_at, t.revoked_at, t.last_used_at FROM api_tokens t WHERE ";

/// Behind every row there is.
std::int64_t place_before(std::int64_t before_row) {
  return before_row > 0 ? before_row : std::numeric_limits<std::int64_t>::max();
}

std::optional<timestamp> time_or_none(const sql_number& column) {
  return column.is_null() ? std::nullopt : std::optional{from_millis(column.value)};
}

} // namespace

operator_reads::operator_reads(soci::session& session)
    : users_{session, "SELECT row, id, email, name, plan, language, status, created_at FROM users WHERE row < :before "
                      "ORDER BY row DESC LIMIT :limit"},
      tokens_{session, std::string{listed_token_sql} + "t.row < :before ORDER BY t.row DESC LIMIT :limit"},
      // A sum has no index: the user's tokens are found by the user, and not among all from the newest on.
      tokens_of_user_{session, std::string{listed_token_sql} +
                                   "t.user_id = :user AND t.row < :before ORDER BY t.row + 0 DESC LIMIT :limit"},
      bank_statuses_{session, "SELECT code, status FROM bank_statuses ORDER BY code"} {}

page<user_account> operator_reads::list_users(std::int64_t before_row, int limit) {
  page<user_account> found;
  users_.each(
      [&](const auto& columns) {
        if (found.rows.size() == static_cast<std::size_t>(limit)) {
          found.has_more = true;
          return;
        }
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
      place_before(before_row), std::int64_t{limit} + 1);
  return found;
}

void operator_reads::add(page<listed_token>& found, const token_columns& columns, int limit) {
  if (found.rows.size() == static_cast<std::size_t>(limit)) {
    found.has_more = true;
    return;
  }
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
}

page<listed_token> operator_reads::list_tokens(user_id of, std::int64_t before_row, int limit) {
  page<listed_token> found;
  const auto use = [&](const token_columns& columns) { add(found, columns, limit); };
  if (of.empty())
    tokens_.each(use, place_before(before_row), std::int64_t{limit} + 1);
  else
    tokens_of_user_.each(use, of.view(), place_before(before_row), std::int64_t{limit} + 1);
  return found;
}

std::vector<set_status> operator_reads::list_bank_statuses() {
  std::vector<set_status> found;
  bank_statuses_.each([&](const auto& columns) {
    const auto& [code, status] = columns.fields;
    found.push_back({code.value, parse_bank_status(status.view()).value_or(bank_status::active)});
  });
  return found;
}

} // namespace paylink
