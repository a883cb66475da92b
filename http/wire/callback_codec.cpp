#include "http/wire/callback_codec.hpp"

#include "http/wire/creator_codec.hpp"
#include "http/wire/record_writer.hpp"

namespace paylink {
namespace {

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
  append_foreign_or_null(record, "error", made.error);
  append_headers(record.member("response_headers"), made.response_headers);
  append_foreign_or_null(record, "response_body", made.response_body);
  record.text_or_null("tls", made.tls).close();
}

template <class Row>
void append_rows(std::string& out, const std::vector<Row>* rows, void (*append)(std::string&, const Row&)) {
  out += '[';
  if (rows != nullptr) {
    for (const auto& row : *rows) {
      if (&row != &rows->front()) out += ',';
      append(out, row);
    }
  }
  out += ']';
}

} // namespace

void append_callback_round(std::string& out, const callback_round& round) {
  record_writer record{out};
  record.number("first_attempt", round.first_attempt).number("repeats", round.repeats).time("asked_at", round.asked_at);
  append_creator(record.member("asked_by"), round.asked_by);
  record.text_or_null("signed_anew", to_text(round.renewed)).number("timestamp", round.signed_at).close();
}

void append_callback(std::string& out, const callback_json& event) {
  record_writer record{out};
  record.text("id", event.id)
      .text("workspace_id", event.workspace)
      .text("status", event.status)
      .text("body", event.body)
      .number("timestamp", event.signed_at);
  append_rows(record.member("attempts"), event.attempts, append_attempt);
  append_rows(record.member("rounds"), event.rounds, append_callback_round);
  record.time("next_attempt_at", event.next_attempt_at)
      .text_or_null("curl", event.curl)
      .time("created_at", event.created_at)
      .close();
}

} // namespace paylink
