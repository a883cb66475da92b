#include "persistence/tokens/token_writes.hpp"

#include "domain/values/json_string.hpp"
#include "domain/values/local_time.hpp"

#include <algorithm>

namespace paylink {

namespace {

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

std::string warn_sql(dialect spoken) {
  return "UPDATE api_tokens SET warned_days = :days WHERE " +
         is_picked(spoken, "SELECT row FROM api_tokens WHERE revoked_at IS NULL AND expires_at > :now AND expires_at "
                           "<= :end AND created_at < expires_at - :span AND (warned_days IS NULL OR warned_days > "
                           ":told) ORDER BY expires_at LIMIT :limit" +
                               std::string{pick_rows(spoken)}) +
         " RETURNING user_id, name, last4, expires_at";
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

} // namespace

token_writes::token_writes(soci::session& session, dialect spoken, mail_writes& mails, audit_writes& log)
    : mails_{mails}, log_{log}, tokens_{session, spoken, true}, keys_{session},
      find_user_{session, "SELECT row FROM users WHERE id = :id"},
      find_workspace_{session, "SELECT row FROM workspaces WHERE id = :id"},
      find_token_{session, "SELECT row FROM api_tokens WHERE id = :id"},
      insert_{session, "INSERT INTO api_tokens (id, user_id, digest, last4, name, networks, created_at, expires_at) "
                       "VALUES (:id, :user, :digest, :last4, :name, :networks, :now, :expires_at) ON CONFLICT DO "
                       "NOTHING RETURNING row"},
      insert_grant_{session, "INSERT INTO api_token_permissions (token_row, workspace_id, permission_set) VALUES "
                             "(:token, :workspace, :permissions)"},
      drop_grants_{session, "DELETE FROM api_token_permissions WHERE token_row = :row"},
      note_day_{session, "INSERT INTO permission_uses (token_row, permission, day) VALUES (:token, :permission, :day) "
                         "ON CONFLICT (token_row, permission) DO UPDATE SET day = excluded.day"},
      change_{session, "UPDATE api_tokens SET name = :name, networks = :networks WHERE row = :row"},
      rotate_{session, "UPDATE api_tokens SET digest = :digest, last4 = :last4 WHERE row = :row"},
      revoke_{session, "UPDATE api_tokens SET revoked_at = :now WHERE row = :row"},
      note_refused_{session, "UPDATE api_tokens SET refused_at = :now WHERE row = :row"},
      warn_{session, warn_sql(spoken)},
      find_creator_{session, "SELECT email, language, status FROM users WHERE id = :id"} {}

void token_writes::tell(const act& by, std::string_view action, const api_token* before, const api_token* after,
                        timestamp now) {
  const auto& about = after != nullptr ? *after : *before;
  const bool is_changed = before != nullptr && after != nullptr;
  const auto note = [&](const act& told, std::string_view scope, workspace_id in) {
    auto was = described(before, in), became = described(after, in);
    if (is_changed && was == became && before->last4 == after->last4) was.clear(), became.clear();
    log_.note(told, {scope, action, about.id.view(), std::move(was), std::move(became)}, now);
  };
  auto told = by;
  note(told, about.user.view(), {});
  auto named = about.grants;
  if (is_changed)
    for (const auto& one : before->grants)
      if (std::ranges::find(named, one.workspace, &token_grant::workspace) == named.end()) named.push_back(one);
  for (const auto& one : named) {
    told.id = audit_id::derived_from(told.id);
    note(told, one.workspace.view(), one.workspace);
  }
}

result<created_token> token_writes::carry_out(const create_token& command, const moment& when) {
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? keys_.find(command.key, {}, when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    const auto first = token_id::from_store(used->subject);
    return created_token{first, first != command.id};
  }
  if (!find_user_.first(command.user.view())) return errc::not_found;
  for (const auto& [workspace, permissions] : command.permissions)
    if (!find_workspace_.first(workspace.view())) return errc::not_found;
  if (!insert_.first(command.id.view(), command.user.view(), command.digest, command.last4, command.name,
                     command.networks, to_millis(when.now), to_millis(command.expires_at))) {
    if (!find_token_.first(command.id.view())) return errc::conflict;
    return created_token{command.id};
  }
  insert(command, insert_.column<0>().value, when.now);
  if (has_key) keys_.note(command.key, {}, command.id.view(), when.now);
  return created_token{command.id};
}

void token_writes::insert(const create_token& command, std::int64_t row, timestamp now) {
  api_token made{.row = row,
                 .id = command.id,
                 .user = command.user,
                 .name = command.name,
                 .last4 = command.last4,
                 .networks = command.networks,
                 .created_at = now,
                 .expires_at = command.expires_at};
  for (const auto& [workspace, permissions] : command.permissions) {
    insert_grant_.run(row, workspace.view(), std::int64_t{permissions});
    made.grants.push_back({workspace, permissions});
  }
  tell(command.by, "api_token.created", nullptr, &made, now);
}

void token_writes::set_grants(const api_token& before, const std::vector<token_grant>& grants, timestamp now) {
  drop_grants_.run(before.row);
  for (const auto& [workspace, permissions] : grants)
    insert_grant_.run(before.row, workspace.view(), std::int64_t{permissions});
  for (const auto added : single_permissions(all_of(grants) & ~all_of(before.grants)))
    note_day_.run(before.row, std::int64_t{added}, day_of(now));
}

result<api_token> token_writes::carry_out(const change_token& command, const moment& when) {
  const auto before = tokens_.find(command.user, command.id, when.now);
  if (!before) return before.error();
  if (before->is_revoked) return errc::conflict;
  auto after = *before;
  after.name = command.name.value_or(before->name);
  after.networks = command.networks.value_or(before->networks);
  if (after.name != before->name || after.networks != before->networks)
    change_.run(after.name, after.networks, after.row);
  if (command.grants && *command.grants != before->grants) {
    for (const auto& one : *command.grants)
      if (!find_workspace_.first(one.workspace.view())) return errc::not_found;
    set_grants(*before, *command.grants, when.now);
    tokens_.read_grants(after, when.now);
  }
  if (described(&*before, {}) != described(&after, {}))
    tell(command.by, "api_token.changed", &*before, &after, when.now);
  return after;
}

result<api_token> token_writes::carry_out(const rotate_token& command, const moment& when) {
  const auto before = tokens_.find(command.user, command.id, when.now);
  if (!before) return before.error();
  if (status_of(*before, when.now) != token_status::active) return errc::conflict;
  auto after = *before;
  after.last4 = command.last4;
  rotate_.run(command.digest, command.last4, after.row);
  tell(command.by, "api_token.rotated", &*before, &after, when.now);
  return after;
}

result<no_reply> token_writes::carry_out(const revoke_token& command, const moment& when) {
  const auto before = tokens_.find(command.user, command.id, when.now);
  if (!before) return before.error();
  if (before->is_revoked) return no_reply{};
  revoke_.run(to_millis(when.now), before->row);
  tell(command.by, "api_token.revoked", &*before, nullptr, when.now);
  return no_reply{};
}

result<no_reply> token_writes::carry_out(const note_refused_token& command, const moment& when) {
  const auto token = tokens_.find(command.user, command.id, when.now);
  if (!token) return token.error();
  note_refused_.run(to_millis(when.now), token->row);
  log_.note(command.by, {command.user.view(), "api_token.refused", command.id.view()}, when.now);
  return no_reply{};
}

result<warned_of_tokens> token_writes::carry_out(const warn_of_tokens& command, const moment& when) {
  warned_of_tokens warned;
  // The shortest time first: who was told of the last day needs not be told of the week.
  for (const int days : token_warning_days) {
    warned.count += warn(days, command.limit - warned.count, when.now);
    warned.has_more = warned.count >= command.limit;
    if (warned.has_more) break;
  }
  return warned;
}

std::int64_t token_writes::warn(int days, std::int64_t limit, timestamp now) {
  struct ending {
    std::string user, name, last4;
    timestamp end;
  };
  std::vector<ending> all;
  const std::chrono::milliseconds span = std::chrono::days{days};
  warn_.each(
      [&](const auto& columns) {
        const auto& [user, name, last4, end] = columns.fields;
        all.push_back({user.value, name.value, last4.value, from_millis(end.value)});
      },
      std::int64_t{days}, to_millis(now), to_millis(now + span), std::int64_t{span.count()}, std::int64_t{days}, limit);
  for (const auto& one : all) {
    if (!find_creator_.first(one.user)) continue;
    const auto& [email, lang_name, status] = find_creator_.out().fields;
    if (status.view() != "active") continue;
    const auto lang = parse_language(lang_name.view()).value_or(language::vi);
    mails_.store({.kind = "token_ends",
                  .recipient = email.value,
                  .lang = lang,
                  .content = content_of_warning(one.name, one.last4, one.end, now, lang)},
                 now);
  }
  return std::ssize(all);
}

} // namespace paylink
