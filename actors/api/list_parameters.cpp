#include "actors/api/list_parameters.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

namespace {

void read_one(const call_context& context, list_parameters& into, const std::string& name, const std::string& value) {
  if (name == "limit") {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), into.limit);
    if (error != std::errc{} || end != value.data() + value.size() || into.limit < 1 || into.limit > 100)
      into.faults.push_back({name, "format", "limit is a whole number from 1 to 100."});
  } else if (name == "order") {
    if (value != "asc" && value != "desc") into.faults.push_back({name, "format", "order is asc or desc."});
    into.ascending = value == "asc";
  } else {
    auto position = open_cursor(context.services, list_name(context.call.request), value);
    if (position)
      into.position = std::move(*position);
    else
      into.faults.push_back({name, "format", "cursor is none of this list with these filters; begin without it."});
  }
}

} // namespace

bool wants_attention(const http_request& request, field_faults& faults) {
  const auto value = request.parameter("attention");
  if (value && *value != "open") faults.push_back({"attention", "format", "attention is open."});
  return value.has_value();
}

list_parameters read_list_parameters(const call_context& context, std::span<const std::string_view> filters) {
  list_parameters read;
  constexpr std::array<std::string_view, 3> common{"limit", "order", "cursor"};
  std::vector<std::string_view> seen;
  for (const auto& [name, value] : context.call.request.query) {
    const bool is_common = std::ranges::find(common, name) != common.end();
    if (std::ranges::find(seen, name) != seen.end()) {
      read.faults.push_back({name, "format", "The parameter is given more than once."});
    } else if (is_common) {
      read_one(context, read, name, value);
    } else if (std::ranges::find(filters, name) == filters.end()) {
      read.faults.push_back({name, "unknown_member", "This list has no such parameter."});
    }
    seen.push_back(name);
  }
  return read;
}

} // namespace paylink
