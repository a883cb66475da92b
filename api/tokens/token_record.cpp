#include "api/tokens/token_record.hpp"

#include "api/calls/list_parameters.hpp"
#include "api/description/forms.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form secret_end{.pattern = "^[0-9A-Za-z]{4}$", .example = "c3Zq"};
constexpr form used_from{.example = "203.0.113.7"};
constexpr form secret_form{.pattern = "^plat_[0-9A-Za-z]{46}$",
                           .example = "plat_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z"};
constexpr form any_permissions{.type = json_type::texts, .example = "[]"};

constexpr member_description grant_members[]{
    {"workspace_id", forms::workspace_id, "The Workspace."},
    {"permissions", forms::permissions,
     "The token's permissions there. They apply only while the creator's role includes them."},
};
constexpr record_description grant_record{
    .name = "TokenGrant",
    .sentence = "A token's permissions in one Workspace.",
    .members = grant_members,
};

constexpr member_description token_members[]{
    {"id", forms::token_id, "The token's id."},
    {"name", forms::token_name, "Its name."},
    {"last4", secret_end, "The last characters of its secret."},
    {"status", one_of_words<token_status>("active"), "The token's status."},
    {"token", secret_form, "The secret, only in the response that creates or rotates it.", nullable,
     secret_form.example},
    {"workspaces", forms::records(grant_record), "The token's permissions by Workspace."},
    {"networks", forms::networks, "The networks from which it is accepted; empty: from everywhere."},
    {"unused_permissions", any_permissions, "Permissions not used for 90 days, which can probably be removed."},
    {"created_at", forms::time, "When it was created."},
    {"expires_at", forms::time, "When it expires.", always, "2026-12-31T17:00:00.000Z"},
    {"last_used_at", forms::time, "Its last use, to the minute.", nullable, "2026-03-15T02:30:00.000Z"},
    {"last_used_address", used_from, "The address of its last use.", nullable, "203.0.113.7"},
};

void append_quoted(std::string& out, std::string_view text) { append_foreign_string(out, text); }

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

void append_grant(std::string& out, const token_grant& grant) {
  record_writer written{out};
  written.text("workspace_id", grant.workspace.view());
  written.member("permissions") += list_of(words_of_set(grant.permissions), append_quoted);
  written.close();
}

} // namespace

constexpr record_description token_record{
    .name = "ApiToken",
    .sentence = "A token with which a program calls the API on behalf of the person who created it.",
    .members = token_members,
};

void append_token(std::string& out, const api_token& token, std::string_view secret, timestamp now) {
  record_writer written{out};
  written.text("id", token.id.view())
      .text("name", token.name)
      .text("last4", token.last4)
      .text("status", to_text(status_of(token, now)))
      .text_or_null("token", secret);
  written.member("workspaces") += list_of(token.grants, append_grant);
  written.member("networks") += list_of(parts_of(token.networks), append_quoted);
  written.member("unused_permissions") += list_of(words_of_set(token.unused), append_quoted);
  written.time("created_at", token.created_at)
      .time("expires_at", token.expires_at)
      .time("last_used_at", token.last_used_at)
      .text_or_null("last_used_address", token.last_used_address)
      .close();
}

} // namespace paylink
