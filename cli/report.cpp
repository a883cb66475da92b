#include "cli/report.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <ostream>
#include <vector>

namespace paylink::cli {
namespace json = boost::json;
namespace {

bool is_amount(std::string_view member) { return member == "amount" || member == "received_amount"; }

std::string group_digits(std::string_view digits) {
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string show_value(const json::value& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return printable(std::string_view{value.get_string()});
  return printable(json::serialize(value));
}

// Columns are as wide as the visible text: continuation bytes of UTF-8 take no space.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void pad(std::ostream& out, const std::string& text, std::size_t width) {
  out << text;
  for (auto taken = width_of(text); taken < width; ++taken) out << ' ';
}

const json::object* object_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value ? value->if_object() : nullptr;
}

std::string printable_at(const json::object& from, std::string_view name) { return printable(text_at(from, name)); }

std::string show_cell(const json::object& record, const column& of) {
  if (const auto point = of.member.find('.'); point != of.member.npos) {
    const auto* inner = object_at(record, of.member.substr(0, point));
    return inner ? show_member(*inner, of.member.substr(point + 1)) : "-";
  }
  auto text = show_member(record, of.member);
  if (text != "-" || of.likely.empty()) return text;
  const auto likely = show_member(record, of.likely);
  return likely == "-" ? text : likely + "?";
}

json::value parse_answer(const api_answer& answer) {
  boost::system::error_code failed;
  auto document = json::parse(answer.body, failed);
  return failed ? json::value{} : document;
}

// Drops the hint at the details if they follow.
std::string message_of(const json::object& error) {
  constexpr std::string_view announcement = "; details lists each of them";
  auto message = printable_at(error, "message");
  const auto* details = error.if_contains("details");
  const auto place = message.find(announcement);
  const bool follow = details && details->is_array() && !details->get_array().empty();
  if (follow && place != message.npos) message.erase(place, announcement.size());
  return message;
}

exit_status say_strange(std::ostream& err, const api_answer& answer) {
  err << "the response is not from this service: HTTP " << answer.status << "\n";
  return exit_status::unreachable;
}

} // namespace

std::string show_member(const json::object& record, std::string_view member) {
  const auto* value = record.if_contains(member);
  if (!value) return "-";
  auto text = show_value(*value);
  bool is_number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  return is_amount(member) && is_number ? group_digits(text) + " VND" : text;
}

void print_record(std::ostream& out, const json::object& record) {
  std::size_t width = 0;
  for (const auto& member : record) width = std::max(width, member.key().size());
  for (const auto& member : record) {
    pad(out, printable(member.key()), width + 2);
    out << show_member(record, member.key()) << "\n";
  }
}

void print_table(std::ostream& out, std::span<const column> columns, const json::array& records) {
  std::vector<std::vector<std::string>> rows(1);
  for (const auto& each : columns) rows[0].emplace_back(each.heading);
  for (const auto& record : records) {
    auto& row = rows.emplace_back();
    for (const auto& each : columns)
      row.push_back(record.is_object() ? show_cell(record.get_object(), each) : std::string{"-"});
  }
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) pad(out, row[i], widths[i] + 2);
    out << row.back() << "\n";
  }
}

void print_refusal(std::ostream& err, const api_answer& answer) {
  auto document = parse_answer(answer);
  const auto* root = document.if_object();
  const auto* error = root ? object_at(*root, "error") : nullptr;
  if (!error) return;
  err << printable_at(*error, "code") << ": " << message_of(*error) << "\n";
  if (const auto* details = error->if_contains("details"); details && details->is_array()) {
    for (const auto& detail : details->get_array()) {
      const auto* row = detail.if_object();
      if (!row) continue;
      const auto field = printable_at(*row, "field"), message = printable_at(*row, "message");
      err << "  " << (message.starts_with(field + " ") ? "" : field + ": ") << message;
      if (auto code = printable_at(*row, "code"); !code.empty()) err << " (" << code << ")";
      err << "\n";
    }
  }
  if (auto wait = answer.header("retry-after"); !wait.empty()) err << "  try again in " << printable(wait) << " s\n";
  err << "trace id: " << printable_at(*error, "traceId") << "\n";
}

exit_status finish(const std::variant<api_answer, unreachable>& outcome, terminal& at, const show_data& show) {
  if (const auto* failed = std::get_if<unreachable>(&outcome)) {
    at.err << printable(failed->reason) << "\n";
    return exit_status::unreachable;
  }
  const auto& answer = std::get<api_answer>(outcome);
  auto document = parse_answer(answer);
  const auto* root = document.if_object();
  if (!root) return say_strange(at.err, answer);
  if (answer.status < 200 || answer.status > 299) {
    if (!object_at(*root, "error")) return say_strange(at.err, answer);
    print_refusal(at.err, answer);
    if (answer.status == 401 && !at.token_origin.empty())
      at.err << "the token was read from " << printable(at.token_origin) << "\n";
    return exit_status::refused;
  }
  const auto* data = root->if_contains("data");
  if (!data) return say_strange(at.err, answer);
  const auto* meta = object_at(*root, "meta");
  show(*data, meta ? *meta : json::object{});
  return exit_status::done;
}

void print_one(terminal& at, bool as_json, const json::value& data) {
  if (as_json || !data.is_object())
    at.out << json::serialize(data) << "\n";
  else
    print_record(at.out, data.get_object());
}

exit_status finish_record(const std::variant<api_answer, unreachable>& outcome, terminal& at, bool as_json) {
  return finish(outcome, at, [&](const json::value& data, const json::object&) { print_one(at, as_json, data); });
}

} // namespace paylink::cli
