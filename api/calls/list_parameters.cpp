#include "api/calls/list_parameters.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

namespace {

void read_one(const call_context& context, list_parameters& into, const std::string& name, const std::string& value) {
  if (name == "limit") {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), into.limit);
    if (error != std::errc{} || end != value.data() + value.size() || into.limit < 1 || into.limit > 100)
      into.faults.push_back({name, "format", "limit must be a whole number from 1 to 100."});
  } else if (name == "order") {
    if (value != "asc" && value != "desc") into.faults.push_back({name, "format", "order must be asc or desc."});
    into.ascending = value == "asc";
  } else {
    auto position = open_cursor(context.services, list_name(context.call.request), value);
    if (position)
      into.position = std::move(*position);
    else
      into.faults.push_back(
          {name, "format", "This cursor belongs to another list or to other filters; start without it."});
  }
}

} // namespace

bool wants_attention(const http_request& request, field_faults& faults) {
  const auto value = request.parameter("attention");
  if (value && *value != "open") faults.push_back({"attention", "format", "attention must be open."});
  return value.has_value();
}

list_parameters read_list_parameters(const call_context& context, std::span<const std::string_view> filters) {
  constexpr std::array<std::string_view, 3> common{"limit", "order", "cursor"};
  std::vector<std::string_view> known{filters.begin(), filters.end()};
  known.insert(known.end(), common.begin(), common.end());
  const auto& request = context.call.request;
  list_parameters read;
  read.faults = unknown_parameters(request, known);
  for (const auto& name : common)
    if (const auto value = request.parameter(name)) read_one(context, read, std::string{name}, std::string{*value});
  return read;
}

field_faults unknown_parameters(const http_request& request, std::span<const std::string_view> known) {
  field_faults faults;
  std::vector<std::string_view> seen;
  for (const auto& [name, value] : request.query) {
    if (std::ranges::find(seen, name) != seen.end())
      faults.push_back({name, "format", "The parameter is given more than once."});
    else if (std::ranges::find(known, name) == known.end())
      faults.push_back({name, "unknown_member", "There is no such parameter here."});
    seen.push_back(name);
  }
  return faults;
}

} // namespace paylink
