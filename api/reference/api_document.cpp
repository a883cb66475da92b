#include "api/calls/subject_routes.hpp"

#include "http/pages/docs_page.hpp"
#include "http/wire/entity_tags.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

constexpr std::string_view document_headers[]{"ETag"};
constexpr route_description getting_the_document{
    .id = "getDocument",
    .tag = "The service",
    .summary = "Read this document",
    .details = "The operator can disable it, together with the page that shows it.",
    .answers = {{{"200", "This document.", answer_shape::document, nullptr, document_headers},
                 {"304", "The document still matches `If-None-Match`.", answer_shape::nothing, nullptr,
                  document_headers}}},
    .errors = {errc::not_found},
};

http_response refuse_closed(const http_call& call, const api_services& services) {
  return failure(errc::not_found, call.request.trace_id, services.clock.now());
}

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

} // namespace

constexpr api_route reference_rows[]{
    routes::for_browsers(http_method::get, "/docs", send_docs_page),
    routes::in_place(http_method::get, "/v1.1/openapi.json", send_api_document, getting_the_document),
};
constexpr std::span<const api_route> reference_routes{reference_rows};

} // namespace paylink
