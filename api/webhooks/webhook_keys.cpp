#include "api/calls/described_body.hpp"
#include "api/calls/idempotency.hpp"
#include "api/calls/json_body.hpp"
#include "api/calls/route_rows.hpp"
#include "api/description/list_description.hpp"
#include "api/description/webhook_forms.hpp"
#include "api/webhooks/asked_chat.hpp"
#include "api/webhooks/asked_webhook.hpp"
#include "api/webhooks/endpoint_check.hpp"
#include "api/webhooks/new_webhook_keys.hpp"
#include "api/webhooks/webhook_record.hpp"
#include "api/webhooks/webhook_routes.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/record_writer.hpp"
#include "logging/log.hpp"
#include "secrets/sealing.hpp"
#include "secrets/tokens.hpp"

namespace paylink {

namespace {

using enum presence;

webhook_event first_event_of(const webhook& of) { return *parse_webhook_event(words_of_events(of.events).front()); }

void tell_of_due_delivery(const write_reply&, news_desk& news) { news.on_deliveries_due(); }

http_response answer_with_keys(const reply_context& context, unsigned status, const webhook& record,
                               const shown_webhook_keys* keys, const attempt* checked = nullptr) {
  std::string data;
  append_webhook(data, record, keys, checked);
  return success(status, data, context.now);
}

constexpr member_description new_webhook_members[]{
    {"type", one_of_words<webhook_type>("http"), "An HTTP endpoint, which it is if left out, or a Telegram chat.",
     optional},
    {"name", forms::webhook_name, "Its name, 1 to 100 characters."},
    {"url", forms::given_url,
     "Where an endpoint's events are sent to: https, a public address, no user, at most 2,048 bytes; the ports of a "
     "callback URL. An endpoint needs it; a chat has none.",
     optional, "https://shop.example/hook"},
    {"chat_id", forms::chat_id, "The chat's number, or the public `@name` of a group or channel. A chat needs it.",
     optional, forms::chat_id.example, false},
    {"bot_token", forms::bot_token,
     "The token of the bot that writes there. A chat needs it. It is stored encrypted, and never shown.", optional,
     forms::bot_token.example, false},
    {"events", forms::webhook_events, "What it is told."},
    {"filter", forms::record(webhook_filter_record), "What the events must be about.", optional, {}, false},
    {"headers", forms::webhook_headers,
     "Headers that its requests carry besides ours: at most 10, none of HTTP's own, ours, `Authorization` or `Cookie`. "
     "Every member can read them.",
     optional},
    check_member,
};
constexpr record_description new_webhook_record{
    .name = "NewWebhook",
    .sentence = "A webhook to create.",
    .members = new_webhook_members,
    .is_closed = true,
};

constexpr std::array<std::string_view, 2> webhook_created_headers{"Location", "Idempotency-Replayed"};

constexpr route_description creating_a_webhook{
    .id = "createWebhook",
    .tag = webhook_tag,
    .summary = "Create a webhook",
    .details =
        "`api_key` and `secret` are shown in this answer alone; an answer to a repeated call has `null` there, "
        "and so has that for a chat. A chat is sent a test message at once, whose delivery shows whether it "
        "arrived. An endpoint is sent one first if `check` asks for it. A Workspace has at most 50 webhooks: 409.",
    .headers = idempotency_headers,
    .bodies = {&new_webhook_record},
    .answers = {{
        {"201", "The webhook, with its key and its secret.", answer_shape::record, &webhook_record,
         webhook_created_headers},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::idempotency_key_reused,
               errc::idempotency_in_progress, errc::conflict},
};

http_response answer_created_webhook(const reply_context& context, const webhook& record,
                                     const shown_webhook_keys* keys, const attempt* checked, bool is_replay) {
  auto response = answer_with_keys(context, 201, record, keys, checked);
  response.headers.emplace_back("Location", "/v1.1/webhooks/" + record.workspace.text() + "/" + record.id.text());
  mark_replay(response, is_replay);
  return response;
}

/// A webhook to store, with what its answer shows once.
struct wanted_webhook {
  create_webhook write;
  std::optional<shown_webhook_keys> shown{};
  std::optional<attempt> checked{}; ///< None: no check was asked for.
};

handled save_webhook(wanted_webhook wanted) {
  const auto tell = [shown = std::move(wanted.shown), checked = std::move(wanted.checked)](
                        const reply_context& done, result<write_reply>& outcome) -> told_reply {
    const auto made = reply_to<create_webhook>(outcome);
    if (!made && to_errc(made.error()) == errc::conflict)
      return done.fail(errc::conflict, "A Workspace has at most 50 webhooks; delete one that is not used.");
    if (!made) return done.fail(made.error());
    if (!made->is_replay)
      log::info("webhook.created", {{"workspace", made->record.workspace.view()}, {"webhook", made->record.id.view()}});
    return answer_created_webhook(done, made->record, made->is_replay || !shown ? nullptr : &*shown,
                                  made->is_replay || !checked ? nullptr : &*checked, made->is_replay);
  };
  auto& write = wanted.write;
  const bool is_chat = write.record.type == webhook_type::telegram;
  return asked_command{{.workspace = write.record.workspace,
                        .write = write,
                        .key = write.key,
                        .announce = is_chat ? tell_of_due_delivery : nullptr},
                       tell};
}

handled check_and_save(call_context& context, wanted_webhook wanted) {
  const auto& record = wanted.write.record;
  const auto& keys = wanted.write.keys;
  auto target = std::make_shared<webhook_target>();
  target->id = record.id;
  target->key_id = keys.id;
  target->sealed_api_key = keys.api_key;
  target->sealed_secret = keys.secret;
  target->headers = record.headers;
  const checked_endpoint endpoint{
      .url = record.url, .target = std::move(target), .event = first_event_of(record), .is_new = true};
  return check_endpoint(context, endpoint, [wanted = std::move(wanted)](call_context&, const attempt& made) {
    auto save = wanted;
    save.checked = made;
    return save_webhook(std::move(save));
  });
}

handled create_workspace_webhook(call_context& context) {
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  const auto& document = std::get<boost::json::object>(body);
  auto key = read_idempotency_key(context, document);
  if (auto* refused = std::get_if<http_response>(&key)) return std::move(*refused);
  auto used = look_up_key(context, std::get<idempotency_key>(key));
  if (auto* refused = std::get_if<http_response>(&used)) return std::move(*refused);
  if (const auto& subject = std::get<std::optional<std::string>>(used)) {
    const auto first = context.rows.find_webhook(context.workspace, webhook_id::from_store(*subject), context.now);
    if (!first) return context.fail_to_find("webhook", first.error());
    return answer_created_webhook(context, *first, nullptr, nullptr, true);
  }
  field_faults faults;
  const described_body given{new_webhook_record, document, faults};
  const auto type_word = given.text("type");
  const auto type = type_word ? parse_webhook_type(*type_word) : webhook_type::http;
  if (!type) faults.push_back({"type", "format", "type must be http or telegram."});
  const bool is_chat = type == webhook_type::telegram;
  auto asked = read_webhook_request(type.value_or(webhook_type::http), given, faults);
  const auto checked = check_new_webhook(asked, context.services.addresses, context.services.brand);
  add_faults(faults, checked.faults);
  if (is_chat) {
    field_faults found;
    check_chat(asked, true, found);
    add_faults(faults, found);
  }
  const bool is_checked = given.truth("check").value_or(false);
  if (is_chat && is_checked) faults.push_back(chat_is_not_checked());
  look_up_filter(context, checked.filter, faults);
  if (!faults.empty()) return context.refuse(faults);
  webhook record{.id = webhook_id::make(context.now, context.services.random),
                 .workspace = context.workspace,
                 .type = *type,
                 .name = std::move(asked.name).value_or(""),
                 .url = std::move(asked.url).value_or(""),
                 .chat_id = is_chat ? stored_chat_id(*asked.chat_id) : std::string{},
                 .events = checked.events,
                 .filter = checked.filter,
                 .headers = std::move(asked.headers).value_or(webhook_headers{})};
  auto keys = is_chat ? made_keys{std::nullopt, seal_bot_token(context, record.id, *asked.bot_token)}
                      : make_keys(context, record.id);
  std::optional<test_event> test;
  if (is_chat) test = make_test_event(context, *type, first_event_of(record));
  wanted_webhook wanted{.write = {.record = std::move(record),
                                  .keys = std::move(keys.sealed),
                                  .key = std::move(std::get<idempotency_key>(key)),
                                  .by = context.by_caller(),
                                  .test = std::move(test)},
                        .shown = std::move(keys.shown)};
  return is_checked ? check_and_save(context, std::move(wanted)) : save_webhook(std::move(wanted));
}

constexpr route_description rotating_a_webhook{
    .id = "rotateWebhook",
    .tag = webhook_tag,
    .summary = "Give a webhook another API key and secret",
    .details = "The new pair is shown in this answer alone. It is used once you activate it, or after 24 hours; until "
               "then the old pair is. So teach your receiver both, activate, and forget the old ones. 409 for a chat: "
               "change its `bot_token`.",
    .answers = {{
        {"200", "The webhook, with its new key and secret.", answer_shape::record, &webhook_record},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::not_found, errc::conflict},
};

handled rotate_workspace_webhook(call_context& context) {
  const auto body = read_no_members(context);
  if (const auto* refused = std::get_if<http_response>(&body)) return *refused;
  const auto id = webhook_id::parse(context.call.path[1]);
  if (!id) return context.fail_to_find("webhook", errc::not_found);
  const auto found = context.rows.find_webhook(context.workspace, *id, context.now);
  if (!found) return context.fail_to_find("webhook", found.error());
  if (found->type != webhook_type::http)
    return context.fail(errc::conflict,
                        "A chat has no API key and no secret; to replace its bot's token, change bot_token.");
  const auto keys = make_keys(context, *id);
  const auto tell = [shown = keys.shown](const reply_context& done, result<write_reply>& outcome) -> told_reply {
    const auto rotated = reply_to<rotate_webhook>(outcome);
    if (!rotated) return done.fail_to_find("webhook", rotated.error());
    log::info("webhook.rotated", {{"webhook", rotated->id.view()}});
    return answer_with_keys(done, 200, *rotated, &*shown);
  };
  return asked_command{
      {.workspace = context.workspace,
       .write =
           rotate_webhook{.workspace = context.workspace, .id = *id, .keys = keys.sealed, .by = context.by_caller()}},
      tell};
}

constexpr route_description activating_keys{
    .id = "activateWebhookKeys",
    .tag = webhook_tag,
    .summary = "Use a rotated pair of key and secret now",
    .details = "From the next attempt on. 409 if no pair waits.",
    .answers = {{
        {"200", "The webhook.", answer_shape::record, &webhook_record},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::not_found, errc::conflict},
};

told_reply tell_activated(const reply_context& context, result<write_reply>& outcome) {
  const auto activated = reply_to<activate_webhook_keys>(outcome);
  if (activated) return answer_with_keys(context, 200, *activated, nullptr);
  if (to_errc(activated.error()) == errc::conflict)
    return context.fail(errc::conflict, "No rotated pair waits: it is in force, or there was no rotation.");
  return context.fail_to_find("webhook", activated.error());
}

handled activate_rotated_keys(call_context& context) {
  const auto body = read_no_members(context);
  if (const auto* refused = std::get_if<http_response>(&body)) return *refused;
  const auto id = webhook_id::parse(context.call.path[1]);
  if (!id) return context.fail_to_find("webhook", errc::not_found);
  return asked_command{
      {.workspace = context.workspace,
       .write = activate_webhook_keys{.workspace = context.workspace, .id = *id, .by = context.by_caller()}},
      tell_activated};
}

constexpr form tested_event{.words = words_of<webhook_event>, .example = "transaction.credit"};
constexpr member_description test_members[]{
    {"event", tested_event, "Which event; if left out, the first one that the webhook is told.", optional},
};
constexpr record_description test_record{
    .name = "WebhookTest",
    .sentence = "A test event to send.",
    .members = test_members,
    .is_closed = true,
};
constexpr member_description started_members[]{
    {"delivery_id", forms::delivery_id, "The delivery, which shows what came of it."},
};
constexpr record_description started_record{
    .name = "StartedDelivery",
    .sentence = "A delivery that has begun.",
    .members = started_members,
};

constexpr route_description testing_a_webhook{
    .id = "testWebhook",
    .tag = webhook_tag,
    .summary = "Send a test event",
    .details = "An ordinary request, or message, whose `transaction_id` begins with `txn_test_`, or `order_id` with "
               "`ord_test_`. It "
               "is recorded and repeated as every delivery. 409 if the webhook is disabled.",
    .bodies = {&test_record},
    .body_is_optional = true,
    .answers = {{
        {"200", "The delivery.", answer_shape::record, &started_record},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::not_found, errc::conflict},
};

told_reply tell_tested(const reply_context& context, result<write_reply>& outcome) {
  const auto started = reply_to<test_webhook>(outcome);
  if (!started) {
    if (to_errc(started.error()) == errc::conflict)
      return context.fail(errc::conflict, "The webhook is disabled; enable it first.");
    return context.fail_to_find("webhook", started.error());
  }
  std::string data;
  record_writer{data}.text("delivery_id", started->id.view()).close();
  return success(200, data, started->at);
}

handled test_workspace_webhook(call_context& context) {
  auto body = read_optional_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  field_faults faults;
  const auto word = described_body{test_record, std::get<boost::json::object>(body), faults}.text("event");
  if (word && !parse_webhook_event(*word))
    faults.push_back({"event", "format",
                      "event must be one of transaction.credit, transaction.debit, order.success, order.failed."});
  if (!faults.empty()) return context.refuse(faults);
  const auto id = webhook_id::parse(context.call.path[1]);
  const auto found =
      id ? context.rows.find_webhook(context.workspace, *id, context.now) : result<webhook>{errc::not_found};
  if (!found) return context.fail_to_find("webhook", found.error());
  const auto event = word ? *parse_webhook_event(*word) : first_event_of(*found);
  return asked_command{{.workspace = context.workspace,
                        .write = test_webhook{.workspace = context.workspace,
                                              .id = *id,
                                              .event = make_test_event(context, found->type, event),
                                              .by = context.by_caller()},
                        .announce = tell_of_due_delivery},
                       tell_tested};
}

} // namespace

std::span<const api_route> webhook_key_routes() {
  using enum permission;
  static constexpr std::array all{
      routes::guarded(routes::with(webhooks_write, http_method::post, "/v1.1/webhooks/{workspace_id}",
                                   create_workspace_webhook, creating_a_webhook)),
      routes::guarded(routes::with(webhooks_write, http_method::post,
                                   "/v1.1/webhooks/{workspace_id}/{webhook_id}/rotate", rotate_workspace_webhook,
                                   rotating_a_webhook)),
      routes::with(webhooks_write, http_method::post, "/v1.1/webhooks/{workspace_id}/{webhook_id}/rotate/activate",
                   activate_rotated_keys, activating_keys),
      routes::with(webhooks_write, http_method::post, "/v1.1/webhooks/{workspace_id}/{webhook_id}/test",
                   test_workspace_webhook, testing_a_webhook),
  };
  return all;
}

} // namespace paylink
