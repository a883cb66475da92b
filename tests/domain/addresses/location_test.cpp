#include "domain/addresses/outbound_url.hpp"
#include "domain/addresses/url_reference.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(location_rules)

BOOST_AUTO_TEST_CASE(references_resolve_as_the_examples_of_rfc_3986_do) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q"},
      {"g#s", "http://a/b/c/g"},
      {"g?y#s", "http://a/b/c/g?y"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"http:g", "http:g"},
  };
  for (const auto& [location, resolved] : cases)
    BOOST_TEST(resolve_location("http://a/b/c/d;p?q", location).value() == resolved, location);
}

BOOST_AUTO_TEST_CASE(locations_resolve_against_merchants_urls) {
  struct row {
    std::string_view base, location, resolved;
  };
  const row rows[] = {
      {"https://shop.example", "cb", "https://shop.example/cb"},
      {"https://shop.example?x=1", "cb", "https://shop.example/cb"},
      {"https://shop.example?x=1", "?y=2", "https://shop.example?y=2"},
      {"https://shop.example:8443/a/b?x=1", "/c", "https://shop.example:8443/c"},
      {"https://shop.example/a", "https://other.example/b?c#d", "https://other.example/b?c"},
      {"https://shop.example/a", "//other.example", "https://other.example"},
      {"https://shop.example/a", "https://other.example/x/../y/./z", "https://other.example/y/z"},
      {"https://shop.example/a", "https://other.example/x?u=../y", "https://other.example/x?u=../y"},
      {"https://[2606:4700::1]/a/", "b", "https://[2606:4700::1]/a/b"},
      {"https://shop.example/a", "http://shop.example/a", "http://shop.example/a"},
  };
  for (const auto& [base, location, resolved] : rows)
    BOOST_TEST(resolve_location(base, location).value() == resolved, location);
}

BOOST_AUTO_TEST_CASE(what_is_no_reference_resolves_to_nothing) {
  for (const auto* location :
       {"", " ", "/a b", "/a\tb", "/a\r\nX: y", "\\\\evil.example/", "/a\\b", "/ế", "/a\x7f", " /a", "/a "})
    BOOST_TEST(!resolve_location("https://shop.example/", location), location);
}

BOOST_AUTO_TEST_CASE(a_resolved_location_is_checked_like_any_url) {
  const auto code = [](std::string_view location) {
    const auto resolved = resolve_location("https://shop.example/cb", location);
    BOOST_REQUIRE(resolved.has_value());
    const auto verdict = check_outbound_url(*resolved, address_policy{});
    return verdict.url ? std::string{"accepted"} : std::string{verdict.fault.code};
  };
  BOOST_TEST(code("/next") == "accepted");
  BOOST_TEST(code("http://shop.example/next") == "not_https");
  BOOST_TEST(code("//127.0.0.1/") == "blocked_address");
  BOOST_TEST(code("https:next") == "format");
  BOOST_TEST(code("//user@shop.example/") == "format");
}

BOOST_AUTO_TEST_CASE(a_scheme_begins_with_a_letter_and_holds_letters_digits_and_three_signs) {
  for (const std::string scheme : {"a", "z", "A", "Z", "a0", "a9", "Az09+-.", "svn+ssh", "x.y-z"}) {
    const auto url = scheme + ":rest";
    const auto parts = split_url(url);
    BOOST_TEST(parts.scheme == scheme);
    BOOST_TEST(parts.path == "rest");
  }
  // The neighbours of all these in ASCII, and what may not come first.
  for (const std::string text : {"",   "@",  "[",  "`",  "{",  "/", "a@", "a[", "a`", "a{",
                                 "a/", "a,", "a*", "a_", "0a", "9", "+a", "-",  ".a", "a b"}) {
    const auto url = text + ":rest";
    const auto parts = split_url(url);
    BOOST_TEST(parts.scheme.empty(), text);
    BOOST_TEST(parts.path == url);
  }
}

BOOST_AUTO_TEST_SUITE_END()
