#include "api/deliveries/delivery_record.hpp"

#include "api/description/delivery_filters.hpp"
#include "api/links/callback_record.hpp"
#include "http/outbound/delivery_request.hpp"

#include <algorithm>

namespace paylink {

namespace {

using enum presence;

constexpr form payload_text{.example = R"({"account_id":"ba_01kkqa1s2dff4r5h6j7k8m9n0p","amount":150000,"bank":"MB"})"};

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
std::vector<attempt> attempts_at_chat(const webhook_delivery& of) {
  auto attempts = of.attempts;
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

/// A delivery's attempts as they are shown: copied only where something is left out.
class shown_attempts {
public:
  explicit shown_attempts(const webhook_delivery& of)
      : changed_{of.type == webhook_type::http ? std::vector<attempt>{} : attempts_at_chat(of)},
        shown_{of.type == webhook_type::http ? std::span{of.attempts} : std::span{changed_}} {}
  shown_attempts(const shown_attempts&) = delete;
  shown_attempts& operator=(const shown_attempts&) = delete;

  auto begin() const { return shown_.begin(); }
  auto end() const { return shown_.end(); }

private:
  std::vector<attempt> changed_;
  std::span<const attempt> shown_;
};

constexpr auto delivery_members = members_of<webhook_delivery>({
    {"id", forms::delivery_id, get<&webhook_delivery::id>, "The delivery's id."},
    {"workspace_id", forms::workspace_id, get<&webhook_delivery::workspace>, "The Workspace of the webhook."},
    {"webhook_id", forms::webhook_id, get<&webhook_delivery::webhook>, "The webhook, which may have been deleted."},
    {"event", one_of_words<webhook_event>("transaction.credit"), get<&webhook_delivery::event>, "The event."},
    {"subject_id", delivery_subject, get<&webhook_delivery::subject>, "The transaction or order of the event."},
    {"status", one_of_words<delivery_status>("delivered"), get<&webhook_delivery::status>,
     "The status of its latest round. `pending`: waits for its next attempt; `sending`: an attempt is in progress; "
     "`delivered`: the receiver returned a 2xx; `failed`: no further attempt; `skipped`: the "
     "webhook was disabled when it was due."},
    {"body", payload_text, [](auto& of) { return of.is_purged ? std::string_view{} : std::string_view{of.body}; },
     "The bytes sent, as text; `null` once they have been deleted, and in a list if they are longer "
     "than 4,096 characters.",
     nullable},
    {"attempts", attempt_record, [](auto& of) { return shown_attempts(of); },
     "The latest 200 attempts, in order; for a chat, without details that identify the operator's "
     "machines. In a list, the latest 10, without `hops`, `response_headers`, `response_body` and "
     "`tls`, and with at most 500 characters of `url` and `error`."},
    {"next_attempt_at", forms::time, get<&webhook_delivery::next_attempt_at>, "When the next attempt is due.",
     nullable},
    {"resend_of", forms::delivery_id, get<&webhook_delivery::resend_of>,
     "The delivery to another webhook that this one repeats.", nullable},
    {"url", forms::text,
     [](auto& of) { return of.type == webhook_type::http ? std::string_view{of.url} : std::string_view{}; },
     "The URL it is sent to; `null` for a chat.", nullable, "https://shop.example/hook"},
    {"created_at", forms::time, get<&webhook_delivery::created_at>, "When it was recorded."},
    {"rounds", callback_round_record, get<&webhook_delivery::rounds>, "The requested resends, in order."},
    {"curl", forms::text,
     [](auto& of) { return of.type == webhook_type::http && !of.is_purged ? curl_of(of) : std::string{}; },
     "The request as a shell command that reads the API key and secret from `PAYLINK_WEBHOOK_API_KEY` and "
     "`PAYLINK_WEBHOOK_SECRET` and signs with openssl; `null` for a chat and without `body`.",
     nullable, "body='{…}'; timestamp=$(date +%s); …"},
});

constexpr std::size_t delivery_members_in_lists = 12;
static_assert(delivery_members.described[delivery_members_in_lists].name == "rounds");

} // namespace

constexpr written_record<webhook_delivery> delivery_record{"Delivery",
                                                           "The delivery of an event to a webhook, with its attempts.",
                                                           delivery_members, delivery_members_in_lists};

constexpr written_record<webhook_delivery> delivery_details_record{
    "DeliveryDetails", "A delivery with the requested resends and its request as a command.", delivery_members};

} // namespace paylink
