// What a client prefers and already has, by its headers.
#include "http/wire/content_coding.hpp"
#include "http/wire/entity_tags.hpp"
#include "http/wire/weighted_items.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(negotiation)

BOOST_AUTO_TEST_CASE(items_have_the_weights_that_can_be_read) {
  const struct {
    std::string_view header;
    std::vector<std::pair<std::string_view, double>> items;
  } cases[]{
      {"", {}},
      {" , ,", {}},
      {"gzip", {{"gzip", 1}}},
      {"gzip, deflate, br", {{"gzip", 1}, {"deflate", 1}, {"br", 1}}},
      {"vi-VN;q=0.9\t,en ; q=0.125", {{"vi-VN", 0.9}, {"en", 0.125}}},
      {"br;Q=0,*;q=1.000", {{"br", 0}, {"*", 1}}},
      {"a;q=1.5,b;q=-1,c;q=,d;q=x,e;q=0.5x,f;level=1,g;q=nan",
       {{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}, {"e", 0}, {"f", 0}, {"g", 0}}},
      {";q=1", {}},
      {"gzip;", {{"gzip", 1}}},
  };
  for (const auto& one : cases) BOOST_TEST_CONTEXT(one.header) {
      std::vector<std::pair<std::string_view, double>> found;
      for (const auto& [name, weight] : weighted_items(one.header)) found.emplace_back(name, weight);
      BOOST_TEST((found == one.items));
    }
}

BOOST_AUTO_TEST_CASE(the_coding_is_the_one_that_the_client_prefers) {
  using enum content_coding;
  const struct {
    std::string_view accepted;
    content_coding chosen;
  } cases[]{
      {"", plain},
      {"gzip, deflate, br", brotli},
      {"br, gzip", brotli},
      {"gzip, deflate", gzip},
      {"GZIP", gzip},
      {"x-gzip", gzip},
      {"gzip;q=1.0, br;q=0.8", gzip},
      {"br;q=0, gzip", gzip},
      {"br;q=0, gzip;q=0", plain},
      {"gzip;q=0.001", gzip},
      {"identity", plain},
      {"identity;q=0.5, gzip;q=0.4", plain},
      {"identity;q=0.5, gzip;q=0.5", gzip},
      {"identity;q=0, gzip;q=0.1", gzip},
      {"*", brotli},
      {"*;q=0", plain},
      {"*;q=0, gzip", gzip},
      {"br;q=0, *", gzip},
      {"gzip, *;q=0.1", gzip},
      {"deflate, zstd", plain},
      {"br;q=2", plain},
  };
  for (const auto& one : cases) BOOST_TEST((choose_coding(one.accepted) == one.chosen), one.accepted);
}

BOOST_AUTO_TEST_CASE(a_tag_is_found_in_a_list_weak_or_not) {
  for (const auto* list : {"\"a\"", "W/\"a\"", "\"b\", \"a\"", "\"a\",\"b\"", "*", ",, \"a\""})
    BOOST_TEST(names_etag(list, "\"a\""), list);
  for (const auto* list : {"", "\"b\"", "w/\"a\"", "a\"", "\"a\"x", "\"a-br\"", ","})
    BOOST_TEST(!names_etag(list, "\"a\""), list);
}

BOOST_AUTO_TEST_SUITE_END()
