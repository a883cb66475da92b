#include "sandbox/journal.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw std::runtime_error{file.string() + ": " + std::generic_category().message(errno)};
}

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

} // namespace

journal::journal(const std::filesystem::path& file) : file_{file} {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  std::ifstream in{file, std::ios::binary};
  std::uintmax_t whole_bytes = 0;
  for (std::string line; std::getline(in, line) && !in.eof();) {
    replay(line);
    whole_bytes += line.size() + 1;
  }
  handle_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (handle_ < 0) fail(file);
  // Removes the rest of a line that a crash cut short, so that the next one is complete.
  if (::ftruncate(handle_, static_cast<off_t>(whole_bytes)) != 0) {
    ::close(handle_);
    fail(file);
  }
}

journal::~journal() { ::close(handle_); }

void journal::replay(std::string_view line) try {
  auto row = json::parse(json::string_view{line.data(), line.size()}).as_object();
  auto number = row.at("number").to_number<std::uint64_t>();
  if (const auto* answer = row.if_contains("answer")) {
    auto found = entries_.find(number);
    if (found != entries_.end()) found->second.answers.push_back(read_answer(answer->as_object()));
    return;
  }
  auto& entry = entries_[number];
  entry.number = number;
  entry.content = {text_at(row, "feed"), json::serialize(row.at("entry"))};
  entry.sends = row.at("sends").to_number<int>();
  entry.due = row.at("due").to_number<std::int64_t>();
} catch (const std::exception&) {
  throw std::runtime_error{file_.string() + ": a line does not belong to this journal"};
}

void journal::append(std::string line, bool to_disk) {
  line += '\n';
  bool is_whole = ::write(handle_, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (!is_whole || (to_disk && ::fdatasync(handle_) != 0)) fail(file_);
}

journal_entry& journal::add(journal_entry entry) {
  entry.number = entries_.empty() ? 1 : entries_.rbegin()->first + 1;
  json::object row{{"number", entry.number}, {"feed", entry.content.feed}, {"sends", entry.sends}, {"due", entry.due}};
  row["entry"] = json::parse(entry.content.entry);
  append(json::serialize(row), true);
  return entries_[entry.number] = std::move(entry);
}

void journal::acknowledge(journal_entry& entry, acknowledgement answer) {
  append(json::serialize(json::object{{"number", entry.number}, {"answer", show(answer)}}), false);
  entry.answers.push_back(std::move(answer));
}

std::string to_json(const journal_entry& entry) {
  json::object row{{"number", entry.number},
                   {"state", entry.is_finished()  ? "acknowledged"
                             : entry.is_waiting() ? "waiting"
                                                  : "sending"},
                   {"feed", entry.content.feed}};
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
