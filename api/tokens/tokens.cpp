#include "secrets/tokens.hpp"
#include "api/calls/admission.hpp"
#include "api/calls/idempotency.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "api/tokens/token_record.hpp"
#include "domain/values/ascii.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"
#include "secrets/hmac.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr auto asked_grant_members = members_into<token_request::grant>({
    {"workspace_id", forms::workspace_id, into<&token_request::grant::workspace>,
     "A Workspace of which you are an active member."},
    {"permissions", forms::permissions, into<&token_request::grant::permissions>,
     "Permissions included in your role there."},
});
constexpr request_record asked_grant_record{"NewTokenGrant", "Permissions for a token in one Workspace.",
                                            asked_grant_members};
void read_grants(token_request& into, const boost::json::value& value, field_faults& faults) {
  const auto* grants = value.if_array();
  if (grants == nullptr || !std::ranges::all_of(*grants, &boost::json::value::is_object)) return;
  into.workspaces.emplace();
  for (const auto& one : *grants) asked_grant_record.take(one.get_object(), into.workspaces->emplace_back(), faults);
}
constexpr form asked_grants{.type = json_type::records, .least = 1, .most = 50, .of = &asked_grant_record};

constexpr auto new_token_members = members_into<token_request>({
    {"name", forms::token_name, into<&token_request::name>, "Its name, 1 to 100 characters."},
    {"expires_at", forms::given_time, into<&token_request::expires_at>, "One hour to one year in the future.", always,
     "2026-12-31T17:00:00Z"},
    {widening("workspaces"), asked_grants, read_by<read_grants>,
     "The permissions by Workspace; at most 50 Workspaces."},
    {widening("networks"), forms::networks, into<&token_request::networks>,
     "Addresses or networks from which it is accepted, at most 20.", optional},
});
constexpr request_record new_token_record{"NewApiToken", "A token to create.", new_token_members};

constexpr auto token_change_members = members_into<token_request>({
    {"name", forms::token_name, into<&token_request::name>, "Its name, 1 to 100 characters.", optional},
    {widening("workspaces"), asked_grants, read_by<read_grants>,
     "The permissions by Workspace, replacing the current ones.", optional},
    {widening("networks"), forms::networks, into<&token_request::networks>,
     "Addresses or networks from which it is accepted, replacing the current ones; an empty list: from everywhere.",
     optional},
});
constexpr request_record token_change_record{{.name = "ApiTokenChange",
                                              .sentence = "The changes; omitted members stay as they are.",
                                              .needs_a_member = true,
                                              .changes = &token_record},
                                             token_change_members};

http_response refuse_unknown(const reply_context& context, const boost::system::error_code& error) {
  if (to_errc(error) != errc::not_found) return context.fail(error);
  return context.fail(errc::not_found, "You have no API token with this id.");
}

http_response answer_token(const reply_context& context, unsigned status, const api_token& token,
                           std::string_view secret) {
  return success(status, token_record.json(token, secret, context.now), context.now);
}

result<api_token> named_token(call_context& context) {
  const auto id = token_id::parse(context.call.path[0]);
  if (!id) return errc::not_found;
  return context.rows.ask(find_token{context.who.user, *id, context.now});
}

constexpr route_description listing_tokens{
    .id = "listApiTokens",
    .tag = token_tag,
    .summary = "List your API tokens",
    .query = {list_parameters_described},
    .answers = {answers::page("The tokens, newest first, including revoked and expired ones.", token_record)},
};

handled list_own_tokens(call_context& context) {
  const auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  token_filter filter{.user = context.who.user, .ascending = asked.ascending, .limit = asked.limit};
  filter.after = asked.row();
  const auto found = context.rows.ask(list_tokens{filter, context.now});
  return answer_page(context, found, token_record.with({}, context.now), behind_row);
}

constexpr route_description creating_a_token{
    .id = "createApiToken",
    .tag = token_tag,
    .summary = "Create an API token",
    .details =
        "The secret, `token`, is only in this response; the response to a repeated call has `null`. At the time of "
        "each call, the token is limited to the permissions of its creator's role.",
    .headers = idempotency_headers,
    .bodies = {&new_token_record},
    .answers = {answers::created("The token, with its secret.", token_record)},
    .errors = {errc::conflict},
};

/// The token as it is now; `secret` is empty if an earlier request has created it.
http_response answer_created_token(call_context& context, token_id id, std::string_view secret) {
  const auto found = context.rows.ask(find_token{context.who.user, id, context.now});
  if (!found) return context.fail(found.error());
  return repeatable(answer_token(context, 201, *found, secret), secret.empty(), "/v1.1/api-tokens/" + id.text());
}

http_response replay_token(call_context& context, const std::string& subject) {
  return answer_created_token(context, token_id::from_store(subject), {});
}

handled store_new_token(call_context& context, const checked_token& checked) {
  const auto secret = make_secret("plat", context.services.random);
  create_token wanted{.id = token_id::make(context.now, context.services.random),
                      .user = context.who.user,
                      .digest = sha256_hex(secret),
                      .last4 = std::string{last4_of(secret)},
                      .name = checked.name,
                      .expires_at = checked.expires_at,
                      .permissions = {},
                      .networks = checked.networks,
                      .key = context.key,
                      .by = context.by_caller()};
  for (const auto& [workspace, permissions] : checked.grants) wanted.permissions.emplace_back(workspace, permissions);
  const auto tell = [secret](const reply_context& done, const created_token& made) {
    if (!made.is_replay)
      log::info("api_token.created", {{"token", made.id.view()}, {"user", done.call.who.user.view()}});
    return next_step{[id = made.id, shown = made.is_replay ? std::string{} : secret](call_context& again) -> handled {
      return answer_created_token(again, id, shown);
    }};
  };
  return continue_with{{.write = std::move(wanted)}, on_success<create_token>(tell)};
}

handled create_own_token(call_context& context) {
  if (auto again = replay(context, replay_token)) return std::move(*again);
  auto [request, faults] = new_token_record.read(context.body);
  const auto checked = check_new_token(request, context.rows.ask(roles_of{context.who.user}), context.now);
  add_faults(faults, checked.faults);
  if (!faults.empty()) return context.refuse(faults);
  return store_new_token(context, checked);
}

constexpr route_description changing_a_token{
    .id = "changeApiToken",
    .tag = token_tag,
    .summary = "Change an API token's name, networks or permissions",
    .details = "Changing networks or permissions requires the password again, as creating a token does. The expiry "
               "cannot be changed: create another token instead. 409 if the token is revoked.",
    .bodies = {&token_change_record},
    .answers = {answers::record("The token.", token_record)},
    .errors = {errc::conflict},
};

handled tell_changed(const reply_context& context, result<write_reply>& outcome) {
  const auto changed = reply_to<change_token>(outcome);
  if (changed) return answer_token(context, 200, *changed, {});
  if (to_errc(changed.error()) == errc::conflict) return context.fail(errc::conflict, "The token is revoked.");
  return refuse_unknown(context, changed.error());
}

handled change_own_token(call_context& context) {
  auto [request, faults] = token_change_record.read(context.body);
  const auto checked = check_token_change(request, context.rows.ask(roles_of{context.who.user}));
  add_faults(faults, checked.faults);
  if (!faults.empty()) return context.refuse(faults);
  if (request.workspaces || request.networks)
    if (auto refused = refuse_widening(context, true)) return std::move(*refused);
  const auto found = named_token(context);
  if (!found) return refuse_unknown(context, found.error());
  change_token wanted{.id = found->id, .user = context.who.user, .by = context.by_caller()};
  if (request.name) wanted.name = checked.name;
  if (request.networks) wanted.networks = checked.networks;
  if (request.workspaces) wanted.grants = checked.grants;
  return continue_with{{.write = std::move(wanted)}, tell_changed};
}

constexpr route_description rotating_a_token{
    .id = "rotateApiToken",
    .tag = token_tag,
    .summary = "Replace an API token's secret",
    .details =
        "The old secret stops working at once. Everything else stays. 409 if the token is revoked or has expired.",
    .answers = {answers::record("The token, with its new secret.", token_record)},
    .errors = {errc::conflict},
};

handled rotate_own_token(call_context& context) {
  const auto found = named_token(context);
  if (!found) return refuse_unknown(context, found.error());
  const auto secret = make_secret("plat", context.services.random);
  const auto tell = [secret](const reply_context& done, result<write_reply>& outcome) -> handled {
    const auto rotated = reply_to<rotate_token>(outcome);
    if (rotated) {
      log::info("api_token.rotated", {{"token", rotated->id.view()}});
      return answer_token(done, 200, *rotated, secret);
    }
    if (to_errc(rotated.error()) == errc::conflict)
      return done.fail(errc::conflict, "The token is revoked or has expired. Create another one.");
    return refuse_unknown(done, rotated.error());
  };
  return continue_with{{.write = rotate_token{.id = found->id,
                                              .user = context.who.user,
                                              .digest = sha256_hex(secret),
                                              .last4 = std::string{last4_of(secret)},
                                              .by = context.by_caller()}},
                       tell};
}

constexpr route_description revoking_a_token{
    .id = "revokeApiToken",
    .tag = token_tag,
    .summary = "Revoke an API token",
    .details = "It stops working at once, permanently. Revoking it again changes nothing.",
    .answers = {answers::nothing("The token is revoked.")},
};

handled revoke_own_token(call_context& context) {
  const auto found = named_token(context);
  if (!found) return refuse_unknown(context, found.error());
  return continue_with{{.write = revoke_token{.id = found->id, .user = context.who.user, .by = context.by_caller()}},
                       [](const reply_context& done, result<write_reply>& outcome) -> handled {
                         const auto revoked = reply_to<revoke_token>(outcome);
                         if (!revoked) return refuse_unknown(done, revoked.error());
                         return done_without_body();
                       }};
}

} // namespace

constexpr api_route token_rows[]{
    routes::in_turn(routes::signed_in(http_method::get, "/v1.1/api-tokens", list_own_tokens, listing_tokens)),
    routes::guarded(routes::signed_in(http_method::post, "/v1.1/api-tokens", create_own_token, creating_a_token)),
    routes::guarded_in_part(
        routes::signed_in(http_method::patch, "/v1.1/api-tokens/{token_id}", change_own_token, changing_a_token)),
    routes::signed_in(http_method::del, "/v1.1/api-tokens/{token_id}", revoke_own_token, revoking_a_token),
    routes::guarded(
        routes::signed_in(http_method::post, "/v1.1/api-tokens/{token_id}/rotate", rotate_own_token, rotating_a_token)),
};
constexpr std::span<const api_route> token_routes{token_rows};

} // namespace paylink
