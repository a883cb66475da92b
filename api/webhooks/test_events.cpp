#include "api/webhooks/test_events.hpp"

#include "api/calls/subject_routes.hpp"
#include "api/description/request_record.hpp"
#include "api/description/webhook_forms.hpp"
#include "api/webhooks/webhook_record.hpp"
#include "chat/services/chat_service.hpp"
#include "domain/webhooks/webhook_payload.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

using enum presence;

transaction_event_facts test_transaction(webhook_event event, std::string_view subject, timestamp now) {
  return {.transaction_id = subject,
          .account_id = "ba_test_account",
          .bank = "MB",
          .account_number = "0123456789",
          .amount = money{10'000},
          .type = event == webhook_event::transaction_credit ? transfer_type::credit : transfer_type::debit,
          .content = "Test event: no money has moved. Sự kiện thử: không có tiền được chuyển.",
          .occurred_at = now};
}

order_event_facts test_order(webhook_event event, std::string_view subject, timestamp now) {
  return {.order_id = subject,
          .amount = money{10'000},
          .is_success = event == webhook_event::order_success,
          .customer_email = {},
          .created_at = now};
}

constexpr form tested_event{.words = words_of<webhook_event>, .example = "transaction.credit"};
struct asked_test {
  std::optional<std::string> event;
};
constexpr auto test_members = members_into<asked_test>({
    {"event", tested_event, into<&asked_test::event>, "The event; by default, the first one of the webhook's events.",
     optional},
});
constexpr request_record test_record{"WebhookTest", "A test event to send.", test_members};

constexpr auto started_members = members_of<started_delivery>({
    {"delivery_id", forms::delivery_id, get<&started_delivery::id>, "The delivery, which shows the result."},
});
constexpr written_record<started_delivery> started_record{"StartedDelivery", "A new delivery.", started_members};

constexpr route_description testing_a_webhook{
    .id = "testWebhook",
    .tag = webhook_tag,
    .summary = "Send a test event",
    .details = "An ordinary request or message whose `transaction_id` starts with `txn_test_`, or `order_id` with "
               "`ord_test_`. It is recorded and retried like every delivery. 409 if the webhook is disabled.",
    .bodies = {&test_record},
    .body_is_optional = true,
    .answers = {answers::record("The delivery.", started_record)},
    .errors = {errc::conflict},
};

handled tell_tested(const reply_context& context, result<write_reply>& outcome) {
  const auto started = reply_to<test_webhook>(outcome);
  if (!started) {
    if (to_errc(started.error()) == errc::conflict)
      return context.fail(errc::conflict, "The webhook is disabled. Enable it first.");
    return context.fail_to_find("webhook", started.error());
  }
  return success(200, started_record.json(*started), started->at);
}

handled test_workspace_webhook(call_context& context) {
  auto [asked, faults] = test_record.read(context.body);
  const auto& word = asked.event;
  if (word && !parse_webhook_event(*word))
    faults.push_back({"event", "format", "event must be one of " + listed_webhook_events() + "."});
  if (!faults.empty()) return context.refuse(faults);
  const auto found = named_webhook(context);
  if (!found) return context.fail_to_find("webhook", found.error());
  const auto event = word ? *parse_webhook_event(*word) : first_event_of(found->events);
  return continue_with{{.workspace = context.workspace,
                        .write = test_webhook{.workspace = context.workspace,
                                              .id = found->id,
                                              .event = make_test_event(context, found->type, event),
                                              .by = context.by_caller()},
                        .announce = announce_due_delivery},
                       tell_tested};
}

} // namespace

webhook_event first_event_of(webhook_event_set events) { return *parse_webhook_event(words_of_events(events).front()); }

test_event make_test_event(call_context& context, webhook_type type, webhook_event event) {
  const auto id = delivery_id::make(context.now, context.services.random);
  test_event made{.delivery = id,
                  .event = event,
                  .subject = (is_of_order(event) ? "ord_test_" : "txn_test_") + id.text().substr(4),
                  .body = {}};
  const auto write = [&](const auto& facts) {
    const auto* const chat = find_chat_service(kind_of(type));
    if (chat == nullptr) return webhook_payload(facts);
    const auto of = context.rows.ask(find_workspace{context.workspace});
    return chat->message(news_of(facts), of ? of->lang : language::vi);
  };
  made.body = is_of_order(event) ? write(test_order(event, made.subject, context.now))
                                 : write(test_transaction(event, made.subject, context.now));
  return made;
}

void announce_due_delivery(const write_reply&, news_desk& news) { news.on_deliveries_due(); }

constexpr api_route test_event_rows[]{
    routes::with(permission::webhooks_write, http_method::post, "/v1.1/webhooks/{workspace_id}/{webhook_id}/test",
                 test_workspace_webhook, testing_a_webhook),
};
constexpr std::span<const api_route> test_event_routes{test_event_rows};

} // namespace paylink
