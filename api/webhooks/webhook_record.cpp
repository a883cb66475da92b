#include "api/webhooks/webhook_record.hpp"

#include "api/description/webhook_forms.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>

namespace paylink {

namespace {

using enum presence;

constexpr form direction_word{.words = words_of<transfer_type>, .example = "credit"};
constexpr form accounts_form{
    .type = json_type::texts, .least = 1, .most = 50, .example = R"(["ba_01kkqa1s2dff4r5h6j7k8m9n0p"])"};
constexpr form virtual_accounts_form{
    .type = json_type::texts, .least = 1, .most = 50, .example = R"(["va_01kkqa2b3nem5v6j7h8g9f0d1s"])"};

constexpr auto filter_members = members_of<webhook_filter>({
    {"bank_account_ids", accounts_form, get<&webhook_filter::accounts>, "Only events of these bank accounts; 1 to 50.",
     withheld, "", false},
    {"virtual_account_ids", virtual_accounts_form, get<&webhook_filter::virtual_accounts>,
     "Only transactions on these virtual accounts; 1 to 50.", withheld, "", false},
    {"transfer_type", direction_word, get<&webhook_filter::direction>, "Only transactions of this direction.", withheld,
     "credit"},
    {"min_amount", forms::amount,
     [](auto& of) { return of.amount_min.dong == 0 ? std::nullopt : std::optional{of.amount_min}; },
     "Only events of at least this amount.", withheld, "100000"},
    {"text", forms::text, get<&webhook_filter::text>,
     "Only transactions whose transfer text contains this; case, Vietnamese diacritics, spaces and punctuation are "
     "ignored.",
     withheld, "DH"},
});

template <auto Member>
consteval request_row<filter_request> asked(std::string_view name) {
  return {*std::ranges::find(filter_members.described, name, &member_description::name), into<Member>};
}
constexpr auto asked_filter_members = members_into<filter_request>({
    asked<&filter_request::accounts>("bank_account_ids"),
    asked<&filter_request::virtual_accounts>("virtual_account_ids"),
    asked<&filter_request::direction>("transfer_type"),
    asked<&filter_request::amount_min>("min_amount"),
    asked<&filter_request::text>("text"),
});

constexpr auto last_delivery_members = members_of<last_delivery>({
    {"id", forms::delivery_id, get<&last_delivery::id>, "The delivery."},
    {"status", one_of_words<delivery_status>("delivered"), get<&last_delivery::status>, "Its status."},
    {"created_at", forms::time, get<&last_delivery::created_at>, "When it was recorded."},
});
constexpr written_record<last_delivery> last_delivery_record{"LastDelivery", "The newest delivery to a webhook.",
                                                             last_delivery_members};

constexpr form answered_status{.type = json_type::whole_number, .least = 100, .most = 999, .example = "200"};
constexpr auto check_members = members_of<attempt>({
    {"status_code", answered_status, get<&attempt::status_code>,
     "The status of the response: a 2xx, or 401 from an endpoint that does not know its key yet."},
    {"duration_ms", forms::number, get<&attempt::duration>, "How long it took, in milliseconds.", always, "184"},
    {"address", forms::text, get<&attempt::address>, "The address and port connected to.", nullable, "203.0.113.7:443"},
    {"tls", forms::text, get<&attempt::tls>, "The TLS version and cipher.", nullable, "TLSv1.3 TLS_AES_256_GCM_SHA384"},
    {"response_body", forms::text, [](auto& of) { return foreign_text{of.response_body}; },
     "The beginning of the response's body, at most 4 KiB.", nullable, "ok"},
});
constexpr written_record<attempt> check_record{"EndpointCheck", "An endpoint's response to a test event.",
                                               check_members};

constexpr auto webhook_members = members_of<webhook, const shown_webhook_keys*, const attempt*>({
    {"id", forms::webhook_id, get<&webhook::id>,
     "The webhook's id, in the header `X-Service-Webhook-ID` of its requests."},
    {"workspace_id", forms::workspace_id, get<&webhook::workspace>, "Its Workspace."},
    {"type", one_of_words<webhook_type>("http"), get<&webhook::type>, "An HTTP endpoint, or a Telegram chat."},
    {"name", forms::webhook_name, get<&webhook::name>, "Its name."},
    {"url", forms::given_url, get<&webhook::url>, "The endpoint's URL; `null` for a chat.", nullable,
     "https://shop.example/hook"},
    {"chat_id", forms::chat_id, get<&webhook::chat_id>, "The chat; `null` for an endpoint.", nullable},
    {"events", forms::webhook_events, [](auto& of) { return words_of_events(of.events); }, "The events it receives."},
    {"filter", webhook_filter_record, [](auto& of) { return of.filter.is_empty() ? nullptr : &of.filter; },
     "The filter for its events; `null`: no filter.", nullable},
    {"headers", forms::webhook_headers, get<&webhook::headers>, "Additional headers of its requests."},
    {"enabled", forms::truth, get<&webhook::is_enabled>,
     "Whether events are sent; otherwise, they are recorded as skipped deliveries.", always, "true"},
    {"disabled_reason", one_of_words<disabled_reason>("endpoint_gone"), get<&webhook::disabled>, "Why it is disabled.",
     nullable},
    {"api_key", forms::webhook_api_key,
     [](auto&, auto* keys, auto*) { return keys ? std::string_view{keys->api_key} : std::string_view{}; },
     "The key in the header `X-Client-API-Key`, only in the response that creates or rotates it.", nullable,
     forms::webhook_api_key.example},
    {"secret", forms::webhook_secret,
     [](auto&, auto* keys, auto*) { return keys ? std::string_view{keys->secret} : std::string_view{}; },
     "The key of the signature, only in the response that creates or rotates it.", nullable,
     forms::webhook_secret.example},
    {"rotates_at", forms::time, get<&webhook::rotates_at>,
     "When a rotated pair becomes active, unless it is activated earlier.", nullable},
    {"last_delivery", last_delivery_record, get<&webhook::last>, "The newest delivery.", nullable},
    {"check", check_record, [](auto&, auto*, auto* checked) { return checked; },
     "The endpoint's response to the test event of this call; `null` without `check`.", nullable},
    {"created_at", forms::time, get<&webhook::created_at>, "When it was created."},
});

} // namespace

constexpr written_record<webhook_filter> webhook_filter_record{
    {.name = "WebhookFilter",
     .sentence = "Conditions for sending an event. An omitted member matches everything.",
     .is_closed = true},
    filter_members,
};

constexpr request_record<filter_request> webhook_filter_request{webhook_filter_record, asked_filter_members};

constexpr written_record<webhook, const shown_webhook_keys*, const attempt*> webhook_record{
    "Webhook", "An endpoint or a chat that receives a Workspace's transactions and orders.", webhook_members};

http_response answer_webhook(const reply_context& context, unsigned status, const webhook& record,
                             const shown_webhook_keys* keys, const attempt* checked) {
  return success(status, webhook_record.json(record, keys, checked), context.now);
}

} // namespace paylink
