#include "api/deliveries/delivery_record.hpp"

#include "api/description/delivery_filters.hpp"
#include "api/links/callback_record.hpp"
#include "http/outbound/delivery_request.hpp"
#include "http/wire/record_writer.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

using enum presence;

constexpr form payload_text{.example = R"({"account_id":"ba_01kkqa1s2dff4r5h6j7k8m9n0p","amount":150000,"bank":"MB"})"};

constexpr std::array common_members{
    member_description{"id", forms::delivery_id, "The delivery's id."},
    member_description{"workspace_id", forms::workspace_id, "The Workspace of the webhook."},
    member_description{"webhook_id", forms::webhook_id, "The webhook, which may have been deleted."},
    member_description{"event", one_of_words<webhook_event>("transaction.credit"), "The event."},
    member_description{"subject_id", delivery_subject, "The transaction or order of the event."},
    member_description{
        "status", one_of_words<delivery_status>("delivered"),
        "The status of its latest round. `pending`: waits for its next attempt; `sending`: an attempt is in progress; "
        "`delivered`: the receiver returned a 2xx; `failed`: no further attempt; `skipped`: the "
        "webhook was disabled when it was due."},
    member_description{"body", payload_text,
                       "The bytes sent, as text; `null` once they have been deleted, and in a list if they are longer "
                       "than 4,096 characters.",
                       nullable},
    member_description{"attempts", forms::records(attempt_record),
                       "The latest 200 attempts, in order; for a chat, without details that identify the operator's "
                       "machines. In a list, the latest 10, without `hops`, `response_headers`, `response_body` and "
                       "`tls`, and with at most 500 characters of `url` and `error`."},
    member_description{"next_attempt_at", forms::time, "When the next attempt is due.", nullable},
    member_description{"resend_of", forms::delivery_id, "The delivery to another webhook that this one repeats.",
                       nullable},
    member_description{"url", forms::text, "The URL it is sent to; `null` for a chat.", nullable,
                       "https://shop.example/hook"},
    member_description{"created_at", forms::time, "When it was recorded."},
};

constexpr std::array further_members{
    member_description{"rounds", forms::records(callback_round_record), "The requested resends, in order."},
    member_description{
        "curl", forms::text,
        "The request as a shell command that reads the API key and secret from `PAYLINK_WEBHOOK_API_KEY` and "
        "`PAYLINK_WEBHOOK_SECRET` and signs with openssl; `null` for a chat and without `body`.",
        nullable, "body='{…}'; timestamp=$(date +%s); …"},
};

constexpr auto all_members = [] {
  std::array<member_description, common_members.size() + further_members.size()> all{};
  const auto end = std::ranges::copy(common_members, all.begin()).out;
  std::ranges::copy(further_members, end);
  return all;
}();

std::string curl_of(const webhook_delivery& one) {
  webhook_target target;
  target.id = one.webhook;
  target.headers = one.headers;
  delivery_job sent;
  sent.kind = delivery_kind::webhook;
  sent.attempt = std::max(one.last_attempt, 1);
  sent.event_id = one.id.text();
  sent.url = one.url;
  sent.body = one.body;
  sent.agent = one.agent;
  sent.brand = one.brand;
  sent.webhook = std::make_shared<const webhook_target>(std::move(target));
  return signing_curl_command(request_of(sent, {}), sent.brand);
}

// The Bot API's address is the operator's, and so is whatever stands in front of it.
std::vector<attempt> without_operators_address(std::vector<attempt> attempts) {
  for (auto& made : attempts) {
    made.url.clear();
    made.address.clear();
    made.hops.clear();
    made.tls.clear();
    made.response_headers.clear();
    if (!made.response_body.starts_with('{')) made.response_body.clear();
    if (made.status_code == 0 && made.failed_by != failure_class::none)
      made.error = "The chat service could not be reached. The operator's log contains the reason.";
  }
  return attempts;
}

void append_members(record_writer& record, const webhook_delivery& one) {
  record.text("id", one.id.view())
      .text("workspace_id", one.workspace.view())
      .text("webhook_id", one.webhook.view())
      .text("event", to_text(one.event))
      .text("subject_id", one.subject)
      .text("status", to_text(one.status))
      .text_or_null("body", one.is_purged ? std::string_view{} : std::string_view{one.body});
  if (one.type == webhook_type::http)
    append_attempts(record.member("attempts"), one.attempts);
  else
    append_attempts(record.member("attempts"), without_operators_address(one.attempts));
  record.time("next_attempt_at", one.next_attempt_at)
      .text_or_null("resend_of", one.resend_of.view())
      .text_or_null("url", one.type == webhook_type::http ? std::string_view{one.url} : std::string_view{})
      .time("created_at", one.created_at);
}

} // namespace

constexpr record_description delivery_record{
    .name = "Delivery",
    .sentence = "The delivery of an event to a webhook, with its attempts.",
    .members = common_members,
};

constexpr record_description delivery_details_record{
    .name = "DeliveryDetails",
    .sentence = "A delivery with the requested resends and its request as a command.",
    .members = all_members,
};

void append_delivery(std::string& out, const webhook_delivery& one) {
  record_writer record{out};
  append_members(record, one);
  record.close();
}

void append_delivery_details(std::string& out, const webhook_delivery& one) {
  record_writer record{out};
  append_members(record, one);
  append_callback_rounds(record.member("rounds"), one.rounds);
  record.text_or_null("curl", one.type == webhook_type::http && !one.is_purged ? curl_of(one) : std::string{});
  record.close();
}

} // namespace paylink
