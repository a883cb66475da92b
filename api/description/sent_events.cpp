#include "api/description/sent_events.hpp"

#include "api/description/webhook_forms.hpp"

#include <array>

namespace paylink {

namespace {

using enum presence;

std::vector<std::string_view> callback_statuses() { return {"success"}; }
std::vector<std::string_view> order_statuses() { return {"success", "failed"}; }

constexpr form callback_status{.words = callback_statuses, .example = "success"};
constexpr form event_version{.type = json_type::whole_number, .least = 1, .most = 1, .example = "1"};
constexpr form event_signature{.pattern = "^[0-9a-f]{64}$",
                               .example = "d3e3dfb96b14aabe2276caec48dae3022e09b3d089ae3f9d370fa09993b8f7fc"};
constexpr form whole_amount{.type = json_type::whole_number, .least = 1, .example = "150000"};
constexpr form order_status_word{.words = order_statuses, .example = "success"};

constexpr member_description callback_members[]{
    {"amount", forms::amount, "The received amount in VND, which can exceed the link's amount."},
    {"currency", forms::currency, "Always `VND`."},
    {"id", forms::event_id, "The event's id, the same in every attempt. Store it, and act on each id once."},
    {"paid_at", forms::time, "The time of the credit, as the bank reported it."},
    {"payment_link_id", forms::link_id, "The link's id in the API."},
    {"public_id", forms::public_id, "The link's id in its page's address."},
    {"reference", forms::reference, "The link's reference, as in the transfer text."},
    {"status", callback_status, "`success`; the link's own `status` is `succeeded`."},
    {"transaction_id", forms::transaction_id, "The credit that completed the link."},
    {"version", event_version, "Always 1. Later versions may add members: ignore unknown ones."},
};

constexpr parameter_description callback_headers[]{
    {"Signature", event_signature,
     "HMAC-SHA256, in lower-case hex, of the timestamp, a dot and the body's bytes, keyed with the Workspace's signing "
     "key",
     "", true},
    {"Timestamp", forms::unix_time, "The Unix time of signing; reject a callback that is older than 24 hours", "",
     true},
    {"Event-ID", forms::event_id, "The body's `id`", "", true},
    {"Attempt", forms::attempt_number, "The number of this attempt; not signed", "", true},
};

/// What an answer does; the two kinds of events differ in the redirects that are followed.
constexpr std::array<answer_description, 6> answers_with(std::string_view redirects) {
  return {{
      {"2XX", "The event is delivered: nothing more is sent.", answer_shape::nothing},
      {"3XX", redirects, answer_shape::nothing},
      {"408", "The event is sent again.", answer_shape::nothing},
      {"429", "The event is sent again, no sooner than `Retry-After` allows.", answer_shape::nothing},
      {"4XX", "The delivery fails at once.", answer_shape::nothing},
      {"5XX", "The event is sent again, with increasing delays.", answer_shape::nothing},
  }};
}

constexpr auto callback_answers = answers_with(
    "301, 302, 307 and 308 are followed up to three times, over https to public addresses, with the same bytes; any "
    "other redirect ends the delivery.");
constexpr auto webhook_answers = answers_with(
    "301, 302, 307 and 308 are followed up to three times within the same origin, with the same bytes; any other "
    "redirect ends the delivery.");

constexpr record_description callback_record{
    .name = "CallbackEvent",
    .sentence = "A link was paid. Compact JSON, its members in alphabetical order.",
    .members = callback_members,
};

// The ids of test events are longer than others, and have other forms.
constexpr member_description transaction_members[]{
    {"account_id", forms::text, "The bank account.", always, "ba_01kkqa1s2dff4r5h6j7k8m9n0p"},
    {"amount", whole_amount, "In VND."},
    {"bank", forms::text, "The code of the account's bank.", always, "MB"},
    {"bank_account_number", forms::text, "The number of the account or virtual account that was used.", always,
     "0123456789"},
    {"content", forms::text,
     "The transfer text, as the bank sent it. A text of more than 1,000 characters is cut to 999 and `…`.", always,
     "PFSL7K2M9QX4 thanh toan"},
    {"transaction_date", forms::time, "The bank's time."},
    {"transaction_id", forms::text,
     "The transaction. Store it, and act on each once; a test event's begins with `txn_test_`.", always,
     "txn_01kkqc6tq0e9s8v7w6x5y4z3a2"},
    {"transfer_type", one_of_words<transfer_type>("credit"), "`credit`: money in; `debit`: money out."},
    {"unproven", forms::truth, "Only if true: no bank has reported it; an imported statement that proves nothing has.",
     optional, "true", false},
};
constexpr record_description transaction_record{
    .name = "TransactionEvent",
    .sentence = "A transaction was recorded. Compact JSON, its members in alphabetical order.",
    .members = transaction_members,
};

constexpr member_description order_members[]{
    {"amount", whole_amount, "In VND: received on success, expected on failure."},
    {"created_at", forms::time, "When the order was created.", optional},
    {"customer_email", forms::text, "The customer's email address, if the order has one.", optional, "lan@example.com"},
    {"order_id", forms::text,
     "The order's id: yours, if you gave one. Act on each id and status once; a test event's begins with `ord_test_`.",
     always, "DH-1842"},
    {"status", order_status_word, "Whether it was paid."},
};
constexpr record_description order_record{
    .name = "OrderEvent",
    .sentence = "An order has ended. Compact JSON, its members in alphabetical order.",
    .members = order_members,
};

constexpr parameter_description webhook_headers[]{
    {"X-Client-API-Key", forms::webhook_api_key, "The webhook's API key; reject any other with 401", "", true},
    {"Signature", event_signature,
     "HMAC-SHA256, in lower-case hex, of the timestamp, a dot and the body's bytes, keyed with the webhook's secret",
     "", true},
    {"Timestamp", forms::unix_time, "The Unix time of this attempt; reject one that is more than 5 minutes off", "",
     true},
    {"Webhook-ID", forms::webhook_id, "The webhook", "", true},
    {"Attempt", forms::attempt_number, "The number of this attempt; not signed", "", true},
};

constexpr std::string_view webhook_details =
    "Sent until the receiver returns 2xx, so it can arrive more than once, with a new signature each time. Verify the "
    "signature over the bytes as received.";

constexpr sent_event all[]{
    {.id = "paymentLinkPaid",
     .tag = "Callbacks",
     .summary = "A link was paid: sent to its callback_url",
     .details = "The proof of payment. Sent until the receiver returns 2xx, so it can arrive more than once: act on "
                "each `id` once. Verify the signature over the bytes as received.",
     .body = &callback_record,
     .headers = callback_headers,
     .answers = callback_answers},
    {.id = "transactionRecorded",
     .tag = "Webhooks",
     .summary = "Money came in or went out: sent to webhooks with the event transaction.credit or transaction.debit",
     .details = webhook_details,
     .body = &transaction_record,
     .headers = webhook_headers,
     .answers = webhook_answers},
    {.id = "orderEnded",
     .tag = "Webhooks",
     .summary = "An order was paid or has failed: sent to webhooks with the event order.success or order.failed",
     .details = webhook_details,
     .body = &order_record,
     .headers = webhook_headers,
     .answers = webhook_answers},
};

} // namespace

std::span<const sent_event> sent_events() { return all; }

} // namespace paylink
