#include "tests/http/pages/pages_samples.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// The `data-value` of the element that carries `data-field="name"`; empty when there is none.
std::string value_of(std::string_view html, std::string_view name) {
  const auto at = html.find("data-field=\"" + std::string{name} + '"');
  if (at == html.npos) return {};
  constexpr std::string_view attribute = "data-value=\"";
  const auto from = html.find(attribute, at) + attribute.size();
  return std::string{html.substr(from, html.find('"', from) - from)};
}

/// What stands in the page itself: its styles, which are no part of the content, taken out.
std::string without_styles(std::string html) {
  for (auto from = html.find("<style>"); from != html.npos; from = html.find("<style>", from))
    html.erase(from, html.find("</style>", from) + 8 - from);
  return html;
}

std::string page_of(const payer_page& page) { return without_styles(render_payer_page(page).body); }

} // namespace

BOOST_AUTO_TEST_CASE(a_pending_page_shows_all_that_is_needed_to_pay) {
  const auto html = page_of(sample_page(link_status::pending));
  BOOST_TEST(value_of(html, "bank") == "MB");
  BOOST_TEST(value_of(html, "account") == "0123456789");
  BOOST_TEST(value_of(html, "holder") == "NGUYEN VAN ANH");
  BOOST_TEST(value_of(html, "reference") == "PFSL7K2M9QX4");
  BOOST_TEST(value_of(html, "amount") == "150000");
  BOOST_TEST(has(html, "150.000"));
  BOOST_TEST(has(html, "17:15 31/01/2026</time> (GMT+7)"));
  BOOST_TEST(has(html, "<svg"));
  BOOST_TEST(has(html, "MB Bank <span class=\"name\">(MB)</span>"));
  BOOST_TEST(has(html, "Đơn hàng 42"));
  BOOST_TEST(has(html, "data-now=\"1769847330000\" data-expires=\"1769854530000\""));
  BOOST_TEST(has(html, "đúng số tiền trong một lần"));
}

BOOST_AUTO_TEST_CASE(without_a_fixed_amount_none_is_shown) {
  auto page = sample_page(link_status::pending);
  page.amount.reset();
  const auto html = page_of(page);
  BOOST_TEST(!has(html, "data-field=\"amount\""));
  BOOST_TEST(!has(html, "150.000"));
  BOOST_TEST(!has(html, "đúng số tiền"));
  BOOST_TEST(has(html, "trong một lần duy nhất"));
  BOOST_TEST(value_of(html, "reference") == "PFSL7K2M9QX4");
}

BOOST_AUTO_TEST_CASE(a_pending_page_says_when_too_little_came_and_how_to_go_on) {
  for (const auto lang : every_language) {
    auto page = sample_page(link_status::pending, lang);
    BOOST_TEST(has(page_of(page), "id=\"short\"></span>"));
    page.short_payment = money{50'000};
    const auto html = page_of(page);
    const bool is_vi = lang == language::vi;
    BOOST_TEST(has(html, "id=\"short\" data-amount=\"50000\"><strong>"));
    BOOST_TEST(has(html, is_vi ? "50.000" : "50,000"));
    BOOST_TEST(
        has(html, is_vi ? "chuyển đủ số tiền trong một lần duy nhất" : "Transfer the full amount in one payment"));
    BOOST_TEST(value_of(html, "amount") == "150000"); // what is asked for stays what it was
    BOOST_TEST(!has(html, "<input"));
    page.amount.reset();
    BOOST_TEST(has(page_of(page), is_vi ? "từ 2.000 ₫ trở lên trong một lần" : "₫2,000 or more in one payment"));
    page.status = link_status::cancelled;
    BOOST_TEST(!has(page_of(page), "short"));
  }
}

BOOST_AUTO_TEST_CASE(a_closed_page_holds_no_instructions) {
  for (const auto lang : every_language)
    for (const auto status : every_status) {
      if (status == link_status::pending) continue;
      const auto html = page_of(sample_page(status, lang));
      for (const auto gone : {"0123456789", "NGUYEN VAN ANH", "PFSL7K2M9QX4", "970422", "data-field", "?qr", "MB"})
        BOOST_TEST(!has(html, gone), to_text(status) << " shows " << gone);
      BOOST_TEST(has(html, "data-status=\"" + std::string{to_text(status)} + '"'));
      BOOST_TEST(!has(html, "assets/pay-"));
      BOOST_TEST(render_payer_qr(sample_page(status, lang)).status == 404u);
    }
}

BOOST_AUTO_TEST_CASE(past_its_expiry_a_pending_link_is_shown_expired) {
  auto page = sample_page(link_status::pending);
  page.expires_at = page.now;
  BOOST_TEST(has(page_of(page), "data-status=\"expired\""));
  BOOST_TEST(!has(page_of(page), "0123456789"));
  BOOST_TEST(!has(page_of(page), "http-equiv"));
  BOOST_TEST(render_payer_qr(page).status == 404u);
  page.expires_at = page.now + std::chrono::milliseconds{1};
  BOOST_TEST(has(page_of(page), "data-status=\"pending\""));
}

BOOST_AUTO_TEST_CASE(no_page_holds_an_input_an_address_or_an_id) {
  for (const auto lang : every_language)
    for (const auto status : every_status) {
      const auto html = page_of(sample_page(status, lang));
      for (const auto forbidden :
           {"<input", "<form", "<textarea", "<select", "contenteditable", "AbCdEfGhIjKlMnOpQrStUv", "shop.test",
            "http://", "https://", "pl_", "ws_", "style=", "onclick", "javascript:"}) {
        // The namespace of the inline picture is the one address that may stand there.
        auto text = html;
        if (const auto at = text.find("http://www.w3.org/2000/svg"); at != text.npos) text.erase(at, 26);
        BOOST_TEST(!has(text, forbidden), to_text(status) << " holds " << forbidden);
      }
    }
}

BOOST_AUTO_TEST_CASE(succeeded_and_failed_lead_back_to_the_seller_by_a_relative_address) {
  for (const auto status : every_status) {
    auto page = sample_page(status);
    const bool leads_back = status == link_status::succeeded || status == link_status::failed;
    // A script counts the seconds, so that the payer may stop it; without one the browser does.
    BOOST_TEST(has(page_of(page), "<noscript><meta http-equiv=\"refresh\" content=\"5; url=?return\"></noscript>") ==
               leads_back);
    BOOST_TEST(has(page_of(page), "data-seconds=\"5\"") == leads_back);
    BOOST_TEST(has(page_of(page), "href=\"?return\"") == leads_back);
    page.redirect.reset();
    BOOST_TEST(!has(page_of(page), "?return"));
    BOOST_TEST(!has(page_of(page), "data-seconds"));
  }
}

BOOST_AUTO_TEST_CASE(a_succeeded_page_says_what_was_received_when_and_for_what) {
  const auto vi = page_of(sample_page(link_status::succeeded));
  BOOST_TEST(has(vi, "160.000"));
  BOOST_TEST(has(vi, "<time datetime=\"2026-01-31T08:15:12.345Z\">15:15 31/01/2026</time> (GMT+7)"));
  BOOST_TEST(has(vi, "Đơn hàng 42"));
  BOOST_TEST(has(vi, "data-print=\"In biên nhận\""));
  BOOST_TEST(has(page_of(sample_page(link_status::succeeded, language::en)), "₫160,000"));
  auto bare = sample_page(link_status::succeeded);
  bare.description = {};
  bare.paid_at.reset();
  BOOST_TEST(!has(page_of(bare), "<dl>"));
}

BOOST_AUTO_TEST_CASE(the_time_left_is_there_before_a_script_counts_it) {
  auto page = sample_page(link_status::pending);
  const std::pair<std::chrono::milliseconds, std::string> cases[]{{std::chrono::hours{24}, "24:00:00"},
                                                                  {std::chrono::milliseconds{3'599'001}, "01:00:00"},
                                                                  {std::chrono::milliseconds{3'599'000}, "00:59:59"},
                                                                  {std::chrono::milliseconds{1}, "00:00:01"}};
  for (const auto& [left, shown] : cases) {
    page.expires_at = page.now + left;
    BOOST_TEST(has(page_of(page), "<span id=\"countdown\">" + shown + "</span>"));
  }
}

BOOST_AUTO_TEST_CASE(numbers_are_shown_in_groups_and_kept_whole_for_copying) {
  auto page = sample_page(link_status::pending);
  auto html = page_of(page);
  BOOST_TEST(has(html, "<span>0123</span><span>4567</span><span>89</span></dd>"));
  BOOST_TEST(has(html, "<span>PFSL</span><span>7K2M</span><span>9QX4</span></dd>"));
  BOOST_TEST(value_of(html, "account") == "0123456789");
  // A letter of several bytes is never cut in two.
  page.account_number = "Số 1234<5";
  BOOST_TEST(has(page_of(page), "<span>Số 1234&lt;5</span></dd>"));
}

BOOST_AUTO_TEST_CASE(what_a_script_brings_to_life_stands_in_the_page_so_that_nothing_moves) {
  const auto html = page_of(sample_page(link_status::pending, language::en));
  std::size_t buttons = 0;
  for (auto at = html.find("class=\"copy\""); at != html.npos; at = html.find("class=\"copy\"", at + 1)) ++buttons;
  BOOST_TEST(buttons == 5u);
  BOOST_TEST(has(html, "id=\"waiting\"><strong>Waiting for your payment</strong>"));
  BOOST_TEST(has(html, "id=\"lost\"><strong>Connection lost, reconnecting</strong> Your payment is not affected."));
  BOOST_TEST(has(html, "<noscript><p class=\"advice\">After your transfer, reload this page to see the result. "
                       "<a href=\"?lang=en\">Reload page</a></p></noscript>"));
}

BOOST_AUTO_TEST_CASE(hostile_texts_are_shown_and_never_run) {
  auto page = sample_page(link_status::pending);
  page.holder_name = R"("><script>alert(1)</script>)";
  page.description = R"(<img src=x onerror=alert(1)> & 'quoted' {{reference}} {{{qr}}})";
  page.bank_name = "</dd><b>";
  const auto html = page_of(page);
  BOOST_TEST(!has(html, "<script>"));
  BOOST_TEST(!has(html, "<img"));
  BOOST_TEST(!has(html, "</dd><b>"));
  BOOST_TEST(has(html, "&lt;img src=x onerror=alert(1)&gt; &amp; &apos;quoted&apos; {{reference}} {{{qr}}}"));
  BOOST_TEST(has(html, "data-value=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\""));
  page.status = link_status::succeeded;
  BOOST_TEST(!has(page_of(page), "<img"));
}

BOOST_AUTO_TEST_CASE(both_languages_are_complete) {
  for (const auto status : every_status) {
    const auto vi = page_of(sample_page(status)), en = page_of(sample_page(status, language::en));
    BOOST_TEST(has(vi, "<html lang=\"vi\">"));
    BOOST_TEST(has(en, "<html lang=\"en\">"));
    for (const auto& html : {vi, en}) {
      BOOST_TEST(!has(html, "<title></title>"));
      BOOST_TEST(!has(html, "<h1></h1>"));
      BOOST_TEST(!has(html, "=\"\""));
      BOOST_TEST(!has(html, "{{"));
    }
    // The description is the seller's; apart from it an English page has no Vietnamese letters but the name of the
    // language.
    auto rest = en;
    for (const std::string_view seller : {"Đơn hàng 42", "Tiếng Việt"})
      if (const auto at = rest.find(seller); at != rest.npos) rest.erase(at, seller.size());
    for (const auto letter : {"ạ", "ế", "ộ", "ư", "đ"}) BOOST_TEST(!has(rest, letter));
  }
}

BOOST_AUTO_TEST_CASE(a_sandbox_says_so_on_every_page) {
  for (const auto status : every_status) {
    auto page = sample_page(status, language::en);
    BOOST_TEST(!has(page_of(page), "Sandbox"));
    page.is_sandbox = true;
    BOOST_TEST(has(page_of(page), "Sandbox"));
  }
  BOOST_TEST(has(render_unknown_link_page(language::en, true).body, "Sandbox"));
}

BOOST_AUTO_TEST_CASE(an_unknown_link_tells_nothing) {
  const auto response = render_unknown_link_page(language::en, false);
  BOOST_TEST(response.status == 404u);
  BOOST_TEST(has(response.body, "Page not found"));
  BOOST_TEST(!has(response.body, "?return"));
  BOOST_TEST(!has(response.body, "data-field"));
}
