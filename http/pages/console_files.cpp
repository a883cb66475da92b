#include "http/pages/console_files.hpp"

#include "http/pages/embedded_files.hpp"
#include "http/pages/payer_page.hpp"
#include "http/wire/entity_tags.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// Trusted Types make a browser refuse every text that would become a script or an element.
std::string policy_with(std::string_view bank_origin) {
  std::string policy{
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"};
  if (!bank_origin.empty()) policy.append(" ").append(bank_origin);
  return policy.append("; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                       "require-trusted-types-for 'script'; trusted-types 'none'");
}

http_response page_of(std::string policy) {
  http_response response;
  response.content_type = "text/html; charset=utf-8";
  response.headers = {{"Cache-Control", "no-cache"},
                      {"Content-Security-Policy", std::move(policy)},
                      {"Cross-Origin-Opener-Policy", "same-origin"},
                      {"Referrer-Policy", "no-referrer"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"X-Frame-Options", "DENY"},
                      {"X-Robots-Tag", "noindex, nofollow"}};
  return response;
}

/// Which coding a client gets, where caches keep the others for other clients.
content_coding negotiate(const http_request& request, http_response& response) {
  const auto coding = choose_coding(request.header("accept-encoding"));
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (coding != content_coding::plain) response.headers.emplace_back("Content-Encoding", to_text(coding));
  return coding;
}

/// The compressed forms of a document are not the same bytes, so each has a tag of its own.
std::string etag_of(const console_file& file, content_coding coding) {
  std::string tag{"\""};
  tag += file.hash;
  if (coding != content_coding::plain) tag.append("-").append(to_text(coding));
  return tag + "\"";
}

} // namespace

std::string_view console_file::in(content_coding coding) const {
  if (coding == content_coding::brotli) return brotli;
  return coding == content_coding::gzip ? gzip : plain;
}

http_response serve_console_asset(std::span<const console_file> files, const http_request& request) {
  constexpr std::string_view folder = "/console/";
  const auto name = std::string_view{request.path}.substr(folder.size());
  const auto found = std::ranges::find(files, name, &console_file::name);
  if (found == files.end()) return refuse_asset();
  http_response response;
  response.content_type = found->content_type;
  response.headers = {{"Cache-Control", "public, max-age=31536000, immutable"},
                      {"Cross-Origin-Resource-Policy", "same-origin"},
                      {"X-Content-Type-Options", "nosniff"}};
  response.lasting_body = found->in(negotiate(request, response));
  return response;
}

http_response serve_console_page(std::span<const console_file> files, const http_request& request,
                                 std::string_view bank_origin) {
  const auto found = std::ranges::find(files, "index.html", &console_file::name);
  if (found == files.end()) {
    auto response = page_of("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    response.status = 404;
    response.lasting_body = embedded("no_console.html").text;
    return response;
  }
  auto response = page_of(policy_with(bank_origin));
  const auto coding = negotiate(request, response);
  const auto etag = etag_of(*found, coding);
  response.headers.emplace_back("ETag", etag);
  if (names_etag(request.header("if-none-match"), etag))
    response.status = 304;
  else
    response.lasting_body = found->in(coding);
  return response;
}

} // namespace paylink
