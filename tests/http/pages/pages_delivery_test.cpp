#include "domain/banks/vietqr.hpp"
#include "tests/http/pages/pages_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <unistd.h>

using namespace paylink;

namespace {

std::string_view header(const http_response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return {};
}

/// The file that a page names between `../assets/` and the quote behind it.
std::string asset_in(std::string_view html, std::string_view extension) {
  const auto end = html.find(std::string{extension} + '"');
  if (end == html.npos) return {};
  const auto from = html.rfind('/', end) + 1;
  return std::string{html.substr(from, end + extension.size() - from)};
}

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r"); // NOLINT: our own command, no foreign text
  BOOST_TEST_REQUIRE(pipe != nullptr);
  for (char buffer[512]; const auto size = std::fread(buffer, 1, sizeof buffer, pipe);) text.append(buffer, size);
  pclose(pipe);
  return text;
}

/// What a reader makes of a picture of the symbol.
std::string scanned(const std::string& svg) {
  const auto stem = std::filesystem::temp_directory_path() / ("paylink-qr-" + std::to_string(getpid()));
  const auto drawing = stem.string() + ".svg", picture = stem.string() + ".png";
  std::ofstream{drawing} << svg;
  auto text = output_of("rsvg-convert -w 592 -h 592 -o " + picture + ' ' + drawing + " && zbarimg -q --nodbus --raw " +
                        picture);
  std::filesystem::remove(drawing);
  std::filesystem::remove(picture);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// A text's hash as a policy names it, by another program's reckoning.
std::string hash_by_openssl(const std::string& text) {
  const auto file = (std::filesystem::temp_directory_path() / ("paylink-style-" + std::to_string(getpid()))).string();
  std::ofstream{file} << text;
  auto hash = output_of("openssl dgst -sha256 -binary " + file + " | openssl base64");
  std::filesystem::remove(file);
  while (hash.ends_with('\n')) hash.pop_back();
  return "'sha256-" + hash + "'";
}

/// Debian packages both: there their absence is no excuse.
boost::test_tools::assertion_result has_scanner(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result has{std::filesystem::exists("/etc/debian_version") ||
                                          std::system("command -v rsvg-convert zbarimg >/dev/null 2>&1") ==
                                              0}; // NOLINT
  has.message() << "rsvg-convert or zbarimg is missing";
  return has;
}

http_request asking(std::string_view accept_language, std::string_view lang = {}) {
  http_request request;
  if (!accept_language.empty()) request.headers.emplace_back("accept-language", accept_language);
  if (!lang.empty()) request.query.emplace_back("lang", lang);
  return request;
}

} // namespace

BOOST_AUTO_TEST_CASE(every_answer_is_locked_down) {
  std::vector<http_response> answers{render_unknown_link_page(language::vi, false),
                                     render_payer_qr(sample_page(link_status::pending)),
                                     render_payer_qr(sample_page(link_status::cancelled))};
  for (const auto status : every_status) answers.push_back(render_payer_page(sample_page(status)));
  for (const auto& answer : answers) {
    // What stands between the quotes of the hashes is compared with the styles themselves, further down.
    static const std::regex policy{
        "default-src 'none'; script-src 'self'; style-src 'self'( 'sha256-[A-Za-z0-9+/]{43}='){3}; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"};
    BOOST_TEST(std::regex_match(std::string{header(answer, "Content-Security-Policy")}, policy));
    BOOST_TEST(header(answer, "Cache-Control") == "no-store");
    BOOST_TEST(header(answer, "X-Content-Type-Options") == "nosniff");
    BOOST_TEST(header(answer, "Referrer-Policy") == "no-referrer");
    BOOST_TEST(header(answer, "X-Frame-Options") == "DENY");
    BOOST_TEST(header(answer, "X-Robots-Tag").starts_with("noindex"));
    BOOST_TEST(header(answer, "Cross-Origin-Opener-Policy") == "same-origin");
  }
}

BOOST_AUTO_TEST_CASE(every_style_in_a_page_is_one_that_its_policy_allows) {
  for (const auto status : every_status) {
    const auto page = render_payer_page(sample_page(status));
    std::size_t styles = 0;
    for (auto at = page.body.find("<style>"); at != page.body.npos; at = page.body.find("<style>", at + 1)) {
      const auto from = at + 7;
      const auto text = page.body.substr(from, page.body.find("</style>", from) - from);
      BOOST_TEST(header(page, "Content-Security-Policy").find(hash_by_openssl(text)) != std::string_view::npos);
      ++styles;
    }
    BOOST_TEST(styles == 2u);
    BOOST_TEST(page.body.find("stylesheet") == std::string::npos);
  }
}

// A new connection may send ten segments before it hears from the other side (RFC 6928): what fits is there, and
// painted, after one round trip.
BOOST_AUTO_TEST_CASE(a_page_fits_into_the_first_flight_of_a_connection) {
  constexpr std::size_t first_flight = 10 * 1460, headers_at_most = 1200;
  for (const auto lang : every_language) {
    auto page = sample_page(link_status::pending, lang);
    page.account_number = "VQRQ0001ABCDEFG2345";
    page.amount = money{499'999'999'999};
    page.is_sandbox = true;
    BOOST_TEST(render_payer_page(page).body.size() + headers_at_most < first_flight);
  }
}

BOOST_AUTO_TEST_CASE(a_page_and_all_its_files_stay_below_30_kib) {
  const std::pair<link_status, std::string> cases[]{{link_status::pending, "pay-"},
                                                    {link_status::succeeded, "closed-"}};
  for (const auto& [status, name] : cases) {
    const auto page = render_payer_page(sample_page(status));
    BOOST_TEST(page.content_type == "text/html; charset=utf-8");
    const auto asset = asset_in(page.body, ".js");
    BOOST_TEST(asset.starts_with(name));
    const auto script = serve_asset(asset, false);
    BOOST_TEST(script.status == 200u);
    BOOST_TEST(script.content_type == "text/javascript; charset=utf-8");
    BOOST_TEST(header(script, "Cache-Control") == "public, max-age=31536000, immutable");
    BOOST_TEST(page.body.size() + script.body_bytes() < 30u * 1024);
  }
}

BOOST_AUTO_TEST_CASE(only_files_for_browsers_are_served) {
  for (const auto name :
       {"", "every_page.css", "pay.js", "payer_page.mustache", "../pay.js", "pay-0000000000000000.js"}) {
    const auto response = serve_asset(name, true);
    BOOST_TEST(response.status == 404u, name);
    BOOST_TEST(header(response, "Cache-Control") == "no-store");
  }
}

BOOST_AUTO_TEST_CASE(the_symbol_reads_back_as_the_payload, *boost::unit_test::precondition(has_scanner)) {
  for (const auto amount : {std::optional<money>{}, std::optional{money{150'000}}, std::optional{money{499'999'999}}})
    for (const std::string_view account : {"0123456789", "VQRQ0001ABCDEFG2345"}) {
      auto page = sample_page(link_status::pending);
      page.amount = amount;
      page.account_number = account;
      const auto payload = vietqr_payload({page.bank_bin, account, amount, page.reference});
      BOOST_TEST_REQUIRE(payload.has_value());
      const auto image = render_payer_qr(page);
      BOOST_TEST(image.content_type == "image/svg+xml");
      BOOST_TEST(scanned(image.body) == *payload);
      const auto html = render_payer_page(page).body;
      const auto from = html.find("<svg"), end = html.find("</svg>", from) + 6;
      BOOST_TEST(scanned(html.substr(from, end - from)) == *payload);
    }
}

BOOST_AUTO_TEST_CASE(a_symbol_is_one_path_with_a_quiet_zone_of_four) {
  const auto image = render_payer_qr(sample_page(link_status::pending)).body;
  BOOST_TEST(image.find("<path") == image.rfind("<path"));
  BOOST_TEST(image.find("d=\"M4 4.5h7") != image.npos);
  BOOST_TEST(image.size() < 6u * 1024);
}

BOOST_AUTO_TEST_CASE(an_account_that_fits_no_code_still_gets_a_page) {
  auto page = sample_page(link_status::pending);
  page.bank_bin = "";
  const auto response = render_payer_page(page);
  BOOST_TEST(response.status == 200u);
  BOOST_TEST(response.body.find("0123456789") != std::string::npos);
  BOOST_TEST(response.body.find("<svg") == std::string::npos);
  BOOST_TEST(render_payer_qr(page).status == 404u);
}

BOOST_AUTO_TEST_CASE(an_event_says_the_status_and_nothing_else) {
  BOOST_TEST(payer_event(link_status::pending) == "retry: 2000\ndata: {\"status\":\"pending\"}\n\n");
  BOOST_TEST(payer_event(link_status::pending, money{5'000}) ==
             "retry: 2000\ndata: {\"status\":\"pending\",\"short\":\"5000\"}\n\n");
  BOOST_TEST(payer_event(link_status::expired, money{5'000}) == "retry: 2000\ndata: {\"status\":\"expired\"}\n\n");
  BOOST_TEST(payer_news_event() == "data: {\"status\":\"pending\",\"news\":true}\n\n");
  BOOST_TEST(payer_event(link_status::succeeded) == "retry: 2000\ndata: {\"status\":\"succeeded\"}\n\n");
}

BOOST_AUTO_TEST_CASE(the_language_follows_the_address_then_the_browser_then_is_vietnamese) {
  const struct {
    http_request request;
    language chosen;
  } cases[]{
      {asking(""), language::vi},
      {asking("en"), language::en},
      {asking("EN-gb"), language::en},
      {asking("vi-VN,vi;q=0.9,en;q=0.8"), language::vi},
      {asking("en-US,en;q=0.9,vi;q=0.8"), language::en},
      {asking("vi;q=0.5 , en ; q=0.7"), language::en},
      {asking("fr, de;q=0.8"), language::vi},
      {asking("fr, en;q=0.1"), language::en},
      {asking("en;q=0"), language::vi},
      {asking("english"), language::vi},
      {asking("en;q=9"), language::vi},
      {asking(",;q=1,,"), language::vi},
      {asking("en", "vi"), language::vi},
      {asking("vi", "en"), language::en},
      {asking("en", "fr"), language::en},
      {asking("", "EN"), language::vi},
  };
  for (const auto& one : cases) BOOST_TEST_CONTEXT(one.request.header("accept-language")) {
      BOOST_TEST((choose_language(one.request) == one.chosen));
    }
}
