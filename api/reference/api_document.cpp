#include "api/reference/api_document.hpp"

#include "domain/values/ascii.hpp"
#include "http/pages/docs_page.hpp"
#include "http/wire/envelope.hpp"

#include <algorithm>

namespace paylink {

namespace {

http_response refuse_closed(const http_call& call, const api_services& services) {
  return failure(errc::not_found, call.request.trace_id, services.clock.now());
}

/// Whether a list of entity tags contains this one, weak or not (RFC 9110, 13.1.2). Our tags have no commas.
bool names_etag(std::string_view list, std::string_view etag) {
  while (!list.empty()) {
    const auto end = std::min(list.find(','), list.size());
    auto one = trimmed(list.substr(0, end));
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag || one == "*") return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

} // namespace

http_response send_docs_page(const http_call& call, const api_services& services) {
  return services.document ? render_docs_page() : refuse_closed(call, services);
}

http_response send_api_document(const http_call& call, const api_services& services) {
  if (!services.document) return refuse_closed(call, services);
  http_response response;
  const auto& [text, etag] = *services.document;
  response.headers = {{"Cache-Control", "no-cache"}, {"ETag", etag}, {"X-Content-Type-Options", "nosniff"}};
  if (names_etag(call.request.header("if-none-match"), etag))
    response.status = 304;
  else
    response.lasting_body = text;
  return response;
}

} // namespace paylink
