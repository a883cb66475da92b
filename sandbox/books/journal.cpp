#include "sandbox/books/journal.hpp"
#include "domain/banks/bank.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <tuple>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

json::value text_or_null(const std::string& text) { return text.empty() ? json::value{} : json::value(text); }

json::object show(const acknowledgement& answer) {
  return {{"at", answer.at},
          {"result", answer.result},
          {"transaction_id", text_or_null(answer.transaction_id)},
          {"reason", text_or_null(answer.reason)}};
}

acknowledgement read_answer(const json::object& row) {
  return {text_at(row, "at"), text_at(row, "result"), text_at(row, "transaction_id"), text_at(row, "reason")};
}

std::string_view state_of(const journal_entry& entry) {
  if (entry.sends == 0) return "lost";
  if (entry.is_finished()) return "acknowledged";
  return entry.is_waiting() ? "waiting" : "sending";
}

} // namespace

std::pair<std::string, std::string> account_of(const notification& content) {
  const auto row = json::parse(content.entry).as_object();
  return {std::string{bin_heard_on(content.feed, text_at(row, "bin"))}, text_at(row, "account_number")};
}

journal::journal(const std::filesystem::path& file) : file_{file, [this](std::string_view line) { replay(line); }} {}

void journal::replay(std::string_view line) {
  auto row = json::parse(json::string_view{line.data(), line.size()}).as_object();
  auto number = row.at("number").to_number<std::uint64_t>();
  if (const auto* answer = row.if_contains("answer")) {
    auto found = entries_.find(number);
    if (found != entries_.end()) found->second.answers.push_back(read_answer(answer->as_object()));
    return;
  }
  auto& entry = entries_[number];
  entry.number = number;
  entry.content.feed = text_at(row, "feed");
  entry.content.entry = json::serialize(row.at("entry"));
  entry.content.format = parse_feed_format(text_at(row, "format")).value_or(feed_format::native);
  if (const auto* changed = row.if_contains("changed_amount"))
    entry.content.changed_amount = changed->to_number<std::int64_t>();
  std::tie(entry.bin, entry.account_number) = account_of(entry.content);
  entry.sends = row.at("sends").to_number<int>();
  entry.due = row.at("due").to_number<std::int64_t>();
}

journal_entry& journal::add(journal_entry entry) {
  entry.number = entries_.empty() ? 1 : entries_.rbegin()->first + 1;
  json::object row{{"number", entry.number}, {"feed", entry.content.feed}, {"sends", entry.sends}, {"due", entry.due}};
  if (entry.content.format != feed_format::native) row["format"] = to_text(entry.content.format);
  if (entry.content.changed_amount != 0) row["changed_amount"] = entry.content.changed_amount;
  row["entry"] = json::parse(entry.content.entry);
  std::tie(entry.bin, entry.account_number) = account_of(entry.content);
  file_.append(json::serialize(row), true);
  return entries_[entry.number] = std::move(entry);
}

void journal::acknowledge(journal_entry& entry, acknowledgement answer) {
  file_.append(json::serialize(json::object{{"number", entry.number}, {"answer", show(answer)}}), false);
  entry.answers.push_back(std::move(answer));
}

std::string to_json(const journal_entry& entry) {
  json::object row{{"number", entry.number},
                   {"state", state_of(entry)},
                   {"feed", entry.content.feed},
                   {"format", to_text(entry.content.format)}};
  row["entry"] = json::parse(entry.content.entry);
  row["sends_planned"] = entry.sends;
  json::array answers;
  for (const auto& answer : entry.answers) answers.push_back(show(answer));
  row["answers"] = std::move(answers);
  row["failures"] = entry.failures;
  row["last_failure"] = text_or_null(entry.last_failure);
  return json::serialize(row);
}

} // namespace paylink::sandbox
