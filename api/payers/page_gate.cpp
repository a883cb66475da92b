#include "api/payers/page_gate.hpp"

#include "api/payers/page_cache.hpp"
#include "http/pages/payer_page.hpp"

namespace paylink {

std::optional<http_response> answer_at_gate(const http_request& request, const api_services& services) {
  if (request.segments.empty() || request.segments[0] != "l") return std::nullopt;
  const auto counted = services.limits.count_page(request.peer, services.clock.uptime());
  if (!counted.is_allowed()) {
    auto refused = render_busy_page(choose_language(request), services.is_sandbox);
    counted.append_headers(refused);
    return refused;
  }
  return services.pages.find(request, services.clock.now());
}

} // namespace paylink
