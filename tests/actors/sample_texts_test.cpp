// Every sample of what banks make of a transfer text, through the feed.
#include "tests/actors/virtual_node.hpp"
#include "tests/domain/vectors.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

BOOST_AUTO_TEST_SUITE(sample_texts)

BOOST_AUTO_TEST_CASE(each_sample_completes_the_link_that_it_names_and_no_other) {
  const auto vectors = read_vectors("content-samples.json");
  const auto& references = vectors.at("known_references").as_array();
  int samples = 0;
  for (const auto& sample : vectors.at("samples").as_array()) BOOST_TEST_CONTEXT(sample.at("id").as_string()) {
      virtual_node node;
      std::map<std::string, json::object> links;
      for (const auto& known : references) {
        const auto text = json::value_to<std::string>(known);
        links[text] = node.make_link("");
        // The samples' own references: a link cannot choose its own.
        const auto stored = std::to_string(std::stoull(text.substr(4), nullptr, 36));
        test::run_sql("sqlite://" + node.database_file(), "UPDATE payment_links SET reference = " + stored +
                                                              " WHERE id = '" + text_of(links[text], "id") + "'");
      }
      auto entry = json::parse(node.entry("FT-1", 150'000, "x")).as_object();
      entry["content"] = sample.at("content");
      BOOST_TEST(node.feed(json::serialize(entry)).status == 200u);
      const auto& expected = sample.at("expect").as_object();
      const auto result = text_of(expected, "result");
      for (const auto& [text, link] : links) {
        const bool is_named = result == "found" && text == text_of(expected, "reference");
        BOOST_TEST(text_of(node.get_link(link), "status") == (is_named ? "succeeded" : "pending"), text);
      }
      const auto listed = rows_of(node.api(http_method::get, "/v1.1/transactions/" + node.workspace.text()));
      BOOST_REQUIRE(listed.size() == 1u);
      BOOST_TEST(text_of(listed[0].as_object(), "content") == text_of(entry, "content"));
      ++samples;
    }
  BOOST_TEST(samples > 30);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
