#include "api/calls/idempotency.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/request_record.hpp"
#include "api/description/webhook_forms.hpp"
#include "api/webhooks/asked_webhook.hpp"
#include "api/webhooks/endpoint_check.hpp"
#include "api/webhooks/new_webhook_keys.hpp"
#include "api/webhooks/test_events.hpp"
#include "api/webhooks/webhook_record.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr auto new_webhook_members = members_into<asked_webhook>({
    {"type", one_of_words<webhook_type>("http"), read_by<read_webhook_type>,
     "An HTTP endpoint (default) or a Telegram chat.", optional},
    {"name", forms::webhook_name, into<&webhook_request::name>, "Its name, 1 to 100 characters."},
    {"url", forms::given_url, into<&webhook_request::url>,
     "The endpoint's URL: https, a public address, no user information, at most 2,048 bytes; the same ports as for "
     "callback URLs. Required for an endpoint, not allowed for a chat.",
     optional, "https://shop.example/hook"},
    {"chat_id", forms::chat_id, into<&webhook_request::chat_id>,
     "The chat's number, or the public `@name` of a group or channel. Required for a chat.", optional,
     forms::chat_id.example, false},
    {"bot_token", forms::bot_token, into<&webhook_request::bot_token>,
     "The token of the bot that writes there. Required for a chat. Stored encrypted, never shown.", optional,
     forms::bot_token.example, false},
    {"events", forms::webhook_events, into<&webhook_request::events>, "The events it receives."},
    {"filter", forms::record(webhook_filter_record), read_by<read_webhook_filter>,
     "The filter for its events; `null`: no filter.", withheld, "", false},
    {"headers", forms::webhook_headers, read_by<read_webhook_headers>,
     "Additional headers of its requests: at most 10, except HTTP's own, ours, `Authorization` and `Cookie`. Every "
     "member can read them.",
     optional},
    {check_member, into<&asked_webhook::is_checked>},
});
constexpr request_record new_webhook_record{"NewWebhook", "A webhook to create.", new_webhook_members};

constexpr route_description creating_a_webhook{
    .id = "createWebhook",
    .tag = webhook_tag,
    .summary = "Create a webhook",
    .details =
        "`api_key` and `secret` are only in this response; the response to a repeated call, and that for a chat, "
        "has `null`. A chat gets a test message at once; its delivery shows whether it arrived. With `check`, "
        "an endpoint gets a test event before it is saved. A Workspace can have at most 50 webhooks: 409. An "
        "idempotency key whose webhook has been deleted gets 404.",
    .headers = idempotency_headers,
    .bodies = {&new_webhook_record},
    .answers = {answers::created("The webhook, with its key and its secret.", webhook_record)},
    .errors = {errc::not_found, errc::conflict},
};

http_response answer_created_webhook(const reply_context& context, const webhook& record,
                                     const shown_webhook_keys* keys, const attempt* checked, bool is_replay) {
  return repeatable(answer_webhook(context, 201, record, keys, checked), is_replay,
                    "/v1.1/webhooks/" + record.workspace.text() + "/" + record.id.text());
}

/// A webhook to store, with what its answer shows once.
struct wanted_webhook {
  create_webhook write;
  std::optional<shown_webhook_keys> shown{};
  std::optional<attempt> checked{}; ///< None: no check was asked for.
};

handled save_webhook(wanted_webhook wanted) {
  const auto tell = [shown = std::move(wanted.shown), checked = std::move(wanted.checked)](
                        const reply_context& done, result<write_reply>& outcome) -> handled {
    const auto made = reply_to<create_webhook>(outcome);
    if (!made && to_errc(made.error()) == errc::conflict)
      return done.fail(errc::conflict, "A Workspace can have at most 50 webhooks. Delete an unused one.");
    if (!made) return done.fail(made.error());
    if (!made->is_replay)
      log::info("webhook.created", {{"workspace", made->record.workspace.view()}, {"webhook", made->record.id.view()}});
    return answer_created_webhook(done, made->record, made->is_replay || !shown ? nullptr : &*shown,
                                  made->is_replay || !checked ? nullptr : &*checked, made->is_replay);
  };
  auto& write = wanted.write;
  return continue_with{{.workspace = write.record.workspace,
                        .write = write,
                        .key = write.key,
                        .announce = is_chat(write.record.type) ? announce_due_delivery : nullptr},
                       tell};
}

handled check_and_save(call_context& context, wanted_webhook wanted) {
  const auto& record = wanted.write.record;
  const auto& keys = wanted.write.keys;
  auto target = std::make_shared<webhook_target>();
  target->id = record.id;
  carry(*target, keys);
  target->headers = record.headers;
  const checked_endpoint endpoint{
      .url = record.url, .target = std::move(target), .event = first_event_of(record.events), .is_new = true};
  return check_endpoint(context, endpoint, [wanted = std::move(wanted)](call_context&, const attempt& made) {
    auto save = wanted;
    save.checked = made;
    return save_webhook(std::move(save));
  });
}

http_response replay_webhook(call_context& context, const std::string& subject) {
  const auto first = context.rows.ask(find_webhook{context.workspace, webhook_id::from_store(subject), context.now});
  if (!was_found(first))
    return context.fail(errc::not_found, "The webhook that this idempotency key created has been deleted.");
  return answer_created_webhook(context, *first, nullptr, nullptr, true);
}

handled create_workspace_webhook(call_context& context) {
  if (auto again = replay(context, replay_webhook)) return std::move(*again);
  auto [asked, faults] = new_webhook_record.read(context.body);
  const auto checked = check_webhook(context, asked, true, faults);
  const bool is_of_chat = is_chat(asked.type);
  if (!faults.empty()) return context.refuse(faults);
  webhook record{.id = webhook_id::make(context.now, context.services.random),
                 .workspace = context.workspace,
                 .type = asked.type,
                 .name = std::move(asked.name).value_or(""),
                 .url = std::move(asked.url).value_or(""),
                 .chat_id = std::move(asked.chat_id).value_or(""),
                 .events = checked.events,
                 .filter = checked.filter,
                 .headers = std::move(asked.headers).value_or(webhook_headers{})};
  auto keys = is_of_chat ? made_keys{std::nullopt, seal_bot_token(context, record.id, *asked.bot_token)}
                         : make_keys(context, record.id);
  std::optional<test_event> test;
  if (is_of_chat) test = make_test_event(context, asked.type, first_event_of(record.events));
  wanted_webhook wanted{.write = {.record = std::move(record),
                                  .keys = std::move(keys.sealed),
                                  .key = context.key,
                                  .by = context.by_caller(),
                                  .test = std::move(test)},
                        .shown = std::move(keys.shown)};
  return asked.is_checked ? check_and_save(context, std::move(wanted)) : save_webhook(std::move(wanted));
}

} // namespace

constexpr api_route webhook_creation_rows[]{
    routes::guarded(routes::with(permission::webhooks_write, http_method::post, "/v1.1/webhooks/{workspace_id}",
                                 create_workspace_webhook, creating_a_webhook)),
};
constexpr std::span<const api_route> webhook_creation_routes{webhook_creation_rows};

} // namespace paylink
