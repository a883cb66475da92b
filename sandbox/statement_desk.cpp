#include "sandbox/statement_desk.hpp"

#include "http/wire/envelope.hpp"
#include "http/wire/feed_codec.hpp"
#include "sandbox/formats/statement.hpp"
#include "sandbox/formats/vietnam_time.hpp"

#include <algorithm>

namespace paylink::sandbox {
namespace {

/// What is asked for, as far as it can be read.
struct asked_statement {
  statement of;
  statement_format format = statement_format::csv;
  bool has_begin = false;
  field_faults faults;
};

std::string text_of(const http_request& request, std::string_view name) {
  return std::string{request.parameter(name).value_or("")};
}

asked_statement read_statement_query(const http_request& request, const description& accounts, timestamp now) {
  asked_statement asked;
  const auto fault = [&](const char* field, const char* code, const char* message) {
    asked.faults.push_back({field, code, message});
  };
  const auto number = text_of(request, "account"), from = text_of(request, "from"), to = text_of(request, "to");
  if (number.empty()) fault("account", "required", "give the account's number");
  const auto* account = accounts.find_account(text_of(request, "bank"), number);
  const auto* bank = account ? find_bank(account->bank) : nullptr;
  if (!number.empty() && !bank) fault("account", "not_found", "the bank has no such account");
  const auto format = parse_statement_format(text_of(request, "format"));
  if (!format) fault("format", "format", "must be camt053, mt940 or csv");
  const auto begin = local_day_begin(from), end = local_day_begin(to);
  if (!from.empty() && !begin) fault("from", "format", "must be a day as 2026-03-15");
  if (!to.empty() && !end) fault("to", "format", "must be a day as 2026-03-15");
  if (begin && end && *end < *begin) fault("to", "format", "must not be before from");
  if (!asked.faults.empty()) return asked;
  asked.format = *format;
  asked.has_begin = begin.has_value();
  asked.of = {.feed = account->feed,
              .bin = std::string{bank->bin},
              .account_number = account->number,
              .from = begin.value_or(now),
              .to = end ? *end + std::chrono::hours{24} - std::chrono::milliseconds{1} : now,
              .opening_balance = 0,
              .entries = {}};
  return asked;
}

void take_entries(asked_statement& asked, const journal& books) {
  auto& of = asked.of;
  for (const auto& [number, booked] : books.entries()) {
    if (booked.bin != of.bin || booked.account_number != of.account_number) continue;
    const auto decoded = decode_bank_feed(booked.content.entry, booked.content.feed);
    const auto* rows = std::get_if<std::vector<decoded_entry>>(&decoded);
    if (!rows || !rows->front().invalid.empty()) continue;
    const auto& entry = rows->front().entry;
    if (entry.status == entry_status::rejected || entry.occurred_at > of.to) continue;
    if (asked.has_begin && entry.occurred_at < of.from)
      of.opening_balance += movement_of(entry);
    else
      of.entries.push_back(entry);
  }
  if (!asked.has_begin && !of.entries.empty()) of.from = of.entries.front().occurred_at;
}

} // namespace

http_response answer_statement(const http_request& request, const description& accounts, const journal& books,
                               timestamp now) {
  auto asked = read_statement_query(request, accounts, now);
  if (!asked.faults.empty()) return failure(errc::validation_error, request.trace_id, now, {}, asked.faults);
  take_entries(asked, books);
  http_response file{.status = 200,
                     .content_type = std::string{content_type_of(asked.format)},
                     .headers = {},
                     .body = encode_statement(asked.format, asked.of)};
  file.headers.emplace_back("Content-Disposition", "attachment; filename=\"statement-" + asked.of.account_number +
                                                       std::string{file_extension_of(asked.format)} + "\"");
  return file;
}

} // namespace paylink::sandbox
