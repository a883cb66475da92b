#include "api/links/callback_record.hpp"

#include "api/calls/creator_record.hpp"
#include "api/description/forms.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {

namespace {

using enum presence;

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
    .sentence = "A header of the receiver's response; names may repeat.",
    .members = header_members,
};

constexpr member_description attempt_members[]{
    {"number", forms::attempt_number, "The attempt's number, as sent in `X-…-Attempt`."},
    {"started_at", forms::time, "When it began."},
    {"duration_ms", forms::number, "How long it took, in milliseconds.", always, "184"},
    {"url", forms::text, "The URL of the last hop; `null` for a chat.", nullable, "https://shop.example/paid"},
    {"address", forms::text, "The address and port connected to; `null` for a chat.", nullable, "203.0.113.7:443"},
    {"hops", forms::texts, "The URLs that redirects led to, in order."},
    {"status_code", status_code, "The status of the response.", nullable, "503"},
    {"error_class", failure_word, "Why it failed; `null` if it succeeded.", nullable, "http_5xx"},
    {"unconfirmed", forms::truth,
     "Whether the failure (a rejected certificate, an unknown host, a blocked address) is unconfirmed and counts as a "
     "network error. The delivery fails once a second check agrees: by another node or, if no other node was alive "
     "within the last 10 minutes, by the same one at least 5 seconds later."},
    {"error", forms::text, "A sentence that describes the failure.", nullable, "The receiver returned 503."},
    {"response_headers", forms::records(header_record),
     "The headers of the response, for the latest 20 attempts; empty for a chat, and once the delivery's body has been "
     "deleted."},
    {"response_body", forms::text,
     "The beginning of the response's body, at most 4 KiB, for the latest 20 attempts, until the delivery's body is "
     "deleted.",
     nullable, "try later"},
    {"tls", forms::text, "The TLS version and cipher.", nullable, "TLSv1.3 TLS_AES_256_GCM_SHA384"},
};
constexpr member_description round_members[]{
    {"first_attempt", forms::attempt_number, "The number of its first attempt.", always, "11"},
    {"repeats", forms::attempt_number, "The first attempt of the round that this one repeats."},
    {"asked_at", forms::time, "When it was requested.", always, "2026-03-15T09:00:00.000Z"},
    {"asked_by", forms::record(creator_record), "Who requested it."},
    {"signed_anew", one_of_words<renewal>("too_old"),
     "Why it was signed again; `null` if it keeps the earlier signature.", nullable},
    {"timestamp", forms::unix_time, "The Unix time of the signature in its attempts."},
};

constexpr member_description callback_members[]{
    {"id", forms::event_id, "The event's id, the same in every attempt."},
    {"workspace_id", forms::workspace_id, "The Workspace of the link."},
    {"status", sent_status, "The status of its latest round, as a link's `callback_status`."},
    {"body", event_text, "The bytes sent, as text; `null` once they have been deleted.", nullable},
    {"timestamp", forms::unix_time, "The Unix time of signing."},
    {"attempts", forms::records(attempt_record), "The latest 200 attempts still stored, in order."},
    {"rounds", forms::records(callback_round_record), "The requested resends, in order."},
    {"next_attempt_at", forms::time, "When the next attempt is due.", nullable, "2026-03-15T02:30:16.500Z"},
    {"curl", forms::text, "The request as a command: the stored bytes, headers and signature; `null` without `body`.",
     nullable, "curl --data-binary …"},
    {"created_at", forms::time, "When the event was recorded."},
};

void append_strings(std::string& out, const std::vector<std::string>& texts) {
  out += '[';
  for (const auto& text : texts) {
    if (&text != &texts.front()) out += ',';
    append_foreign_string(out, text);
  }
  out += ']';
}

/// As a list, because a header may come twice.
void append_headers(std::string& out, const std::vector<std::pair<std::string, std::string>>& headers) {
  out += '[';
  for (const auto& header : headers) {
    if (&header != &headers.front()) out += ',';
    record_writer record{out};
    append_foreign_string(record.member("name"), header.first);
    append_foreign_string(record.member("value"), header.second);
    record.close();
  }
  out += ']';
}

void append_foreign_or_null(record_writer& record, std::string_view name, std::string_view bytes) {
  if (bytes.empty())
    record.null(name);
  else
    append_foreign_string(record.member(name), bytes);
}

void append_attempt(std::string& out, const attempt& made) {
  record_writer record{out};
  record.number("number", made.number).time("started_at", made.started_at).number("duration_ms", made.duration.count());
  append_foreign_or_null(record, "url", made.url);
  record.text_or_null("address", made.address);
  append_strings(record.member("hops"), made.hops);
  if (made.status_code == 0)
    record.null("status_code");
  else
    record.number("status_code", made.status_code);
  record.text_or_null("error_class", made.failed_by == failure_class::none ? "" : to_text(made.failed_by));
  record.flag("unconfirmed", made.is_unconfirmed);
  append_foreign_or_null(record, "error", made.error);
  append_headers(record.member("response_headers"), made.response_headers);
  append_foreign_or_null(record, "response_body", made.response_body);
  record.text_or_null("tls", made.tls).close();
}

template <class Row>
void append_rows(std::string& out, const std::vector<Row>& rows, void (*append)(std::string&, const Row&)) {
  out += '[';
  for (const auto& row : rows) {
    if (&row != &rows.front()) out += ',';
    append(out, row);
  }
  out += ']';
}

} // namespace

constexpr record_description attempt_record{
    .name = "CallbackAttempt",
    .sentence = "One attempt to send a callback or another delivery.",
    .members = attempt_members,
};

constexpr record_description callback_round_record{
    .name = "CallbackRound",
    .sentence = "A resend: a round of attempts that a person or a token requested.",
    .members = round_members,
};

void append_callback_round(std::string& out, const callback_round& round) {
  record_writer record{out};
  record.number("first_attempt", round.first_attempt).number("repeats", round.repeats).time("asked_at", round.asked_at);
  append_creator(record.member("asked_by"), round.asked_by);
  record.text_or_null("signed_anew", to_text(round.renewed)).number("timestamp", round.signed_at).close();
}

void append_attempts(std::string& out, const std::vector<attempt>& attempts) {
  append_rows(out, attempts, append_attempt);
}

void append_callback_rounds(std::string& out, const std::vector<callback_round>& rounds) {
  append_rows(out, rounds, append_callback_round);
}

constexpr record_description link_callback_record{
    .name = "Callback",
    .sentence = "The callback of a paid link, with its attempts.",
    .members = callback_members,
};

void append_callback(std::string& out, const callback_json& event) {
  static const std::vector<attempt> no_attempts;
  static const std::vector<callback_round> no_rounds;
  record_writer record{out};
  record.text("id", event.id)
      .text("workspace_id", event.workspace)
      .text("status", event.status)
      .text_or_null("body", event.body)
      .number("timestamp", event.signed_at);
  append_attempts(record.member("attempts"), event.attempts ? *event.attempts : no_attempts);
  append_callback_rounds(record.member("rounds"), event.rounds ? *event.rounds : no_rounds);
  record.time("next_attempt_at", event.next_attempt_at)
      .text_or_null("curl", event.curl)
      .time("created_at", event.created_at)
      .close();
}

} // namespace paylink
