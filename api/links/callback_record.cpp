#include "api/links/callback_record.hpp"

#include "api/calls/creator_record.hpp"
#include "api/description/forms.hpp"

namespace paylink {

namespace {

using enum presence;

constexpr form status_code{.type = json_type::whole_number, .least = 100, .most = 999, .example = "503"};
constexpr form failure_word{.words = words_besides<failure_class, failure_class::none>, .example = "http_5xx"};
constexpr form sent_status{.words = words_besides<callback_status, callback_status::none>, .example = "pending"};
constexpr form event_text{
    .example = R"({"amount":"150000","currency":"VND","id":"evt_01kkqc6v6qem2s8k7p5r1t9w0x","version":1})"};

using header = std::pair<std::string, std::string>;
constexpr auto header_members = members_of<header>({
    {"name", {.example = "content-type"}, [](auto& of) { return foreign_text{of.first}; }, "Its name."},
    {"value", {.example = "text/plain"}, [](auto& of) { return foreign_text{of.second}; }, "Its value."},
});
constexpr written_record<header> header_record{"AnswerHeader", "A header of the receiver's response; names may repeat.",
                                               header_members};

constexpr auto attempt_members = members_of<attempt>({
    {"number", forms::attempt_number, get<&attempt::number>, "The attempt's number, as sent in `X-…-Attempt`."},
    {"started_at", forms::time, get<&attempt::started_at>, "When it began."},
    {"duration_ms", forms::number, get<&attempt::duration>, "How long it took, in milliseconds.", always, "184"},
    {"url", forms::text, [](auto& of) { return foreign_text{of.url}; }, "The URL of the last hop; `null` for a chat.",
     nullable, "https://shop.example/paid"},
    {"address", forms::text, get<&attempt::address>, "The address and port connected to; `null` for a chat.", nullable,
     "203.0.113.7:443"},
    {"hops", forms::texts, get<&attempt::hops>, "The URLs that redirects led to, in order."},
    {"status_code", status_code, [](auto& of) { return of.status_code ? std::optional{of.status_code} : std::nullopt; },
     "The status of the response.", nullable, "503"},
    {"error_class", failure_word,
     [](auto& of) { return of.failed_by == failure_class::none ? std::string_view{} : to_text(of.failed_by); },
     "Why it failed; `null` if it succeeded.", nullable, "http_5xx"},
    {"unconfirmed", forms::truth, get<&attempt::is_unconfirmed>,
     "Whether the failure (a rejected certificate, an unknown host, a blocked address) is unconfirmed and counts as a "
     "network error. The delivery fails once a second check agrees: by another node or, if no other node was alive "
     "within the last 10 minutes, by the same one at least 5 seconds later."},
    {"error", forms::text, [](auto& of) { return foreign_text{of.error}; }, "A sentence that describes the failure.",
     nullable, "The receiver returned 503."},
    {"response_headers", header_record, get<&attempt::response_headers>,
     "The headers of the response, for the latest 20 attempts; empty for a chat, and once the delivery's body has been "
     "deleted."},
    {"response_body", forms::text, [](auto& of) { return foreign_text{of.response_body}; },
     "The beginning of the response's body, at most 4 KiB, for the latest 20 attempts, until the delivery's body is "
     "deleted.",
     nullable, "try later"},
    {"tls", forms::text, get<&attempt::tls>, "The TLS version and cipher.", nullable, "TLSv1.3 TLS_AES_256_GCM_SHA384"},
});
constexpr auto round_members = members_of<callback_round>({
    {"first_attempt", forms::attempt_number, get<&callback_round::first_attempt>, "The number of its first attempt.",
     always, "11"},
    {"repeats", forms::attempt_number, get<&callback_round::repeats>,
     "The first attempt of the round that this one repeats."},
    {"asked_at", forms::time, get<&callback_round::asked_at>, "When it was requested.", always,
     "2026-03-15T09:00:00.000Z"},
    {"asked_by", creator_record, get<&callback_round::asked_by>, "Who requested it."},
    {"signed_anew", one_of_words<renewal>("too_old"), get<&callback_round::renewed>,
     "Why it was signed again; `null` if it keeps the earlier signature.", nullable},
    {"timestamp", forms::unix_time, get<&callback_round::signed_at>, "The Unix time of the signature in its attempts."},
});

constexpr auto callback_members = members_of<callback_record, workspace_id, std::string_view>({
    {"id", forms::event_id, get<&callback_record::id>, "The event's id, the same in every attempt."},
    {"workspace_id", forms::workspace_id, [](auto&, auto& workspace, auto&) { return workspace; },
     "The Workspace of the link."},
    {"status", sent_status, [](auto& of) { return delivery::status_of(of.progress); },
     "The status of its latest round, as a link's `callback_status`."},
    {"body", event_text, get<&callback_record::body>, "The bytes sent, as text; `null` once they have been deleted.",
     nullable},
    {"timestamp", forms::unix_time, get<&callback_record::signed_at>, "The Unix time of signing."},
    {"attempts", attempt_record, get<&callback_record::attempts>, "The latest 200 attempts still stored, in order."},
    {"rounds", callback_round_record, get<&callback_record::rounds>, "The requested resends, in order."},
    {"next_attempt_at", forms::time, [](auto& of) { return delivery::next_attempt_at(of.progress); },
     "When the next attempt is due.", nullable, "2026-03-15T02:30:16.500Z"},
    {"curl", forms::text, [](auto&, auto&, auto& curl) { return curl; },
     "The request as a command: the stored bytes, headers and signature; `null` without `body`.", nullable,
     "curl --data-binary …"},
    {"created_at", forms::time, get<&callback_record::created_at>, "When the event was recorded."},
});

} // namespace

constexpr written_record<attempt> attempt_record{
    "CallbackAttempt", "One attempt to send a callback or another delivery.", attempt_members};

constexpr written_record<callback_round> callback_round_record{
    "CallbackRound", "A resend: a round of attempts that a person or a token requested.", round_members};

constexpr written_record<callback_record, workspace_id, std::string_view> link_callback_record{
    "Callback", "The callback of a paid link, with its attempts.", callback_members};

} // namespace paylink
