#include "api/calls/list_parameters.hpp"

#include "api/calls/route.hpp"
#include "domain/values/utf8.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace paylink {

const parameter_description& parameter_reader::described(std::string_view name) const {
  const auto* found = find_parameter(*context_.call.route->description, name);
  assert(found != nullptr);
  return *found;
}

std::optional<std::string_view> parameter_reader::given(std::string_view name) const {
  const auto& row = described(name);
  if (auto value = context_.call.request.parameter(name)) return value;
  return row.preset.empty() ? std::nullopt : std::optional{row.preset};
}

void parameter_reader::refuse(std::string_view name) {
  auto sentence = expectation_of(described(name));
  // What a + becomes in a URL.
  if (described(name).has.format == "date-time" && given(name).value_or("").find(' ') != std::string_view::npos)
    sentence.insert(sentence.size() - 1, " (in a URL, write + as %2B)");
  faults_.push_back({std::string{name}, "format", std::move(sentence)});
}

std::optional<std::string_view> parameter_reader::word(std::string_view name) {
  const auto value = given(name);
  if (!value) return std::nullopt;
  const auto words = described(name).has.words();
  if (std::ranges::find(words, *value) != words.end()) return value;
  refuse(name);
  return std::nullopt;
}

bool parameter_reader::flag(std::string_view name) {
  const auto value = given(name);
  if (value && *value != "true" && *value != "false") refuse(name);
  return value == "true";
}

int parameter_reader::number(std::string_view name) {
  const auto text = given(name).value_or("");
  const auto& has = described(name).has;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < has.least || value > has.most) refuse(name);
  return value;
}

std::int64_t list_parameters::row() const {
  std::int64_t row = 0;
  std::from_chars(position.data(), position.data() + position.size(), row);
  return row;
}

std::string position_of_place(timestamp at, std::int64_t row) {
  return std::to_string(to_millis(at)) + "." + std::to_string(row);
}

std::optional<std::pair<timestamp, std::int64_t>> list_parameters::place() const {
  if (position.empty()) return std::nullopt;
  std::int64_t at = 0, row = 0;
  const auto* const end = position.data() + position.size();
  const auto* const point = std::from_chars(position.data(), end, at).ptr;
  std::from_chars(std::min(point + 1, end), end, row);
  return std::pair{from_millis(at), row};
}

list_parameters read_list_parameters(const call_context& context) {
  list_parameters read;
  read.faults = unknown_parameters(context);
  parameter_reader given{context, read.faults};
  read.limit = given.number("limit");
  read.ascending = given.word("order") == "asc";
  given.word("format"); // begin_csv has made of it what follows
  if (const auto cursor = context.call.request.parameter("cursor")) {
    if (auto position = open_cursor(context.services, list_name(context.call.request), *cursor))
      read.position = std::move(*position);
    else
      read.faults.push_back(
          {"cursor", "format", "This cursor belongs to another list or to other filters. Start without it."});
  }
  return read;
}

bool has_any(const http_request& request, described_parameters parameters) {
  return std::ranges::any_of(parameters, [&](const auto& row) { return request.parameter(row.name).has_value(); });
}

field_faults unknown_parameters(const call_context& context) {
  field_faults faults;
  std::vector<std::string_view> seen;
  for (const auto& [name, value] : context.call.request.query) {
    if (faults.size() == faults_max) break;
    if (std::ranges::find(seen, name) != seen.end())
      faults.push_back({std::string{shown_name(name)}, "format", "The parameter is given more than once."});
    else if (find_parameter(*context.call.route->description, name) == nullptr)
      faults.push_back({std::string{shown_name(name)}, "unknown_member", "There is no parameter with this name."});
    seen.push_back(name);
  }
  return faults;
}

} // namespace paylink
