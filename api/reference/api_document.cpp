#include "api/reference/api_document.hpp"

#include "http/pages/docs_page.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

http_response refuse_closed(const http_call& call, const api_services& services) {
  return failure(errc::not_found, call.request.trace_id, services.clock.now());
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
  if (call.request.header("if-none-match") == etag)
    response.status = 304;
  else
    response.body = text;
  return response;
}

} // namespace paylink
