#include "api/tokens/token_record.hpp"

#include "api/description/forms.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form secret_end{.pattern = "^[0-9A-Za-z]{4}$", .example = "c3Zq"};
constexpr form used_from{.example = "203.0.113.7"};
constexpr form secret_form{.pattern = "^plat_[0-9A-Za-z]{46}$",
                           .example = "plat_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z"};
constexpr form any_permissions{.type = json_type::texts, .example = "[]"};

constexpr auto grant_members = members_of<token_grant>({
    {"workspace_id", forms::workspace_id, get<&token_grant::workspace>, "The Workspace."},
    {"permissions", forms::permissions, [](auto& of) { return words_of_set(of.permissions); },
     "The token's permissions there. They apply only while the creator's role includes them."},
});
constexpr written_record<token_grant> grant_record{"TokenGrant", "A token's permissions in one Workspace.",
                                                   grant_members};

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

constexpr auto token_members = members_of<api_token, std::string_view, timestamp>({
    {"id", forms::token_id, get<&api_token::id>, "The token's id."},
    {"name", forms::token_name, get<&api_token::name>, "Its name."},
    {"last4", secret_end, get<&api_token::last4>, "The last characters of its secret."},
    {"status", one_of_words<token_status>("active"), [](auto& of, auto&, auto& now) { return status_of(of, now); },
     "The token's status."},
    {"token", secret_form, [](auto&, auto& secret, auto&) { return secret; },
     "The secret, only in the response that creates or rotates it.", nullable, secret_form.example},
    {"workspaces", grant_record, get<&api_token::grants>, "The token's permissions by Workspace."},
    {"networks", forms::networks, [](auto& of) { return parts_of(of.networks); },
     "The networks from which it is accepted; empty: from everywhere."},
    {"unused_permissions", any_permissions, [](auto& of) { return words_of_set(of.unused); },
     "Permissions not used for 90 days, which can probably be removed."},
    {"created_at", forms::time, get<&api_token::created_at>, "When it was created."},
    {"expires_at", forms::time, get<&api_token::expires_at>, "When it expires.", always, "2026-12-31T17:00:00.000Z"},
    {"last_used_at", forms::time, get<&api_token::last_used_at>, "Its last use, to the minute.", nullable,
     "2026-03-15T02:30:00.000Z"},
    {"last_used_address", used_from, get<&api_token::last_used_address>, "The address of its last use.", nullable,
     "203.0.113.7"},
});

} // namespace

constexpr written_record<api_token, std::string_view, timestamp> token_record{
    "ApiToken", "A token with which a program calls the API on behalf of the person who created it.", token_members};

} // namespace paylink
