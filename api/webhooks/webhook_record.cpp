#include "api/webhooks/webhook_record.hpp"

#include "api/calls/list_parameters.hpp"
#include "api/description/webhook_forms.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form direction_word{.words = words_of<transfer_type>, .example = "credit"};
constexpr form accounts_form{
    .type = json_type::texts, .least = 1, .most = 50, .example = R"(["ba_01kkqa1s2dff4r5h6j7k8m9n0p"])"};
constexpr form virtual_accounts_form{
    .type = json_type::texts, .least = 1, .most = 50, .example = R"(["va_01kkqa2b3nem5v6j7h8g9f0d1s"])"};

constexpr member_description filter_members[]{
    {"bank_account_ids", accounts_form, "Only events of these bank accounts; 1 to 50.", withheld, {}, false},
    {"virtual_account_ids",
     virtual_accounts_form,
     "Only transactions on these virtual accounts; 1 to 50.",
     withheld,
     {},
     false},
    {"transfer_type", direction_word, "Only transactions of this direction.", withheld, "credit"},
    {"min_amount", forms::amount, "Only events of at least this amount.", withheld, "100000"},
    {"text", forms::text,
     "Only transactions whose transfer text contains this; case, Vietnamese diacritics, spaces and punctuation are "
     "ignored.",
     withheld, "DH"},
};

constexpr member_description last_delivery_members[]{
    {"id", forms::delivery_id, "The delivery."},
    {"status", one_of_words<delivery_status>("delivered"), "Its status."},
    {"created_at", forms::time, "When it was recorded."},
};
constexpr record_description last_delivery_record{
    .name = "LastDelivery",
    .sentence = "The newest delivery to a webhook.",
    .members = last_delivery_members,
};

constexpr form answered_status{.type = json_type::whole_number, .least = 100, .most = 999, .example = "200"};
constexpr member_description check_members[]{
    {"status_code", answered_status,
     "The status of the response: a 2xx, or 401 from an endpoint that does not know its key yet."},
    {"duration_ms", forms::number, "How long it took, in milliseconds.", always, "184"},
    {"address", forms::text, "The address and port connected to.", nullable, "203.0.113.7:443"},
    {"tls", forms::text, "The TLS version and cipher.", nullable, "TLSv1.3 TLS_AES_256_GCM_SHA384"},
    {"response_body", forms::text, "The beginning of the response's body, at most 4 KiB.", nullable, "ok"},
};
constexpr record_description check_record{
    .name = "EndpointCheck",
    .sentence = "An endpoint's response to a test event.",
    .members = check_members,
};

constexpr member_description webhook_members[]{
    {"id", forms::webhook_id, "The webhook's id, in the header `X-Service-Webhook-ID` of its requests."},
    {"workspace_id", forms::workspace_id, "Its Workspace."},
    {"type", one_of_words<webhook_type>("http"), "An HTTP endpoint, or a Telegram chat."},
    {"name", forms::webhook_name, "Its name."},
    {"url", forms::given_url, "The endpoint's URL; `null` for a chat.", nullable, "https://shop.example/hook"},
    {"chat_id", forms::chat_id, "The chat; `null` for an endpoint.", nullable},
    {"events", forms::webhook_events, "The events it receives."},
    {"filter", forms::record(webhook_filter_record), "The filter for its events; `null`: no filter.", nullable},
    {"headers", forms::webhook_headers, "Additional headers of its requests."},
    {"enabled", forms::truth, "Whether events are sent; otherwise, they are recorded as skipped deliveries.", always,
     "true"},
    {"disabled_reason", one_of_words<disabled_reason>("endpoint_gone"), "Why it is disabled.", nullable},
    {"api_key", forms::webhook_api_key,
     "The key in the header `X-Client-API-Key`, only in the response that creates or rotates it.", nullable,
     forms::webhook_api_key.example},
    {"secret", forms::webhook_secret, "The key of the signature, only in the response that creates or rotates it.",
     nullable, forms::webhook_secret.example},
    {"rotates_at", forms::time, "When a rotated pair becomes active, unless it is activated earlier.", nullable},
    {"last_delivery", forms::record(last_delivery_record), "The newest delivery.", nullable},
    {"check", forms::record(check_record),
     "The endpoint's response to the test event of this call; `null` without `check`.", nullable},
    {"created_at", forms::time, "When it was created."},
};

void append_quoted_text(std::string& out, std::string_view text) { append_foreign_string(out, text); }

template <class Id>
void append_ids(record_writer& record, std::string_view name, const std::vector<Id>& ids) {
  if (ids.empty()) {
    record.null(name);
    return;
  }
  record.member(name) += list_of(ids, [](std::string& out, const Id& one) { append_foreign_string(out, one.view()); });
}

void append_filter(std::string& out, const webhook_filter& filter) {
  record_writer record{out};
  append_ids(record, "bank_account_ids", filter.accounts);
  append_ids(record, "virtual_account_ids", filter.virtual_accounts);
  record.text_or_null("transfer_type", filter.direction ? to_text(*filter.direction) : std::string_view{});
  record.amount("min_amount", filter.amount_min.dong == 0 ? std::nullopt : std::optional{filter.amount_min});
  record.text_or_null("text", filter.text);
  record.close();
}

void append_foreign_or_null(record_writer& record, std::string_view name, std::string_view bytes) {
  if (bytes.empty())
    record.null(name);
  else
    append_foreign_string(record.member(name), bytes);
}

void append_check(std::string& out, const attempt& made) {
  record_writer record{out};
  record.number("status_code", made.status_code)
      .number("duration_ms", made.duration.count())
      .text_or_null("address", made.address)
      .text_or_null("tls", made.tls);
  append_foreign_or_null(record, "response_body", made.response_body);
  record.close();
}

void append_headers(std::string& out, const webhook_headers& headers) {
  record_writer record{out};
  for (const auto& [name, value] : headers) record.text(name, value);
  record.close();
}

} // namespace

constexpr record_description webhook_filter_record{
    .name = "WebhookFilter",
    .sentence = "Conditions for sending an event. An omitted member matches everything.",
    .members = filter_members,
    .is_closed = true,
};

constexpr record_description webhook_record{
    .name = "Webhook",
    .sentence = "An endpoint or a chat that receives a Workspace's transactions and orders.",
    .members = webhook_members,
};

void append_webhook(std::string& out, const webhook& one, const shown_webhook_keys* keys, const attempt* checked) {
  record_writer record{out};
  record.text("id", one.id.view())
      .text("workspace_id", one.workspace.view())
      .text("type", to_text(one.type))
      .text("name", one.name)
      .text_or_null("url", one.url)
      .text_or_null("chat_id", one.chat_id);
  record.member("events") += list_of(words_of_events(one.events), append_quoted_text);
  if (one.filter.is_empty())
    record.null("filter");
  else
    append_filter(record.member("filter"), one.filter);
  append_headers(record.member("headers"), one.headers);
  record.flag("enabled", one.is_enabled)
      .text_or_null("disabled_reason", to_text(one.disabled))
      .text_or_null("api_key", keys ? std::string_view{keys->api_key} : std::string_view{})
      .text_or_null("secret", keys ? std::string_view{keys->secret} : std::string_view{})
      .time("rotates_at", one.rotates_at);
  if (one.last) {
    record_writer last{record.member("last_delivery")};
    last.text("id", one.last->id.view())
        .text("status", to_text(one.last->status))
        .time("created_at", one.last->created_at);
    last.close();
  } else {
    record.null("last_delivery");
  }
  if (checked)
    append_check(record.member("check"), *checked);
  else
    record.null("check");
  record.time("created_at", one.created_at).close();
}

http_response answer_webhook(const reply_context& context, unsigned status, const webhook& record,
                             const shown_webhook_keys* keys, const attempt* checked) {
  std::string data;
  append_webhook(data, record, keys, checked);
  return success(status, data, context.now);
}

} // namespace paylink
