// Which rows of the table a path belongs to.
#include "api/calls/router.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(router)

BOOST_AUTO_TEST_CASE(patterns_are_judged_at_compile_time) {
  static_assert(is_well_formed_pattern("/a/{b}/c"));
  static_assert(is_well_formed_pattern("/"));
  static_assert(!is_well_formed_pattern("a"));
  static_assert(!is_well_formed_pattern("/a//b"));
  static_assert(!is_well_formed_pattern("/a/{b"));
  static_assert(!is_well_formed_pattern("/a/x{b}"));
  static_assert(is_well_formed_pattern("/a/{b*}"));
  static_assert(is_well_formed_pattern("/{b}/{c*}"));
  static_assert(!is_well_formed_pattern("/a/{b*}/c"));
  static_assert(!is_well_formed_pattern("/a/{b*c}"));
  static_assert(!is_well_formed_pattern("/a/{b**}"));
  static_assert(!is_well_formed_pattern("/a/b*"));
  const std::vector<std::string> segments{"a", "1", "c"};
  const auto taken = match_pattern("/a/{b}/c", segments);
  BOOST_REQUIRE(taken);
  BOOST_TEST(taken->count == 1u);
  BOOST_TEST((*taken)[0] == "1");
  BOOST_TEST(!match_pattern("/a/{b}", segments));
  BOOST_TEST(!match_pattern("/a/{b}/d", segments));
}

BOOST_AUTO_TEST_CASE(the_index_finds_what_trying_every_row_would_find) {
  const std::vector<std::string_view> patterns{
      "/v1.1/links/{ws}", "/v1.1/links/{ws}/{link}", "/v1.1/links/{ws}", "/v1.1/{any}/{ws}",
      "/l/{id}",          "/v1.1/links/{ws}/x",      "/a/b/c",           "/v1.1/links/{ws}/{link}/cancel",
      "/{a}/{b}"};
  const path_index index{patterns};
  const std::vector<std::vector<std::string>> paths{{"v1.1", "links", "w"},
                                                    {"v1.1", "links", "w", "x"},
                                                    {"l", "q"},
                                                    {"a", "b", "c"},
                                                    {"v1.1", "other", "w"},
                                                    {},
                                                    {"nothing"},
                                                    {"v1.1", "links", "w", "p", "cancel"},
                                                    {"1", "2", "3", "4", "5", "6", "7"}};
  for (const auto& path : paths) {
    std::vector<std::size_t> expected, found;
    for (std::size_t i = 0; i < patterns.size(); ++i)
      if (match_pattern(patterns[i], path)) expected.push_back(i);
    for (const auto& [position, taken] : index.find(path)) {
      found.push_back(position);
      BOOST_TEST(taken.count == match_pattern(patterns[position], path)->count);
    }
    BOOST_TEST(found == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_pattern_may_take_the_rest_of_a_path_even_an_empty_one) {
  const struct {
    std::vector<std::string> path, rest;
  } cases[]{
      {{"console", "w"}, {}},
      {{"console", "w", "1"}, {"1"}},
      {{"console", "w", ""}, {""}},
      {{"console", "w", "1", "links", "2", "3"}, {"1", "links", "2", "3"}},
  };
  for (const auto& one : cases) {
    const auto taken = match_pattern("/console/{part}/{page*}", one.path);
    BOOST_REQUIRE(taken);
    BOOST_TEST(taken->count == 1u);
    BOOST_TEST((*taken)[0] == "w");
    BOOST_TEST(taken->rest == one.rest, boost::test_tools::per_element());
  }
  for (const auto& path : {std::vector<std::string>{}, {"console"}, {"other", "w", "1"}})
    BOOST_TEST(!match_pattern("/console/{part}/{page*}", path));
}

BOOST_AUTO_TEST_CASE(a_row_that_takes_the_rest_gives_way_to_every_other_one) {
  const path_index index{std::vector<std::string_view>{"/{all*}", "/console/{page*}", "/console/assets/{file*}",
                                                       "/console/config", "/console/{page*}", "/console"}};
  const auto found = [&](const std::vector<std::string>& path) {
    std::vector<std::size_t> positions;
    for (const auto& [position, taken] : index.find(path)) positions.push_back(position);
    return positions;
  };
  using positions = std::vector<std::size_t>;
  BOOST_TEST((found({"console"}) == positions{5}));
  BOOST_TEST((found({"console", "config"}) == positions{3}));
  BOOST_TEST((found({"console", "config", "1"}) == positions{1, 4}));
  BOOST_TEST((found({"console", ""}) == positions{1, 4}));
  BOOST_TEST((found({"console", "assets"}) == positions{2}));
  BOOST_TEST((found({"console", "assets", "a", "b"}) == positions{2}));
  BOOST_TEST((found({}) == positions{0}));
  BOOST_TEST((found({"a", "b", "c", "d"}) == positions{0}));
}

BOOST_AUTO_TEST_SUITE_END()
