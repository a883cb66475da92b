#include "api/calls/cursor.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// Base64's three characters with a meaning in a query, and their replacements in a cursor.
constexpr std::pair<char, char> url_safe[] = {{'+', '-'}, {'/', '_'}, {'=', '~'}};

} // namespace

std::string seal_cursor(const api_services& services, std::string_view list, std::string_view position) {
  auto sealed = services.keys.seal(position, list, services.random);
  for (auto [plain, safe] : url_safe) std::ranges::replace(sealed, plain, safe);
  return sealed;
}

std::optional<std::string> open_cursor(const api_services& services, std::string_view list, std::string_view cursor) {
  std::string sealed{cursor};
  for (auto [plain, safe] : url_safe) std::ranges::replace(sealed, safe, plain);
  return services.keys.open(sealed, list);
}

std::string list_name(const http_request& request) {
  auto filters = request.query;
  std::erase_if(filters,
                [](const auto& parameter) { return parameter.first == "cursor" || parameter.first == "limit"; });
  std::ranges::sort(filters);
  std::string name = "cursor|" + request.path;
  for (const auto& [key, value] : filters) name.append("|").append(key).append("=").append(value);
  return name;
}

} // namespace paylink
