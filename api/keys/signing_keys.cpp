#include "api/calls/subject_routes.hpp"
#include "api/description/written_record.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"
#include "secrets/tokens.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view key_tag = "Signing key";
constexpr form signing_key_name{.least = 1, .most = 64, .example = "key_01kkqd7r8t9v0w1x2y3z4a5b6c"};
constexpr form signing_key_text{.pattern = "^plsk_[0-9A-Za-z]{46}$",
                                .example = "plsk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z"};

/// A key as it verifies signatures.
struct opened_key {
  stored_signing_key stored;
  std::string text;
};
constexpr auto signing_key_members = members_of<opened_key>({
    {"id", signing_key_name, get<&opened_key::stored, &stored_signing_key::id>, "Its id; callbacks do not contain it."},
    {"key", signing_key_text, get<&opened_key::text>,
     "The key. Verify signatures with the whole text, including its prefix."},
    {"created_at", forms::time, get<&opened_key::stored, &stored_signing_key::created_at>, "When it was created."},
    {"valid_until", forms::time, get<&opened_key::stored, &stored_signing_key::valid_until>,
     "Until when callbacks with its signature can still arrive; `null` for the current key.", nullable,
     "2026-03-16T02:30:00.000Z"},
});
constexpr written_record<opened_key> signing_key_record{"SigningKey", "A key that signs a Workspace's callbacks.",
                                                        signing_key_members};

struct opened_keys {
  workspace_id workspace;
  std::optional<opened_key> current, previous;
};
constexpr auto keys_members = members_of<opened_keys>({
    {"workspace_id", forms::workspace_id, get<&opened_keys::workspace>, "The Workspace."},
    {"current", signing_key_record, [](auto& of) -> auto& { return *of.current; }, "The key that signs new callbacks."},
    {"previous", signing_key_record, get<&opened_keys::previous>, "The previous key, for 24 hours after the rotation.",
     nullable},
});
constexpr written_record<opened_keys> keys_record{"SigningKeys", "The keys that verify a Workspace's callbacks.",
                                                  keys_members};

std::optional<opened_key> open_key(const reply_context& context, const stored_signing_key& key) {
  const auto& of = context.call.workspace;
  const auto opened = context.services.keys.open(key.sealed, signing_key_place(of.view(), key.id));
  if (opened) return opened_key{key, *opened};
  log::error("signing_key.unreadable", {{"trace_id", context.call.request.trace_id},
                                        {"workspace", of.view()},
                                        {"advice", "restart this node with the newest master key file"}});
  return std::nullopt;
}

http_response answer_keys(const reply_context& context, const stored_signing_keys& keys) {
  opened_keys opened{context.call.workspace, open_key(context, keys.current), std::nullopt};
  if (keys.previous) opened.previous = open_key(context, *keys.previous);
  const bool are_open = opened.current && opened.previous.has_value() == keys.previous.has_value();
  return are_open ? success(200, keys_record.json(opened), context.now) : context.fail(errc::service_unavailable);
}

constexpr route_description showing_keys{
    .id = "getSigningKey",
    .tag = key_tag,
    .summary = "Read a Workspace's signing key",
    .details = "Anyone who has it can forge callbacks.",
    .answers = {answers::record(
        "The current key, and the previous one while callbacks with its signature can still arrive.", keys_record)},
};

handled read_signing_keys(call_context& context) {
  const auto found = context.rows.ask(find_signing_keys{context.workspace, context.now});
  if (!found && to_errc(found.error()) == errc::not_found) return context.fail(errc::insufficient_permissions);
  if (!found) return context.fail(found.error());
  return answer_keys(context, *found);
}

// Who has seen the key stands in the audit log before the key is shown.
handled show_signing_keys(call_context& context) {
  return continue_with{
      {.workspace = context.workspace, .write = note_shown_keys{context.workspace, context.by_caller()}},
      on_success<note_shown_keys>([](const reply_context&) { return next_step{read_signing_keys}; })};
}

constexpr route_description rotating_the_key{
    .id = "rotateSigningKey",
    .tag = key_tag,
    .summary = "Replace a Workspace's signing key",
    .details = "The current key becomes the previous one. For 24 hours, verify with both, since callbacks keep the "
               "signature from when they were recorded. An older previous key is deleted at once.",
    .answers = {answers::record("The new key, and the previous one.", keys_record)},
};

handled rotate_key(call_context& context) {
  auto& random = context.services.random;
  const auto by = context.by_caller();
  // The audit row's own time and chance are as good a name as any.
  const auto id = "key" + by.id.text().substr(by.id.view().find('_'));
  const auto place = signing_key_place(context.workspace.view(), id);
  rotate_signing_key wanted{context.workspace, id,
                            context.services.keys.seal(make_secret("plsk", random), place, random), by};
  return continue_with{{.workspace = context.workspace, .write = std::move(wanted)},
                       on_success<rotate_signing_key>([](const reply_context& done, const auto& keys) {
                         log::info("signing_key.rotated", {{"workspace", done.call.workspace.view()}});
                         return answer_keys(done, keys);
                       })};
}

} // namespace

using enum permission;
constexpr api_route signing_key_rows[]{
    routes::by_admins(routes::by_session(
        routes::guarded(routes::with(workspaces_read, http_method::get, "/v1.1/workspaces/{workspace_id}/signing-key",
                                     show_signing_keys, showing_keys)))),
    routes::by_admins(routes::by_session(routes::guarded(
        routes::with(workspaces_write, http_method::post, "/v1.1/workspaces/{workspace_id}/signing-key/rotate",
                     rotate_key, rotating_the_key)))),
};
constexpr std::span<const api_route> signing_key_routes{signing_key_rows};

} // namespace paylink
