#include "api/calls/admission.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "api/description/webhook_forms.hpp"
#include "api/webhooks/asked_webhook.hpp"
#include "api/webhooks/endpoint_check.hpp"
#include "api/webhooks/new_webhook_keys.hpp"
#include "api/webhooks/test_events.hpp"
#include "api/webhooks/webhook_record.hpp"
#include "domain/addresses/outbound_url.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr route_description listing_webhooks{
    .id = "listWebhooks",
    .tag = webhook_tag,
    .summary = "List a Workspace's webhooks",
    .query = {list_parameters_described},
    .answers = {answers::page("The webhooks, newest first.", webhook_record)},
};

handled list_workspace_webhooks(call_context& context) {
  const auto asked = read_list_parameters(context);
  if (!asked.faults.empty()) return context.refuse(asked.faults);
  webhook_list_filter filter{.ascending = asked.ascending, .limit = asked.limit};
  filter.after = asked.row();
  const auto found = context.rows.ask(list_webhooks{context.workspace, filter, context.now});
  return answer_page(context, found, webhook_record.with(nullptr, nullptr), behind_row);
}

constexpr route_description showing_a_webhook{
    .id = "getWebhook",
    .tag = webhook_tag,
    .summary = "Read a webhook",
    .answers = {answers::record("The webhook.", webhook_record)},
};

handled get_webhook(call_context& context) {
  const auto found = named_webhook(context);
  if (!found) return context.fail_to_find("webhook", found.error());
  return answer_webhook(context, 200, *found);
}

constexpr auto change_members = members_into<asked_webhook>({
    {"name", forms::webhook_name, into<&webhook_request::name>, "Its name, 1 to 100 characters.", optional},
    {"url", forms::given_url, into<&webhook_request::url>,
     "The endpoint's URL. Pending deliveries go to the new URL. A new origin gets new keys.", optional,
     "https://shop.example/hook"},
    {"events", forms::webhook_events, into<&webhook_request::events>, "Events to deliver, replacing the current list.",
     optional},
    {"filter", forms::record(webhook_filter_record), read_by<read_webhook_filter>,
     "The filter for its events, replacing the current one; `null` or `{}`: no filter.", withheld},
    {"headers", forms::webhook_headers, read_by<read_webhook_headers>,
     "Additional headers, replacing the current ones.", optional},
    {"chat_id", forms::chat_id, into<&webhook_request::chat_id>, "Another chat. Pending deliveries go there.", optional,
     forms::chat_id.example, false},
    {"bot_token", forms::bot_token, into<&webhook_request::bot_token>,
     "Another token, of the same bot or another one, used from now on.", optional, forms::bot_token.example, false},
    {"enabled", forms::truth, into<&asked_webhook::is_enabled>,
     "Whether events are sent. Events that were skipped can be sent later.", optional, "true"},
    {check_member, into<&asked_webhook::is_checked>},
});
constexpr request_record change_record{
    {.name = "WebhookChange", .sentence = "The changes; omitted members stay as they are.", .needs_a_member = true},
    change_members};

constexpr route_description changing_a_webhook{
    .id = "changeWebhook",
    .tag = webhook_tag,
    .summary = "Change, enable or disable a webhook",
    .details =
        "Changes apply to subsequent events. While a webhook is disabled, its events are recorded as deliveries "
        "with the status `skipped`, which can be sent later. A chat gets a test message when its chat or token "
        "changes; with `check`, an endpoint gets a test event before the change is saved. A URL of another "
        "origin (scheme, host or port) gives the webhook a new API key and secret, contained only in this response. "
        "The new receiver therefore never sees those that the old one may still accept. For such a change, or to move "
        "a "
        "chat to another chat or bot, a signed-in person must have entered the password or a second factor within "
        "the last five minutes. 409 if another call moves the webhook at the same time.",
    .bodies = {&change_record},
    .answers = {answers::record("The webhook; with its new key and secret if it moved to another origin.",
                                webhook_record)},
    .errors = {errc::conflict},
};

/// A change to store, with what its answer shows.
struct wanted_change {
  change_webhook write;
  std::optional<shown_webhook_keys> shown{}; ///< At another origin.
  std::optional<attempt> checked{};          ///< None: no check was asked for.
};

http_response refuse_moved(const reply_context& context) {
  return context.fail(errc::conflict, "The webhook has since moved to another URL. Read it again.");
}

handled save_change(wanted_change wanted) {
  const auto tell = [shown = std::move(wanted.shown), checked = std::move(wanted.checked)](
                        const reply_context& context, result<write_reply>& outcome) -> handled {
    const auto changed = reply_to<change_webhook>(outcome);
    if (!changed && to_errc(changed.error()) == errc::conflict) return refuse_moved(context);
    if (!changed) return context.fail_to_find("webhook", changed.error());
    if (shown) log::info("webhook.rotated", {{"webhook", changed->id.view()}});
    return answer_webhook(context, 200, *changed, shown ? &*shown : nullptr, checked ? &*checked : nullptr);
  };
  const auto of = wanted.write.workspace;
  return continue_with{{.workspace = of,
                        .write = std::move(wanted.write),
                        .announce = [](const write_reply&, news_desk& news) { news.on_deliveries_due(); }},
                       tell};
}

/// The webhook as it will be is sent the test event.
handled check_and_save(call_context& context, const webhook& before, wanted_change wanted) {
  const auto kept = context.rows.ask(find_webhook_target{before.row, context.now});
  if (!kept) return context.fail_to_find("webhook", kept.error());
  auto target = std::make_shared<webhook_target>(**kept);
  const auto& change = wanted.write.change;
  const auto url = change.url.value_or(target->url);
  // A check that fails must not have shown a stranger the key, either.
  if (change.keys)
    carry(*target, *change.keys);
  else if (!is_same_origin(url, target->url))
    return refuse_moved(context);
  if (change.headers) target->headers = *change.headers;
  const checked_endpoint endpoint{.url = url,
                                  .target = std::move(target),
                                  .event = first_event_of(change.events.value_or(before.events)),
                                  .is_new = change.keys.has_value()};
  return check_endpoint(context, endpoint, [wanted = std::move(wanted)](call_context&, const attempt& made) {
    auto save = wanted;
    save.checked = made;
    return save_change(std::move(save));
  });
}

handled change_workspace_webhook(call_context& context) {
  auto [asked, faults] = change_record.read(context.body);
  const auto found = named_webhook(context);
  if (found) asked.type = found->type;
  const auto checked = check_webhook(context, asked, false, faults);
  if (!faults.empty() && found) return context.refuse(faults);
  if (!found) return context.fail_to_find("webhook", found.error());
  const bool moves = asked.url && !is_same_origin(*asked.url, found->url);
  const bool moves_chat = asked.bot_token || (asked.chat_id && *asked.chat_id != found->chat_id);
  if (moves || moves_chat)
    if (auto refused = refuse_unguarded(context)) return std::move(*refused);
  webhook_change change{.name = asked.name, .url = asked.url};
  if (asked.events) change.events = checked.events;
  if (asked.filter) change.filter = checked.filter;
  if (asked.headers) change.headers = *asked.headers;
  change.is_enabled = asked.is_enabled;
  change.chat_id = asked.chat_id;
  if (asked.bot_token) change.keys = seal_bot_token(context, found->id, *asked.bot_token);
  std::optional<test_event> test;
  if (change.chat_id || change.keys)
    test = make_test_event(context, asked.type, first_event_of(change.events.value_or(found->events)));
  wanted_change wanted{.write = {.workspace = context.workspace,
                                 .id = found->id,
                                 .change = std::move(change),
                                 .by = context.by_caller(),
                                 .test = std::move(test)}};
  if (moves) {
    auto keys = make_keys(context, found->id);
    wanted.write.change.keys = std::move(keys.sealed);
    wanted.shown = std::move(keys.shown);
  }
  return asked.is_checked ? check_and_save(context, *found, std::move(wanted)) : save_change(std::move(wanted));
}

constexpr route_description deleting_a_webhook{
    .id = "deleteWebhook",
    .tag = webhook_tag,
    .summary = "Delete a webhook",
    .details = "Permanent. Pending deliveries are skipped; the records of its deliveries stay.",
    .answers = {answers::nothing("The webhook has been deleted.")},
};

handled tell_deleted_webhook(const reply_context& context, result<write_reply>& outcome) {
  const auto deleted = reply_to<delete_webhook>(outcome);
  if (!deleted) return context.fail_to_find("webhook", deleted.error());
  return done_without_body();
}

handled delete_workspace_webhook(call_context& context) {
  const auto id = webhook_id::parse(context.call.path[1]);
  if (!id) return context.fail_to_find("webhook", errc::not_found);
  return continue_with{{.workspace = context.workspace,
                        .write = delete_webhook{.workspace = context.workspace, .id = *id, .by = context.by_caller()}},
                       tell_deleted_webhook};
}

} // namespace

result<webhook> named_webhook(call_context& context) {
  const auto id = webhook_id::parse(context.call.path[1]);
  return id ? context.rows.ask(find_webhook{context.workspace, *id, context.now}) : result<webhook>{errc::not_found};
}

using enum permission;
constexpr api_route webhook_rows[]{
    routes::in_turn(routes::with(webhooks_read, http_method::get, "/v1.1/webhooks/{workspace_id}",
                                 list_workspace_webhooks, listing_webhooks)),
    routes::with(webhooks_read, http_method::get, "/v1.1/webhooks/{workspace_id}/{webhook_id}", get_webhook,
                 showing_a_webhook),
    routes::guarded_in_part(routes::with(webhooks_write, http_method::patch,
                                         "/v1.1/webhooks/{workspace_id}/{webhook_id}", change_workspace_webhook,
                                         changing_a_webhook)),
    routes::with(webhooks_delete, http_method::del, "/v1.1/webhooks/{workspace_id}/{webhook_id}",
                 delete_workspace_webhook, deleting_a_webhook),
};
constexpr std::span<const api_route> webhook_routes{webhook_rows};

} // namespace paylink
