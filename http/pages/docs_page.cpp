#include "http/pages/docs_page.hpp"

#include "http/pages/embedded_files.hpp"

namespace paylink {

namespace {

constexpr std::string_view docs_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

} // namespace

http_response render_docs_page() {
  static const auto page = text_with_assets("docs.html");
  http_response response;
  response.content_type = "text/html; charset=utf-8";
  response.headers = {{"Cache-Control", "no-cache"},
                      {"Content-Security-Policy", std::string{docs_policy}},
                      {"Cross-Origin-Opener-Policy", "same-origin"},
                      {"Referrer-Policy", "no-referrer"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"X-Frame-Options", "DENY"},
                      {"X-Robots-Tag", "noindex, nofollow"}};
  response.lasting_body = page;
  return response;
}

} // namespace paylink
