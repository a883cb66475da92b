#include "domain/addresses/outbound_url.hpp"
#include "domain/links/payment_link.hpp"

#include <boost/test/unit_test.hpp>

#include <iomanip>
#include <sstream>

using namespace paylink;

namespace {

payment_link paid_link(std::string redirect_url) {
  payment_link link;
  link.id = payment_link_id::from_store("pl_01fwhe4ydgfk1shh6w1g60eecf");
  link.public_id = "q7Xw2LmN9pRtq7Xw2LmN9p";
  link.status = link_status::succeeded;
  link.amount = money{150'000};
  link.received_amount = money{175'000};
  link.transaction = transaction_id::from_store("txn_01fwhe4ydgfk1shh6w1g60eecf");
  link.paid_at = parse_rfc3339("2026-03-15T02:30:05.007Z");
  link.redirect_url = std::move(redirect_url);
  return link;
}

const std::string success_query = "status=success&amount=175000&link_id=q7Xw2LmN9pRtq7Xw2LmN9p&transaction_id="
                                  "txn_01fwhe4ydgfk1shh6w1g60eecf&paid_at=2026-03-15T02%3A30%3A05.007Z";

} // namespace

BOOST_AUTO_TEST_SUITE(redirect_rules)

BOOST_AUTO_TEST_CASE(a_paid_link_redirects_with_all_five_values_after_the_query_that_is_there) {
  const std::pair<std::string, std::string> cases[] = {
      {"https://shop.example", "https://shop.example?"},
      {"https://shop.example/thanks", "https://shop.example/thanks?"},
      {"https://shop.example/thanks?", "https://shop.example/thanks?"},
      {"https://shop.example/thanks?order=1", "https://shop.example/thanks?order=1&"},
      {"https://shop.example/thanks?order=1&", "https://shop.example/thanks?order=1&"},
      {"https://shop.example/?a=%20&b", "https://shop.example/?a=%20&b&"},
  };
  for (const auto& [url, start] : cases) {
    BOOST_TEST(redirect_target(paid_link(url)).value() == start + success_query);
    // A fragment stays behind the query, whatever it holds.
    BOOST_TEST(redirect_target(paid_link(url + "#/done?x=1")).value() == start + success_query + "#/done?x=1");
    BOOST_TEST(redirect_target(paid_link(url + "#")).value() == start + success_query + "#");
  }
}

BOOST_AUTO_TEST_CASE(a_failed_link_redirects_with_its_status_and_public_id_alone) {
  auto link = paid_link("https://shop.example/thanks");
  link.status = link_status::failed;
  BOOST_TEST(redirect_target(link).value() ==
             "https://shop.example/thanks?status=failed&link_id=q7Xw2LmN9pRtq7Xw2LmN9p");
}

BOOST_AUTO_TEST_CASE(values_that_a_link_lacks_are_left_out) {
  auto link = paid_link("https://shop.example/");
  link.received_amount.reset();
  link.paid_at.reset();
  link.transaction = {};
  BOOST_TEST(redirect_target(link).value() == "https://shop.example/?status=success&link_id=q7Xw2LmN9pRtq7Xw2LmN9p");
}

BOOST_AUTO_TEST_CASE(all_but_letters_digits_and_four_marks_are_written_in_percent) {
  for (int byte = 1; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    std::ostringstream written;
    if (plain.find(c) != plain.npos)
      written << c;
    else
      written << '%' << std::hex << std::uppercase << std::setfill('0') << std::setw(2) << byte;
    auto link = paid_link("https://shop.example/");
    link.status = link_status::failed;
    link.public_id = {c};
    BOOST_TEST(redirect_target(link).value() == "https://shop.example/?status=failed&link_id=" + written.str());
  }
}

BOOST_AUTO_TEST_CASE(no_other_link_redirects) {
  BOOST_TEST(!redirect_target(paid_link("")));
  for (const auto status : {link_status::pending, link_status::expired, link_status::cancelled}) {
    auto link = paid_link("https://shop.example/");
    link.status = status;
    BOOST_TEST(!redirect_target(link), to_text(status));
  }
}

BOOST_AUTO_TEST_CASE(a_redirect_url_is_https_with_a_host) {
  for (const auto* text :
       {"https://shop.example", "HTTPS://Shop.Example/Thanks?a=b#c", "https://localhost/", "https://10.0.0.1:8080/",
        "https://[::1]:3000/", "https://shop.example:80/", "https://bán-hàng.example/cảm-ơn",
        "https://shop.example/a@b", "https://shop.example:0443/", "https://shop.example/?u=https://x@y",
        "https://shop.example/\u00a1", "https://shop.example/\u00a1x", "https://shop.example:65535/"})
    BOOST_TEST(!check_redirect_url(text), text);
  BOOST_TEST(!check_redirect_url("https://shop.example/" + std::string(2048 - 21, 'a')));
}

BOOST_AUTO_TEST_CASE(other_redirect_urls_are_refused_with_a_code) {
  const std::pair<std::string, std::string_view> cases[] = {
      {"", "format"},
      {"shop.example", "format"},
      {"//shop.example/", "format"},
      {"/thanks", "format"},
      {"http://shop.example/", "not_https"},
      {"javascript:alert(1)", "not_https"},
      {"data:text/html,x", "not_https"},
      {"https:shop.example", "format"},
      {"https:/shop.example", "format"},
      {"https:///shop.example", "format"},
      {"https://", "format"},
      {"https://?a=b", "format"},
      {"https://user@shop.example/", "format"},
      {"https://user:secret@shop.example/", "format"},
      {"https://@shop.example/", "format"},
      {"https://shop.example\\@evil.example/", "format"},
      {"https://shop.example:/", "format"},
      {"https://shop.example:0/", "format"},
      {"https://shop.example:65536/", "format"},
      {"https://shop.example:100000/", "format"},
      {"https://shop.example:8o/", "format"},
      {"https://:443/", "format"},
      {"https://[::1/", "format"},
      {"https://[1.2.3.4]/", "format"},
      {"https://[::1]x/", "format"},
      {"https://shop.example/a b", "format"},
      {" https://shop.example/", "format"},
      {"https://shop.example/\n", "format"},
      {"https://shop.example/\tx", "format"},
      {std::string{"https://shop.example/\0", 22}, "format"},
      {"https://shop.example/\x7f", "format"},
      {"https://shop.example/\u0085", "format"},
      {"https://shop.example/" + std::string(2048 - 20, 'a'), "too_long"},
  };
  for (const auto& [text, code] : cases) {
    const auto fault = check_redirect_url(text);
    BOOST_REQUIRE_MESSAGE(fault.has_value(), text);
    BOOST_TEST(fault->code == code, text);
    BOOST_TEST(!fault->message.empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
