#include "http/tools/api_client.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(service_addresses)

BOOST_AUTO_TEST_CASE(an_address_is_taken_apart) {
  struct row {
    std::string_view url, host, port, path, authority;
    bool is_tls;
  };
  for (const auto& [url, host, port, path, authority, is_tls] : {
           row{"http://127.0.0.1:8080", "127.0.0.1", "8080", "", "127.0.0.1:8080", false},
           row{"HTTPS://pay.test/", "pay.test", "443", "", "pay.test", true},
           row{"https://pay.test:443/a/b/", "pay.test", "443", "/a/b", "pay.test", true},
           row{"http://[::1]:0", "::1", "0", "", "[::1]:0", false},
           row{"http://[::1]", "::1", "80", "", "[::1]", false},
       }) {
    auto address = parse_service_address(url);
    BOOST_REQUIRE_MESSAGE(address, url);
    BOOST_TEST(address->host == host);
    BOOST_TEST(address->port == port);
    BOOST_TEST(address->path == path);
    BOOST_TEST(address->authority() == authority);
    BOOST_TEST(address->is_tls == is_tls);
  }
}

BOOST_AUTO_TEST_CASE(anything_else_is_no_address) {
  for (auto url : {"", "pay.test", "ftp://pay.test", "http://", "http:///x", "http://a@b", "http://a:b",
                   "http://a:123456", "http://[::1", "http://a?x", "http://a#x", "http://a b", "http://a\r\nHost: b"})
    BOOST_TEST(!parse_service_address(url), url);
}

BOOST_AUTO_TEST_SUITE_END()
