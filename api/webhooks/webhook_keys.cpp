#include "api/calls/subject_routes.hpp"
#include "api/webhooks/new_webhook_keys.hpp"
#include "api/webhooks/webhook_record.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

constexpr route_description rotating_a_webhook{
    .id = "rotateWebhook",
    .tag = webhook_tag,
    .summary = "Rotate a webhook's API key and secret",
    .details = "The new pair is only in this response. It is used once you activate it, or after 24 hours; until then, "
               "the old pair is used. So configure your receiver for both, activate, and then remove the old pair. 409 "
               "for a chat: change its `bot_token`.",
    .answers = {answers::record("The webhook, with its new key and secret.", webhook_record)},
    .errors = {errc::conflict},
};

handled rotate_workspace_webhook(call_context& context) {
  const auto found = named_webhook(context);
  if (!found) return context.fail_to_find("webhook", found.error());
  if (found->type != webhook_type::http)
    return context.fail(errc::conflict,
                        "A chat has no API key and no secret. To replace its bot's token, change bot_token.");
  const auto keys = make_keys(context, found->id);
  const auto tell = [shown = keys.shown](const reply_context& done, result<write_reply>& outcome) -> handled {
    const auto rotated = reply_to<rotate_webhook>(outcome);
    if (!rotated) return done.fail_to_find("webhook", rotated.error());
    log::info("webhook.rotated", {{"webhook", rotated->id.view()}});
    return answer_webhook(done, 200, *rotated, &*shown);
  };
  return continue_with{{.workspace = context.workspace,
                        .write = rotate_webhook{.workspace = context.workspace,
                                                .id = found->id,
                                                .keys = keys.sealed,
                                                .by = context.by_caller()}},
                       tell};
}

constexpr route_description activating_keys{
    .id = "activateWebhookKeys",
    .tag = webhook_tag,
    .summary = "Activate a rotated API key and secret",
    .details = "The new pair is used from the next attempt on. 409 without a new pair.",
    .answers = {answers::record("The webhook.", webhook_record)},
    .errors = {errc::conflict},
};

handled tell_activated(const reply_context& context, result<write_reply>& outcome) {
  const auto activated = reply_to<activate_webhook_keys>(outcome);
  if (activated) return answer_webhook(context, 200, *activated);
  if (to_errc(activated.error()) == errc::conflict)
    return context.fail(errc::conflict,
                        "There is no new pair to activate: it is already active, or there was no rotation.");
  return context.fail_to_find("webhook", activated.error());
}

handled activate_rotated_keys(call_context& context) {
  const auto id = webhook_id::parse(context.call.path[1]);
  if (!id) return context.fail_to_find("webhook", errc::not_found);
  return continue_with{
      {.workspace = context.workspace,
       .write = activate_webhook_keys{.workspace = context.workspace, .id = *id, .by = context.by_caller()}},
      tell_activated};
}

} // namespace

using enum permission;
constexpr api_route webhook_key_rows[]{
    routes::guarded(routes::with(webhooks_write, http_method::post, "/v1.1/webhooks/{workspace_id}/{webhook_id}/rotate",
                                 rotate_workspace_webhook, rotating_a_webhook)),
    routes::with(webhooks_write, http_method::post, "/v1.1/webhooks/{workspace_id}/{webhook_id}/rotate/activate",
                 activate_rotated_keys, activating_keys),
};
constexpr std::span<const api_route> webhook_key_routes{webhook_key_rows};

} // namespace paylink
