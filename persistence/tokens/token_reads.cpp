#include "persistence/tokens/token_reads.hpp"

#include <limits>

namespace paylink {

namespace {

std::string tokens_sql(std::string_view rest) {
  return "SELECT row, created_at, expires_at, revoked_at, last_used_at, id, user_id, name, last4, networks, "
         "last_used_address FROM api_tokens WHERE user_id = :user AND " +
         std::string{rest};
}

} // namespace

token_reads::token_reads(soci::session& session, dialect spoken, bool locks)
    : rising_{session, tokens_sql("row > :after ORDER BY row ASC LIMIT :limit")},
      falling_{session, tokens_sql("row < :after ORDER BY row DESC LIMIT :limit")},
      find_{session, tokens_sql("id = :id") + (locks ? std::string{lock_row(spoken)} : std::string{})},
      grants_{session, "SELECT workspace_id, permission_set FROM api_token_permissions WHERE token_row = :row ORDER BY "
                       "workspace_id"},
      uses_{session, "SELECT permission, day FROM permission_uses WHERE token_row = :row"} {}

api_token token_reads::token_row::read() const {
  api_token token{.row = row.value,
                  .id = token_id::from_store(id.view()),
                  .user = user_id::from_store(user.view()),
                  .name = name.value,
                  .last4 = last4.value,
                  .networks = networks.value,
                  .created_at = from_millis(created_at.value),
                  .expires_at = from_millis(expires_at.value),
                  .is_revoked = !revoked_at.is_null()};
  if (!last_used_at.is_null()) token.last_used_at = from_millis(last_used_at.value);
  token.last_used_address = last_used_address.value;
  return token;
}

void token_reads::read_grants(api_token& token, timestamp now) {
  token.grants.clear();
  permission_set given = 0, used = 0;
  grants_.each(
      [&](const auto& columns) {
        const auto& [workspace, set] = columns.fields;
        token.grants.push_back({workspace_id::from_store(workspace.view()), static_cast<permission_set>(set.value)});
        given |= token.grants.back().permissions;
      },
      token.row);
  const auto last_day = day_of(now - unused_after);
  uses_.each(
      [&](const auto& columns) {
        const auto& [permission, day] = columns.fields;
        if (day.value > last_day) used |= static_cast<permission_set>(permission.value);
      },
      token.row);
  token.unused = day_of(token.created_at) > last_day ? 0 : given & ~used;
}

page<api_token> token_reads::list(const token_filter& filter, timestamp now) {
  page<api_token> found;
  const auto start = filter.after != 0 || filter.ascending ? filter.after : std::numeric_limits<std::int64_t>::max();
  auto& wanted = filter.ascending ? rising_ : falling_;
  wanted.each(
      [&](const token_row& columns) {
        found.has_more = std::ssize(found.rows) == filter.limit;
        if (!found.has_more) found.rows.push_back(columns.read());
      },
      filter.user.view(), start, std::int64_t{filter.limit} + 1);
  for (auto& token : found.rows) read_grants(token, now);
  return found;
}

result<api_token> token_reads::find(user_id of, token_id id, timestamp now) {
  if (!find_.first(of.view(), id.view())) return errc::not_found;
  auto token = find_.out().read();
  read_grants(token, now);
  return token;
}

} // namespace paylink
