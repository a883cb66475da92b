#include "http/pages/payer_page.hpp"
#include "http/wire/weighted_items.hpp"

#include <algorithm>

namespace paylink {
namespace {

/// Whether a language range such as `en-GB` names `code`.
bool names(std::string_view range, std::string_view code) {
  if (range.size() < code.size() || (range.size() > code.size() && range[code.size()] != '-')) return false;
  for (std::size_t at = 0; at < code.size(); ++at)
    if ((range[at] | 0x20) != code[at]) return false;
  return true;
}

} // namespace

language choose_language(const http_request& request) {
  if (const auto asked = request.parameter("lang")) {
    if (*asked == "vi") return language::vi;
    if (*asked == "en") return language::en;
  }
  double vietnamese = 0, english = 0;
  for (const auto& [range, weight] : weighted_items(request.header("accept-language"))) {
    if (names(range, "vi")) vietnamese = std::max(vietnamese, weight);
    if (names(range, "en")) english = std::max(english, weight);
  }
  return english > vietnamese ? language::en : language::vi;
}

} // namespace paylink
