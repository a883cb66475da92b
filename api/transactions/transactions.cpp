#include "api/transactions/transactions.hpp"

#include "api/calls/admission.hpp"
#include "api/calls/json_body.hpp"
#include "api/calls/list_parameters.hpp"
#include "api/calls/route.hpp"
#include "domain/values/utf8.hpp"
#include "http/wire/envelope.hpp"
#include "http/wire/transaction_codec.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace paylink {

namespace {

constexpr std::size_t searched_bytes_max = 100;

std::optional<transfer_type> parse_transfer_type(std::string_view text) {
  if (text == to_text(transfer_type::credit)) return transfer_type::credit;
  if (text == to_text(transfer_type::debit)) return transfer_type::debit;
  return std::nullopt;
}

transaction_filter read_filter(const call_context& context, field_faults& faults) {
  transaction_filter filter;
  parameter_reader given{context, faults};
  given.take("from", filter.from, parse_rfc3339);
  given.take("to", filter.to, parse_rfc3339);
  given.take("account_id", filter.account, bank_account_id::parse);
  given.take("transfer_type", filter.type, parse_transfer_type);
  given.take("min_amount", filter.min_amount, parse_money);
  given.take("max_amount", filter.max_amount, parse_money);
  const auto classified = given.word("classification");
  filter.without_link = classified == "none";
  if (classified && !filter.without_link) filter.classified = parse_classification(*classified);
  filter.needs_attention = given.word("attention").has_value();
  filter.content = context.call.request.parameter("q").value_or("");
  if (filter.content.size() > searched_bytes_max || utf8_fault(filter.content) != filter.content.size())
    given.refuse("q");
  return filter;
}

/// Where a page ended, as its cursor holds it.
std::string text_of_place(const bank_transaction& last) {
  return std::to_string(to_millis(last.id.made_at())) + "." + std::to_string(last.row);
}
std::pair<timestamp, std::int64_t> place_of(const std::string& text) {
  std::int64_t made_at = 0, row = 0;
  const auto* const end = text.data() + text.size();
  const auto* const point = std::from_chars(text.data(), end, made_at).ptr;
  std::from_chars(std::min(point + 1, end), end, row);
  return {from_millis(made_at), row};
}

http_response answer_list(call_context& context, transaction_filter filter, const list_parameters& asked) {
  filter.limit = asked.limit;
  filter.ascending = asked.ascending;
  if (!asked.position.empty()) filter.after = place_of(asked.position);
  const auto found = context.rows.list_transactions(filter);
  const auto data = list_of(found.rows, append_transaction);
  return success_list(data, found.has_more,
                      next_cursor(context, found.has_more, [&] { return text_of_place(found.rows.back()); }),
                      context.now);
}

result<bank_transaction> named_transaction(call_context& context) {
  const auto id = transaction_id::parse(context.call.path[1]);
  if (!id) return errc::not_found;
  return context.rows.find_transaction(context.workspace, *id);
}

http_response answer_transaction(const reply_context& context, const bank_transaction& transaction) {
  std::string data;
  append_transaction(data, transaction);
  return success(200, data, context.now);
}

told_reply tell_annotated(const reply_context& context, result<write_reply>& outcome) {
  const auto noted = reply_to<annotate_transaction>(outcome);
  if (!noted) return context.fail(noted.error());
  return answer_transaction(context, *noted);
}

} // namespace

handled list_transactions(call_context& context) {
  auto asked = read_list_parameters(context);
  auto filter = read_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.fail(errc::validation_error, {}, asked.faults);
  filter.workspaces = {context.workspace};
  return answer_list(context, std::move(filter), asked);
}

handled list_all_transactions(call_context& context) {
  auto allowed = context.rows.workspaces_of_token(context.who.token, context.call.route->needed);
  if (allowed.empty()) return refuse_permission(context);
  if (const auto one = context.call.request.parameter("workspace_id")) {
    const auto wanted = workspace_id::parse(*one);
    if (!wanted || std::ranges::find(allowed, *wanted) == allowed.end()) return refuse_permission(context);
    allowed = {*wanted};
  }
  auto asked = read_list_parameters(context);
  auto filter = read_filter(context, asked.faults);
  if (!asked.faults.empty()) return context.fail(errc::validation_error, {}, asked.faults);
  filter.workspaces = std::move(allowed);
  return answer_list(context, std::move(filter), asked);
}

handled get_transaction(call_context& context) {
  const auto found = named_transaction(context);
  if (!found) return context.fail_to_find("transaction", found.error());
  return answer_transaction(context, *found);
}

handled annotate_transaction_record(call_context& context) {
  auto body = read_json_body(context);
  if (auto* refused = std::get_if<http_response>(&body)) return std::move(*refused);
  auto decoded = decode_annotation(std::get<boost::json::object>(body));
  if (!decoded.faults.empty()) return context.fail(errc::validation_error, {}, decoded.faults);
  const auto found = named_transaction(context);
  if (!found) return context.fail_to_find("transaction", found.error());
  return asked_command{
      {.workspace = context.workspace,
       .write = annotate_transaction{context.workspace, found->id, std::move(decoded.note), decoded.settled}},
      tell_annotated};
}

} // namespace paylink
