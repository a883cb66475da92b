#include "http/pages/console_page.hpp"

#include "http/pages/embedded_files.hpp"

namespace paylink {

namespace {

constexpr std::string_view console_policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
                                            "data:; connect-src 'self'; base-uri 'none'; "
                                            "form-action 'none'; frame-ancestors 'none'";

std::string console_in_mode(std::string_view mode) {
  auto page = text_with_assets("console.html");
  constexpr std::string_view mark = "{{mode}}";
  return page.replace(page.find(mark), mark.size(), mode);
}

} // namespace

http_response render_console_page(bool is_sandbox) {
  static const auto plain = console_in_mode(""), sandbox = console_in_mode(" data-sandbox");
  http_response response;
  response.content_type = "text/html; charset=utf-8";
  response.headers = {{"Cache-Control", "no-store"},
                      {"Content-Security-Policy", std::string{console_policy}},
                      {"Cross-Origin-Opener-Policy", "same-origin"},
                      {"Referrer-Policy", "no-referrer"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"X-Frame-Options", "DENY"},
                      {"X-Robots-Tag", "noindex, nofollow"}};
  response.lasting_body = is_sandbox ? sandbox : plain;
  return response;
}

} // namespace paylink
