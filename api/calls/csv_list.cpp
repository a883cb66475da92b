#include "api/calls/csv_list.hpp"

#include "api/calls/list_parameters.hpp"
#include "api/calls/route.hpp"
#include "domain/values/ascii.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>

namespace paylink {

namespace json = boost::json;

namespace {

constexpr std::string_view rows_of_a_portion = "100";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF", line_end = "\r\n";

/// The record of the rows, if the route is a list.
const record_description* record_of_rows(const api_route& route) {
  if (route.description == nullptr) return nullptr;
  const auto& answer = route.description->answers[0];
  return answer.shape == answer_shape::page ? answer.record : nullptr;
}

bool accepts_csv(std::string_view accepted) {
  bool takes_csv = false;
  while (!accepted.empty()) {
    const auto one = accepted.substr(0, accepted.find(','));
    accepted.remove_prefix(std::min(one.size() + 1, accepted.size()));
    const auto type = trimmed(one.substr(0, one.find(';')));
    if (equals_ignoring_case(type, "application/json")) return false;
    takes_csv = takes_csv || equals_ignoring_case(type, "text/csv");
  }
  return takes_csv;
}

/// Whether spreadsheets take it for a formula, which in East Asian languages signs of full width begin, too.
bool begins_formula(std::string_view text) {
  constexpr std::array<std::string_view, 9> signs{"=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"};
  return std::ranges::any_of(signs, [&](std::string_view sign) { return text.starts_with(sign); });
}

/// The text with `'` before what begins a formula: the cell, or a part that a program which separates cells by
/// semicolons or tabs takes for one, since it does not heed our quotes.
std::string without_formulas(std::string_view text) {
  constexpr std::string_view line_breaks = "\r\n", ends_cell = ";\t\r\n";
  std::string harmless;
  if (!text.empty() && line_breaks.find(text.front()) != text.npos) harmless += '\'';
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins_cell = at == 0 || ends_cell.find(text[at - 1]) != text.npos;
    if (begins_cell && begins_formula(text.substr(std::min(text.find_first_not_of('"', at), text.size()))))
      harmless += '\'';
    harmless += text[at];
  }
  return harmless;
}

void append_text(std::string& out, std::string_view text) {
  constexpr std::string_view needs_quotes = "\",;\t\r\n";
  const bool is_quoted = text.find_first_of(needs_quotes) != text.npos;
  if (is_quoted) out += '"';
  for (const char c : without_formulas(text)) out.append(c == '"' ? 2 : 1, c);
  if (is_quoted) out += '"';
}

void append_cell(std::string& out, const json::value& value) {
  if (value.is_string())
    append_text(out, value.get_string());
  else if (!value.is_null())
    append_text(out, json::serialize(value));
}

/// The value at a path; null if a member on the way is missing or has no value.
const json::value* at(const json::value& row, std::span<const std::string_view> path) {
  const auto* here = &row;
  for (const auto name : path) {
    const auto* members = here->if_object();
    here = members ? members->if_contains(name) : nullptr;
    if (here == nullptr) break;
  }
  return here;
}

/// The last fixed part of the route's pattern: `audit-log`.
std::string file_name_of(const api_route& route) {
  auto pattern = route.pattern;
  while (pattern.ends_with('}')) pattern = pattern.substr(0, pattern.rfind('/'));
  return std::string{pattern.substr(pattern.rfind('/') + 1)} + ".csv";
}

void set_parameter(http_request& request, std::string_view name, std::string_view value) {
  const auto known = std::ranges::find(request.query, name, [](const auto& given) { return given.first; });
  if (known == request.query.end())
    request.query.emplace_back(name, value);
  else
    known->second = value;
}

/// Pages of a list, by its own handler.
class csv_list final : public portioned_read {
public:
  explicit csv_list(const record_description& record) : columns_{record}, waiting_{columns_.header()} {}

  /// Reads the first page; the handler's answer if it refuses the call.
  std::optional<http_response> begin(call_context& context) {
    auto answer = read_page(context);
    if (answer.status != success_status) return answer;
    return std::nullopt;
  }

  std::optional<std::string> next(call_context& context) override {
    if (waiting_.empty() && !cursor_.empty() && read_page(context).status != success_status) return std::nullopt;
    return std::exchange(waiting_, {});
  }

private:
  static constexpr unsigned success_status = 200;

  http_response read_page(call_context& context) {
    auto& request = context.call.request;
    set_parameter(request, "limit", rows_of_a_portion);
    if (!cursor_.empty()) set_parameter(request, "cursor", cursor_);
    auto made = context.call.route->with_rows(context);
    auto& answer = std::get<http_response>(made);
    if (answer.status != success_status) return std::move(answer);
    const auto page = json::parse(answer.body);
    waiting_ += columns_.lines(page.at("data").as_array());
    const auto* next = page.at("meta").as_object().if_contains("next_cursor");
    cursor_ = next != nullptr && next->is_string() ? std::string{next->get_string()} : std::string{};
    return std::move(answer);
  }

  csv_columns columns_;
  std::string waiting_; ///< What is made, and not sent.
  std::string cursor_;  ///< Of the next page; empty: none follows.
};

} // namespace

csv_columns::csv_columns(const record_description& record) { add(record, {}); }

void csv_columns::add(const record_description& record, const path& outer) {
  for (const auto& member : record.members) {
    auto inner = outer;
    inner.push_back(member.name);
    if (member.has.type == json_type::record)
      add(*member.has.of, inner);
    else
      columns_.push_back(std::move(inner));
  }
}

std::string csv_columns::header() const {
  std::string line{byte_order_mark};
  for (const auto& column : columns_) {
    if (line.size() > byte_order_mark.size()) line += ',';
    for (std::size_t i = 0; i < column.size(); ++i) line.append(i == 0 ? "" : ".").append(column[i]);
  }
  return line.append(line_end);
}

std::string csv_columns::lines(const json::array& rows) const {
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) text += ',';
      if (const auto* value = at(row, columns_[i])) append_cell(text, *value);
    }
    text.append(line_end);
  }
  return text;
}

bool wants_csv(const http_call& call) {
  if (record_of_rows(*call.route) == nullptr) return false;
  if (const auto format = call.request.parameter("format")) return format == "csv";
  return accepts_csv(call.request.header("accept"));
}

handled begin_csv(call_context& context) {
  field_faults faults;
  for (const std::string_view name : {"limit", "cursor"})
    if (context.call.request.parameter(name))
      faults.push_back({std::string{name}, "format", "A CSV contains all rows: omit " + std::string{name} + "."});
  if (!faults.empty()) return context.refuse(faults);
  auto body = std::make_shared<csv_list>(*record_of_rows(*context.call.route));
  if (auto refused = body->begin(context)) return std::move(*refused);
  answer_in_portions answer;
  answer.head.content_type = "text/csv; charset=utf-8";
  answer.head.headers.emplace_back("Content-Disposition",
                                   "attachment; filename=\"" + file_name_of(*context.call.route) + "\"");
  answer.body = std::move(body);
  return answer;
}

} // namespace paylink
