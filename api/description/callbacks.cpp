#include "api/description/callbacks.hpp"

#include "api/description/creator_record.hpp"
#include "api/description/link_filters.hpp"
#include "api/description/list_description.hpp"
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr std::string_view callback_tag = "Callbacks";

constexpr form status_code{.type = json_type::whole_number, .least = 100, .most = 999, .example = "503"};
constexpr form failure_word{.words = words_besides<failure_class, failure_class::none>, .example = "http_5xx"};
constexpr form sent_status{.words = words_besides<callback_status, callback_status::none>, .example = "pending"};
constexpr form event_text{
    .example = R"({"amount":"150000","currency":"VND","id":"evt_01kkqc6v6qem2s8k7p5r1t9w0x","version":1})"};

constexpr member_description header_members[]{
    {"name", {.example = "content-type"}, "Its name."},
    {"value", {.example = "text/plain"}, "Its value."},
};
constexpr record_description header_record{
    .name = "AnswerHeader",
    .sentence = "One header of a receiver's answer; a name may occur twice.",
    .members = header_members,
};

constexpr member_description attempt_members[]{
    {"number", forms::attempt_number, "The attempt's number, as sent in `X-…-Attempt`."},
    {"started_at", forms::time, "When it began."},
    {"duration_ms", forms::number, "How long it took, in milliseconds.", always, "184"},
    {"url", forms::text, "The URL of the last hop.", nullable, "https://shop.example/paid"},
    {"address", forms::text, "The address and port connected to.", nullable, "203.0.113.7:443"},
    {"hops", forms::texts, "The URLs that redirects led to, in order."},
    {"status_code", status_code, "The status of the answer.", nullable, "503"},
    {"error_class", failure_word, "Why it failed; `null` if it was acknowledged.", nullable, "http_5xx"},
    {"error", forms::text, "A sentence that describes the failure.", nullable, "The receiver answered 503."},
    {"response_headers", forms::records(header_record), "The headers of the answer."},
    {"response_body", forms::text, "The beginning of the answer's body, at most 4 KiB.", nullable, "try later"},
    {"tls", forms::text, "The TLS version and cipher.", nullable, "TLSv1.3 TLS_AES_256_GCM_SHA384"},
};
constexpr record_description attempt_record{
    .name = "CallbackAttempt",
    .sentence = "One attempt to send a callback.",
    .members = attempt_members,
};

constexpr member_description round_members[]{
    {"first_attempt", forms::attempt_number, "The number of its first attempt.", always, "11"},
    {"repeats", forms::attempt_number, "The first attempt of the round that it repeats."},
    {"asked_at", forms::time, "When it was requested.", always, "2026-03-15T09:00:00.000Z"},
    {"asked_by", forms::record(creator_record), "Who requested it."},
    {"signed_anew", one_of_words<renewal>("too_old"),
     "Why it was signed again; `null` if it carries the earlier signature.", nullable},
    {"timestamp", forms::unix_time, "The Unix time of the signature that its attempts carry."},
};
constexpr record_description round_record{
    .name = "CallbackRound",
    .sentence = "A round of attempts that a person or a token requested.",
    .members = round_members,
};

constexpr member_description callback_members[]{
    {"id", forms::event_id, "The event's id, the same in every attempt."},
    {"workspace_id", forms::workspace_id, "The Workspace of the link."},
    {"status", sent_status, "The status of its latest round."},
    {"body", event_text, "The bytes that are sent, as text."},
    {"timestamp", forms::unix_time, "The Unix time of signing."},
    {"attempts", forms::records(attempt_record), "Every attempt, in order."},
    {"rounds", forms::records(round_record), "The rounds that were requested, in order."},
    {"next_attempt_at", forms::time, "When the next attempt is due.", nullable, "2026-03-15T02:30:16.500Z"},
    {"curl", forms::text, "The request as a command: the stored bytes, headers and signature.", nullable,
     "curl --data-binary …"},
    {"created_at", forms::time, "When the event was recorded."},
};
constexpr record_description callback_record{
    .name = "Callback",
    .sentence = "The callback of a paid link, with its attempts.",
    .members = callback_members,
};

constexpr member_description resent_members[]{
    {"id", forms::event_id, "The event's id."},
    {"payment_link_id", forms::link_id, "The link."},
    {"round", forms::record(round_record), "The round that has begun."},
};
constexpr record_description resent_record{
    .name = "ResentCallback",
    .sentence = "A callback that is being sent again.",
    .members = resent_members,
};

constexpr member_description counts_members[]{
    {"matched", forms::number, "How many links the filters match.", always, "12"},
    {"queued", forms::number, "How many of their callbacks are sent again.", always, "10"},
    {"skipped", forms::number, "How many are not: they are still being sent, or the link has none.", always, "2"},
    {"dry_run", forms::truth, "Whether they were only counted."},
};
constexpr record_description counts_record{
    .name = "ResendCounts",
    .sentence = "The result of sending many callbacks again.",
    .members = counts_members,
};

constexpr parameter_description resend_parameters[]{
    {"dry_run", forms::truth, "Only count; change nothing", "false"},
    {"all", forms::truth, "Without a filter: every callback of the Workspace", "false"},
};

} // namespace

constexpr route_description showing_a_callback{
    .id = "getCallback",
    .tag = callback_tag,
    .summary = "Read the callback of a paid link",
    .details = "With its attempts, the rounds that were requested, and its request as a `curl` command.",
    .answers = {{
        {"200", "The callback.", answer_shape::record, &callback_record},
    }},
    .errors = {errc::not_found},
};
constexpr route_description resending_a_callback{
    .id = "resendCallback",
    .tag = callback_tag,
    .summary = "Send a callback again",
    .details = "The callback may have been acknowledged or have failed. While it is still being sent, the answer is "
               "409 with the status in `details`. A link that was never paid has no callback: 404.",
    .headers = idempotency_headers,
    .answers = {{
        {"200", "The round that has begun.", answer_shape::record, &resent_record, replay_headers},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::not_found, errc::idempotency_key_reused,
               errc::idempotency_in_progress, errc::conflict},
};
constexpr route_description resending_callbacks{
    .id = "resendCallbacks",
    .tag = callback_tag,
    .summary = "Send the callbacks of all matching links again",
    .details = "The filters are those of the list. Without a filter, the call is refused unless `all=true` selects "
               "every callback of the Workspace. One call runs at a time in a Workspace; a second one gets 429.",
    .query = {link_filters, resend_parameters},
    .headers = idempotency_headers,
    .answers = {{
        {"200", "The counts; the queued callbacks are now due.", answer_shape::record, &counts_record, replay_headers},
    }},
    .errors = {errc::unsupported_media_type, errc::validation_error, errc::idempotency_key_reused,
               errc::idempotency_in_progress},
};

} // namespace paylink
