#include "http/pages/printed_page.hpp"

#include "domain/values/ascii.hpp"
#include "http/pages/embedded_files.hpp"
#include "http/pages/printed_values.hpp"

#include <algorithm>

namespace paylink {

namespace mustache = kainjow::mustache;

namespace {

const std::string& printed_policy() {
  static const std::string policy = "default-src 'none'; style-src 'sha256-" +
                                    sha256_base64(embedded("statement.css").text) +
                                    "'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return policy;
}

bool accepts_page(std::string_view accepted) {
  while (!accepted.empty()) {
    const auto one = accepted.substr(0, accepted.find(','));
    accepted.remove_prefix(std::min(one.size() + 1, accepted.size()));
    const auto type = trimmed(one.substr(0, one.find(';')));
    if (equals_ignoring_case(type, "application/json")) return false;
    if (equals_ignoring_case(type, "text/html")) return true;
  }
  return false;
}

} // namespace

bool wants_page(const http_request& request, std::optional<std::string_view> format) {
  return format ? *format == "html" : accepts_page(request.header("accept"));
}

mustache::data printed_values(const printed_frame& frame) {
  const bool is_vi = frame.lang == language::vi;
  mustache::data values{mustache::data::type::object};
  for (const auto& text : frame.texts) values[std::string{text.name}] = std::string{is_vi ? text.vi : text.en};
  values["lang"] = is_vi ? "vi" : "en";
  values["is_vi"] = is_vi;
  values["is_en"] = !is_vi;
  values["sandbox"] = frame.is_sandbox;
  values["css"] = std::string{embedded("statement.css").text};
  values["brand"] = std::string{frame.brand};
  return values;
}

http_response printed_page(std::string_view form, const mustache::data& values, language lang) {
  http_response response;
  response.content_type = "text/html; charset=utf-8";
  response.headers = {{"Cache-Control", "no-store"},
                      {"Content-Language", lang == language::vi ? "vi" : "en"},
                      {"Content-Security-Policy", printed_policy()},
                      {"Cross-Origin-Opener-Policy", "same-origin"},
                      {"Referrer-Policy", "no-referrer"},
                      {"Vary", "Accept"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"X-Frame-Options", "DENY"},
                      {"X-Robots-Tag", "noindex, nofollow"}};
  response.body = mustache::mustache{std::string{embedded(form).text}}.render(values);
  return response;
}

} // namespace paylink
