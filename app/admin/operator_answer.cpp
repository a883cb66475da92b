#include "app/admin/operator_calls.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iostream>

namespace paylink {

namespace json = boost::json;

namespace {

/// Names come from people: what a terminal could obey is replaced.
std::string shown(const json::value& value) {
  if (value.is_null()) return "-";
  if (value.is_bool()) return value.as_bool() ? "yes" : "no";
  auto text = value.is_string() ? json::value_to<std::string>(value) : json::serialize(value);
  std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text;
}

/// Characters, not bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void print_line(std::ostream& out, const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  for (std::size_t at = 0; at < cells.size(); ++at) {
    out << cells[at];
    if (at + 1 < cells.size()) out << std::string(widths[at] - width_of(cells[at]) + 2, ' ');
  }
  out << '\n';
}

void print_table(std::ostream& out, const json::array& rows) {
  if (rows.empty()) return;
  std::vector<std::vector<std::string>> lines(1);
  for (const auto& [name, unused] : rows.front().as_object()) lines.front().emplace_back(name);
  for (const auto& row : rows) {
    auto& line = lines.emplace_back();
    for (const auto& [name, value] : row.as_object()) line.push_back(shown(value));
  }
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines)
    for (std::size_t at = 0; at < line.size(); ++at) widths[at] = std::max(widths[at], width_of(line[at]));
  for (const auto& line : lines) print_line(out, line, widths);
}

} // namespace

void print_answer(std::ostream& out, const json::object& answer, bool as_json) {
  if (as_json) {
    auto document = answer;
    document.erase("ok");
    if (document.size() > 1) document.erase("summary"); // the other members say it
    out << json::serialize(document) << '\n';
    return;
  }
  if (const auto* rows = answer.if_contains("rows")) {
    print_table(out, rows->as_array());
    if (answer.at("has_more").as_bool()) std::cerr << "There are more. Raise --limit to see them.\n";
    return;
  }
  const auto* link = answer.if_contains("link");
  out << shown(link ? *link : answer.at("summary")) << '\n';
  if (!link) return;
  std::cerr << "The link works once, until " << shown(answer.at("expires_at"))
            << (answer.at("mailed").as_bool() ? ". It is also sent by email.\n"
                                              : ". Pass it on yourself: no mail server is configured.\n");
}

} // namespace paylink
