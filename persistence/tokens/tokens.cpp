#include "domain/values/json_string.hpp"
#include "domain/values/local_time.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/mails/mail_writes.hpp"

#include <algorithm>
#include <limits>

namespace paylink {
namespace {

struct token_row {
  number_column<"row"> row;
  number_column<"created_at"> created_at;
  number_column<"expires_at"> expires_at;
  number_column<"revoked_at"> revoked_at;
  number_column<"last_used_at"> last_used_at;
  text_column<"id"> id;
  text_column<"user_id"> user;
  text_column<"name"> name;
  text_column<"last4"> last4;
  text_column<"networks"> networks;
  text_column<"last_used_address"> last_used_address;

  /// Without its grants.
  api_token read() const {
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
};

std::string tokens_sql(std::string_view rest) {
  return "SELECT " + sql_columns<token_row>() + " FROM api_tokens WHERE user_id = :user AND " + std::string{rest};
}

const sql_statement<token_row(sql_text, sql_number, sql_number)> rising_tokens_sql{
    [](dialect) { return tokens_sql("row > :after ORDER BY row ASC LIMIT :limit"); }};

const sql_statement<token_row(sql_text, sql_number, sql_number)> falling_tokens_sql{
    [](dialect) { return tokens_sql("row < :after ORDER BY row DESC LIMIT :limit"); }};

const sql_statement<token_row(sql_text, sql_text)> find_token_sql{[](dialect) { return tokens_sql("id = :id"); }};

const sql_statement<token_row(sql_text, sql_text)> hold_token_sql{
    [](dialect spoken) { return tokens_sql("id = :id") + std::string{lock_row(spoken)}; }};

const sql_statement<sql_row<sql_text, sql_number>(sql_number)> list_grants_sql{
    "SELECT workspace_id, permission_set FROM api_token_permissions WHERE token_row = :row ORDER BY workspace_id"};

const sql_statement<sql_row<sql_number, sql_number>(sql_number)> list_permission_uses_sql{
    "SELECT permission, day FROM permission_uses WHERE token_row = :row"};

template <class Words>
void append_words(std::string& out, const Words& words) {
  out += '[';
  for (const auto word : words) {
    if (out.back() != '[') out += ',';
    append_json_string(out, word);
  }
  out += ']';
}

/// What the audit log of one Workspace tells of a token, or that of its creator, which names them all (`in` is empty).
std::string described(const api_token* token, workspace_id in) {
  if (token == nullptr) return {};
  std::string text = R"({"name":)";
  append_json_string(text, token->name);
  text.append(R"(,"last4":)");
  append_json_string(text, token->last4);
  text.append(R"(,"expires_at":)");
  append_json_string(text, format_rfc3339(token->expires_at));
  text.append(R"(,"networks":)");
  append_json_string(text, token->networks);
  text += R"(,"workspaces":[)";
  for (const auto& [workspace, permissions] : token->grants) {
    if (!in.empty() && workspace != in) continue;
    if (text.back() != '[') text += ',';
    text += R"({"workspace_id":)";
    append_json_string(text, workspace.view());
    text += R"(,"permissions":)";
    append_words(text, words_of_set(permissions));
    text += '}';
  }
  return text += "]}";
}

permission_set all_of(const std::vector<token_grant>& grants) {
  permission_set set = 0;
  for (const auto& one : grants) set |= one.permissions;
  return set;
}

/// `7 days`, as a mail says it.
std::string days_left(timestamp end, timestamp now, language lang) {
  const auto days = std::chrono::ceil<std::chrono::days>(end - now).count();
  return std::to_string(days) + (lang == language::vi ? " ngày" : days == 1 ? " day" : " days");
}

std::string content_of_warning(std::string_view name, std::string_view last4, timestamp end, timestamp now,
                               language lang) {
  std::string content = R"({"token":)";
  append_json_string(content, name);
  content += R"(,"last4":)";
  append_json_string(content, last4);
  content += R"(,"left":)";
  append_json_string(content, days_left(end, now, lang));
  content += R"(,"end":)";
  append_json_string(content, format_local(end, lang));
  return content += '}';
}

const sql_statement<sql_row<sql_number>(sql_text)> find_token_owner_sql{"SELECT row FROM users WHERE id = :id"};

const sql_statement<sql_row<sql_number>(sql_text)> find_granted_workspace_sql{
    "SELECT row FROM workspaces WHERE id = :id"};

const sql_statement<sql_row<sql_number>(sql_text)> find_made_token_sql{"SELECT row FROM api_tokens WHERE id = :id"};

const sql_statement<sql_row<sql_number>(sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number,
                                        sql_number)>
    insert_token_sql{
        "INSERT INTO api_tokens (id, user_id, digest, last4, name, networks, created_at, expires_at) VALUES (:id, "
        ":user, :digest, :last4, :name, :networks, :now, :expires_at) ON CONFLICT DO NOTHING RETURNING row"};

const sql_statement<void(sql_number, sql_text, sql_number)> insert_grant_sql{
    "INSERT INTO api_token_permissions (token_row, workspace_id, permission_set) VALUES (:token, :workspace, "
    ":permissions)"};

const sql_statement<void(sql_number)> drop_grants_sql{"DELETE FROM api_token_permissions WHERE token_row = :row"};

const sql_statement<void(sql_number, sql_number, sql_number)> note_granted_day_sql{
    "INSERT INTO permission_uses (token_row, permission, day) VALUES (:token, :permission, :day) ON CONFLICT "
    "(token_row, permission) DO UPDATE SET day = excluded.day"};

const sql_statement<void(sql_text, sql_text, sql_number)> change_token_sql{
    "UPDATE api_tokens SET name = :name, networks = :networks WHERE row = :row"};

const sql_statement<void(sql_text, sql_text, sql_number)> rotate_token_sql{
    "UPDATE api_tokens SET digest = :digest, last4 = :last4 WHERE row = :row"};

const sql_statement<void(sql_number, sql_number)> revoke_token_sql{
    "UPDATE api_tokens SET revoked_at = :now WHERE row = :row"};

const sql_statement<void(sql_number, sql_number)> note_refused_token_sql{
    "UPDATE api_tokens SET refused_at = :now WHERE row = :row"};

const sql_statement<sql_row<sql_text, sql_text, sql_text, sql_number>(sql_number, sql_number, sql_number, sql_number,
                                                                      sql_number, sql_number)>
    take_ending_tokens_sql{[](dialect spoken) {
      return "UPDATE api_tokens SET warned_days = :days WHERE " +
             is_picked(spoken, "SELECT row FROM api_tokens WHERE revoked_at IS NULL AND expires_at > :now AND "
                               "expires_at <= :end AND created_at < expires_at - :span AND (warned_days IS NULL OR "
                               "warned_days > :told) ORDER BY expires_at LIMIT :limit" +
                                   std::string{pick_rows(spoken)}) +
             " RETURNING user_id, name, last4, expires_at";
    }};

const sql_statement<sql_row<sql_text, sql_text, sql_text>(sql_text)> find_token_creator_sql{
    "SELECT email, language, status FROM users WHERE id = :id"};

/// The grants of a token as they are now, and which permissions are unused.
void read_grants(connection& db, api_token& token, timestamp now) {
  token.grants.clear();
  permission_set given = 0, used = 0;
  db[list_grants_sql].each(
      [&](const auto& columns) {
        const auto& [workspace, set] = columns.fields;
        token.grants.push_back({workspace_id::from_store(workspace.view()), static_cast<permission_set>(set.value)});
        given |= token.grants.back().permissions;
      },
      token.row);
  const auto last_day = day_of(now - unused_after);
  db[list_permission_uses_sql].each(
      [&](const auto& columns) {
        const auto& [permission, day] = columns.fields;
        if (day.value > last_day) used |= static_cast<permission_set>(permission.value);
      },
      token.row);
  token.unused = day_of(token.created_at) > last_day ? 0 : given & ~used;
}

template <class Statement>
result<api_token> first_token(connection& db, Statement& from, user_id of, token_id id, timestamp now) {
  if (!from.first(of.view(), id.view())) return errc::not_found;
  auto token = from.out().read();
  read_grants(db, token, now);
  return token;
}

result<api_token> find_token_to_change(writing& at, user_id of, token_id id) {
  return first_token(at.db, at.db[hold_token_sql], of, id, at.when.now);
}

// What is done to a token stands in the audit logs of its creator and of each Workspace that it names.
void note_token_change(writing& at, const act& by, std::string_view action, const api_token* before,
                       const api_token* after) {
  const auto& about = after != nullptr ? *after : *before;
  const bool is_changed = before != nullptr && after != nullptr;
  const auto note = [&](const act& reported, std::string_view scope, workspace_id in) {
    auto was = described(before, in), became = described(after, in);
    if (is_changed && was == became && before->last4 == after->last4) was.clear(), became.clear();
    at.audit.note(reported, {scope, action, about.id.view(), std::move(was), std::move(became)}, at.when.now);
  };
  auto reported = by;
  note(reported, about.user.view(), {});
  auto named = about.grants;
  if (is_changed)
    for (const auto& one : before->grants)
      if (std::ranges::find(named, one.workspace, &token_grant::workspace) == named.end()) named.push_back(one);
  for (const auto& one : named) {
    reported.id = audit_id::derived_from(reported.id);
    note(reported, one.workspace.view(), one.workspace);
  }
}

void store_new_token(writing& at, const create_token& command, std::int64_t row) {
  api_token made{.row = row,
                 .id = command.id,
                 .user = command.user,
                 .name = command.name,
                 .last4 = command.last4,
                 .networks = command.networks,
                 .created_at = at.when.now,
                 .expires_at = command.expires_at};
  for (const auto& [workspace, permissions] : command.permissions) {
    at.db[insert_grant_sql].run(row, workspace.view(), std::int64_t{permissions});
    made.grants.push_back({workspace, permissions});
  }
  note_token_change(at, command.by, "api_token.created", nullptr, &made);
}

void set_grants(writing& at, const api_token& before, const std::vector<token_grant>& grants) {
  at.db[drop_grants_sql].run(before.row);
  for (const auto& [workspace, permissions] : grants)
    at.db[insert_grant_sql].run(before.row, workspace.view(), std::int64_t{permissions});
  for (const auto added : single_permissions(all_of(grants) & ~all_of(before.grants)))
    at.db[note_granted_day_sql].run(before.row, std::int64_t{added}, day_of(at.when.now));
}

std::int64_t warn_of_end(writing& at, int days, std::int64_t limit) {
  struct ending {
    std::string user, name, last4;
    timestamp end;
  };
  std::vector<ending> all;
  const std::chrono::milliseconds span = std::chrono::days{days};
  at.db[take_ending_tokens_sql].each(
      [&](const auto& columns) {
        const auto& [user, name, last4, end] = columns.fields;
        all.push_back({user.value, name.value, last4.value, from_millis(end.value)});
      },
      std::int64_t{days}, to_millis(at.when.now), to_millis(at.when.now + span), std::int64_t{span.count()},
      std::int64_t{days}, limit);
  for (const auto& one : all) {
    auto& creator = at.db[find_token_creator_sql];
    if (!creator.first(one.user)) continue;
    const auto& [email, lang_name, status] = creator.out().fields;
    if (status.view() != "active") continue;
    const auto lang = parse_language(lang_name.view()).value_or(language::vi);
    at.mails.store({.kind = "token_ends",
                    .recipient = email.value,
                    .lang = lang,
                    .content = content_of_warning(one.name, one.last4, one.end, at.when.now, lang)},
                   at.when.now);
  }
  return std::ssize(all);
}

} // namespace

result<created_token> carry_out(writing& at, const create_token& command) {
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? find_use_of_key(at.db, command.key, {}, at.when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    const auto first = token_id::from_store(used->subject);
    return created_token{first, first != command.id};
  }
  if (!at.db[find_token_owner_sql].first(command.user.view())) return errc::not_found;
  for (const auto& [workspace, permissions] : command.permissions)
    if (!at.db[find_granted_workspace_sql].first(workspace.view())) return errc::not_found;
  auto& inserted = at.db[insert_token_sql];
  if (!inserted.first(command.id.view(), command.user.view(), command.digest, command.last4, command.name,
                      command.networks, to_millis(at.when.now), to_millis(command.expires_at))) {
    if (!at.db[find_made_token_sql].first(command.id.view())) return errc::conflict;
    return created_token{command.id};
  }
  store_new_token(at, command, inserted.column<0>().value);
  if (has_key) note_use_of_key(at.db, command.key, {}, command.id.view(), at.when.now);
  return created_token{command.id};
}

result<api_token> carry_out(writing& at, const change_token& command) {
  const auto before = find_token_to_change(at, command.user, command.id);
  if (!before) return before.error();
  if (before->is_revoked) return errc::conflict;
  const bool has_new_grants = command.grants && *command.grants != before->grants;
  if (has_new_grants)
    for (const auto& one : *command.grants)
      if (!at.db[find_granted_workspace_sql].first(one.workspace.view())) return errc::not_found;
  auto after = *before;
  after.name = command.name.value_or(before->name);
  after.networks = command.networks.value_or(before->networks);
  if (after.name != before->name || after.networks != before->networks)
    at.db[change_token_sql].run(after.name, after.networks, after.row);
  if (has_new_grants) {
    set_grants(at, *before, *command.grants);
    read_grants(at.db, after, at.when.now);
  }
  if (described(&*before, {}) != described(&after, {}))
    note_token_change(at, command.by, "api_token.changed", &*before, &after);
  return after;
}

result<api_token> carry_out(writing& at, const rotate_token& command) {
  const auto before = find_token_to_change(at, command.user, command.id);
  if (!before) return before.error();
  if (status_of(*before, at.when.now) != token_status::active) return errc::conflict;
  auto after = *before;
  after.last4 = command.last4;
  at.db[rotate_token_sql].run(command.digest, command.last4, after.row);
  note_token_change(at, command.by, "api_token.rotated", &*before, &after);
  return after;
}

result<no_reply> carry_out(writing& at, const revoke_token& command) {
  const auto before = find_token_to_change(at, command.user, command.id);
  if (!before) return before.error();
  if (before->is_revoked) return no_reply{};
  at.db[revoke_token_sql].run(to_millis(at.when.now), before->row);
  note_token_change(at, command.by, "api_token.revoked", &*before, nullptr);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const note_refused_token& command) {
  const auto token = find_token_to_change(at, command.user, command.id);
  if (!token) return token.error();
  at.db[note_refused_token_sql].run(to_millis(at.when.now), token->row);
  at.audit.note(command.by, {command.user.view(), "api_token.refused", command.id.view()}, at.when.now);
  return no_reply{};
}

result<warned_of_tokens> carry_out(writing& at, const warn_of_tokens& command) {
  warned_of_tokens warned;
  // The shortest time first: a warning about the last day replaces the one about the week.
  for (const int days : token_warning_days) {
    warned.count += warn_of_end(at, days, command.limit - warned.count);
    warned.has_more = warned.count >= command.limit;
    if (warned.has_more) break;
  }
  return warned;
}

page<api_token> answer(reading& at, const list_tokens& wanted) {
  const auto& filter = wanted.filter;
  const auto start = filter.after != 0 || filter.ascending ? filter.after : std::numeric_limits<std::int64_t>::max();
  auto found = read_page<api_token>(at.db[filter.ascending ? rising_tokens_sql : falling_tokens_sql], filter.limit,
                                    filter.user.view(), start);
  for (auto& token : found.rows) read_grants(at.db, token, wanted.now);
  return found;
}

result<api_token> answer(reading& at, const find_token& wanted) {
  return first_token(at.db, at.db[find_token_sql], wanted.of, wanted.id, wanted.now);
}

} // namespace paylink
