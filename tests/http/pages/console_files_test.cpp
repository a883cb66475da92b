// The console's document and its files, as browsers get them.
#include "http/pages/console_files.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

constexpr console_file samples[]{
    {"assets/console-1A2B.js", "text/javascript; charset=utf-8", "11", "script", "script as gz", "script as br"},
    {"assets/styles-3C4D.css", "text/css; charset=utf-8", "22", "style", "style as gz", "style as br"},
    {"index.html", "text/html; charset=utf-8", "33", "page", "page as gz", "page as br"},
};

std::string_view header_of(const http_response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return {};
}

http_request asking_for(std::string path, std::string_view accept_encoding = {}, std::string_view if_none_match = {}) {
  http_request request;
  request.path = std::move(path);
  if (!accept_encoding.empty()) request.headers.emplace_back("accept-encoding", accept_encoding);
  if (!if_none_match.empty()) request.headers.emplace_back("if-none-match", if_none_match);
  return request;
}

http_response asset(const std::string& path, std::string_view accept_encoding = {}) {
  return serve_console_asset(samples, asking_for(path, accept_encoding));
}

http_response page(std::string_view accept_encoding = {}, std::string_view if_none_match = {}) {
  return serve_console_page(samples, asking_for("/console/w/ws_1", accept_encoding, if_none_match), "");
}

/// A build may leave it out.
boost::test_tools::assertion_result has_console(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result has{!console_files().empty()};
  has.message() << "built with PAYLINK_CONSOLE=OFF";
  return has;
}

} // namespace

BOOST_AUTO_TEST_SUITE(console_delivery)

BOOST_AUTO_TEST_CASE(a_file_comes_as_the_client_takes_it_and_may_be_kept_for_ever) {
  const struct {
    std::string_view accepted, coding, body;
  } cases[]{
      {"", "", "script"},
      {"gzip, deflate", "gzip", "script as gz"},
      {"gzip, deflate, br", "br", "script as br"},
      {"br;q=0, gzip;q=0", "", "script"},
  };
  for (const auto& one : cases) BOOST_TEST_CONTEXT(one.accepted) {
      const auto response = asset("/console/assets/console-1A2B.js", one.accepted);
      BOOST_TEST(response.status == 200u);
      BOOST_TEST(response.lasting_body == one.body);
      BOOST_TEST(header_of(response, "Content-Encoding") == one.coding);
      BOOST_TEST(header_of(response, "Vary") == "Accept-Encoding");
      BOOST_TEST(header_of(response, "Cache-Control") == "public, max-age=31536000, immutable");
      BOOST_TEST(header_of(response, "X-Content-Type-Options") == "nosniff");
      BOOST_TEST(response.content_type == "text/javascript; charset=utf-8");
    }
  BOOST_TEST(asset("/console/assets/styles-3C4D.css").content_type == "text/css; charset=utf-8");
}

// A page in place of a script would be a syntax error, and stay in caches for a year.
BOOST_AUTO_TEST_CASE(an_unknown_file_is_not_found_and_never_the_page) {
  for (const auto* path :
       {"/console/assets/console-0000.js", "/console/assets", "/console/assets/", "/console/assets/a/b",
        "/console/assets/console-1A2B.js.gz", "/console/assets/../index.html", "/%63onsole/assets/console-1A2B.js"}) {
    const auto response = asset(path, "br");
    BOOST_TEST(response.status == 404u, path);
    BOOST_TEST(response.content_type == "text/plain; charset=utf-8");
    BOOST_TEST(header_of(response, "Cache-Control") == "no-store");
    BOOST_TEST(header_of(response, "Content-Encoding") == "");
  }
}

BOOST_AUTO_TEST_CASE(the_page_is_asked_for_each_time_and_sent_once) {
  for (const auto* accepted : {"", "gzip", "br"}) BOOST_TEST_CONTEXT(accepted) {
      const auto first = page(accepted);
      BOOST_TEST(first.status == 200u);
      BOOST_TEST(first.lasting_body.starts_with("page"));
      BOOST_TEST(header_of(first, "Content-Encoding") == accepted);
      BOOST_TEST(header_of(first, "Vary") == "Accept-Encoding");
      BOOST_TEST(header_of(first, "Cache-Control") == "no-cache");
      const auto tag = header_of(first, "ETag");
      const auto again = page(accepted, tag);
      BOOST_TEST(again.status == 304u);
      BOOST_TEST(again.body_bytes() == 0u);
      for (const auto* name : {"ETag", "Vary", "Cache-Control", "Content-Security-Policy"})
        BOOST_TEST(header_of(again, name) == header_of(first, name), name);
      BOOST_TEST(page(accepted, "\"another\"").status == 200u);
    }
  BOOST_TEST(header_of(page("br"), "ETag") != header_of(page("gzip"), "ETag"));
  BOOST_TEST(page("br", header_of(page(), "ETag")).status == 200u);
}

BOOST_AUTO_TEST_CASE(the_page_runs_and_calls_nothing_from_elsewhere) {
  const auto policy = [](std::string_view bank) {
    return std::string{
        header_of(serve_console_page(samples, asking_for("/console/"), bank), "Content-Security-Policy")};
  };
  BOOST_TEST(policy("") == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
                           "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                           "require-trusted-types-for 'script'; trusted-types 'none'");
  BOOST_TEST(policy("http://127.0.0.1:8090").find("; connect-src 'self' http://127.0.0.1:8090; ") != std::string::npos);
  const auto answer = page();
  BOOST_TEST(header_of(answer, "Cross-Origin-Opener-Policy") == "same-origin");
  BOOST_TEST(header_of(answer, "Referrer-Policy") == "no-referrer");
  BOOST_TEST(header_of(answer, "X-Content-Type-Options") == "nosniff");
  BOOST_TEST(header_of(answer, "X-Frame-Options") == "DENY");
  BOOST_TEST(header_of(answer, "X-Robots-Tag").starts_with("noindex"));
}

BOOST_AUTO_TEST_CASE(a_build_without_a_console_says_how_to_get_it) {
  const auto answer = serve_console_page({}, asking_for("/console/signin", "br"), "");
  BOOST_TEST(answer.status == 404u);
  BOOST_TEST(answer.content_type == "text/html; charset=utf-8");
  BOOST_TEST(answer.lasting_body.find("PAYLINK_CONSOLE=OFF") != std::string_view::npos);
  BOOST_TEST(header_of(answer, "Content-Security-Policy").starts_with("default-src 'none'; "));
  BOOST_TEST(header_of(answer, "Content-Encoding") == "");
  BOOST_TEST(header_of(answer, "ETag") == "");
  BOOST_TEST(serve_console_asset({}, asking_for("/console/assets/console-1A2B.js")).status == 404u);
}

BOOST_AUTO_TEST_CASE(the_built_document_names_files_that_were_built, *boost::unit_test::precondition(has_console)) {
  const auto files = console_files();
  const auto built = serve_console_page(files, asking_for("/console/"), "");
  BOOST_TEST(built.status == 200u);
  std::size_t named = 0;
  const auto text = built.lasting_body;
  for (auto at = text.find("/console/assets/"); at != text.npos; at = text.find("/console/assets/", at + 1)) {
    const std::string path{text.substr(at, text.find('"', at) - at)};
    for (const auto* accepted : {"", "gzip", "br"}) {
      const auto file = serve_console_asset(files, asking_for(path, accepted));
      BOOST_TEST(file.status == 200u, path);
      BOOST_TEST(!file.lasting_body.empty());
      if (accepted == std::string_view{"gzip"}) BOOST_TEST(file.lasting_body.starts_with("\x1f\x8b"));
    }
    ++named;
  }
  BOOST_TEST(named > 3u);
}

BOOST_AUTO_TEST_SUITE_END()
