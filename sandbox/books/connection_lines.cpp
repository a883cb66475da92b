// How connections and answers stand in their file: each line holds a connection as it then was, an answer, or both.
#include "domain/banks/bank.hpp"
#include "http/wire/json_members.hpp"
#include "sandbox/books/connections.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <stdexcept>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

json::object show(const connection& one) {
  json::array numbers;
  for (const auto& [number, name, is_closed] : one.virtual_numbers)
    numbers.push_back({{"number", number}, {"name", name}, {"closed", is_closed}});
  return {{"id", one.id},
          {"feed", one.feed},
          {"bin", one.bin},
          {"account_number", one.account_number},
          {"holder_name", one.holder_name},
          {"state", to_text(one.state)},
          {"otp", one.otp},
          {"otp_ends", to_millis(one.otp_ends)},
          {"virtual_numbers", std::move(numbers)}};
}

connection_state read_state(std::string_view word) {
  for (const auto state : {connection_state::pending, connection_state::connected, connection_state::lapsed})
    if (to_text(state) == word) return state;
  throw std::runtime_error{"no such state"};
}

connection read_connection(const json::object& row) {
  connection one;
  one.id = text_at(row, "id");
  one.feed = text_at(row, "feed");
  one.bin = text_at(row, "bin");
  one.account_number = text_at(row, "account_number");
  one.holder_name = text_at(row, "holder_name");
  one.state = read_state(text_at(row, "state"));
  one.otp = text_at(row, "otp");
  one.otp_ends = from_millis(row.at("otp_ends").to_number<std::int64_t>());
  for (const auto* number : objects_at(row, "virtual_numbers"))
    one.virtual_numbers.push_back({.number = text_at(*number, "number"),
                                   .name = text_at(*number, "name"),
                                   .is_closed = number->at("closed").as_bool()});
  return one;
}

json::object show(const kept_answer& answer) {
  return {{"feed", answer.feed},
          {"key", answer.key},
          {"target", answer.target},
          {"status", answer.status},
          {"body", answer.body}};
}

kept_answer read_kept_answer(const json::object& row) {
  return {.feed = text_at(row, "feed"),
          .key = text_at(row, "key"),
          .target = text_at(row, "target"),
          .status = row.at("status").to_number<unsigned>(),
          .body = text_at(row, "body")};
}

} // namespace

std::string to_json(const std::vector<connection>& waiting) {
  json::array rows;
  for (const auto& one : waiting) {
    const auto* bank = find_bank_by_bin(one.bin);
    rows.push_back({{"connection_id", one.id},
                    {"feed", one.feed},
                    {"bank", bank ? bank->code : std::string_view{one.bin}},
                    {"account_number", one.account_number},
                    {"holder_name", one.holder_name},
                    {"state", to_text(one.state)},
                    {"otp", one.otp},
                    {"otp_expires_at", format_rfc3339(one.otp_ends)}});
  }
  return json::serialize(rows);
}

void connection_book::replay(std::string_view line) {
  const auto document = json::parse(json::string_view{line.data(), line.size()});
  const auto& row = document.as_object();
  if (const auto* one = row.if_contains("connection")) take(read_connection(one->as_object()));
  if (const auto* answer = row.if_contains("answer")) take(read_kept_answer(answer->as_object()));
}

void connection_book::keep(const connection* changed, const kept_answer* answer) {
  json::object row;
  if (changed) row["connection"] = show(*changed);
  if (answer) row["answer"] = show(*answer);
  std::lock_guard lock{mutex_};
  file_.append(json::serialize(row), true);
  if (changed) take(*changed);
  if (answer) take(*answer);
}

} // namespace paylink::sandbox
