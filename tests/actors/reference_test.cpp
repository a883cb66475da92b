// The document of the API, and the page that draws it, as anyone gets them.
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

BOOST_AUTO_TEST_SUITE(reference)

BOOST_AUTO_TEST_CASE(anyone_gets_the_document_and_is_not_sent_again_what_is_there_already) {
  virtual_node node;
  const auto first = node.call(http_method::get, "/v1.1/openapi.json");
  BOOST_TEST(first.status == 200u);
  BOOST_TEST(first.content_type == "application/json");
  BOOST_TEST(json::parse(first.body).at("paths").as_object().contains("/v1.1/payment-links/{workspace_id}"));
  const auto tag = header_of(first, "ETag");
  const auto again = node.call(http_method::get, "/v1.1/openapi.json", {}, {{"if-none-match", tag}});
  BOOST_TEST(again.status == 304u);
  BOOST_TEST(again.body == "");
  const auto status_with = [&](const std::string& tags) {
    return node.call(http_method::get, "/v1.1/openapi.json", {}, {{"if-none-match", tags}}).status;
  };
  for (const auto& tags : {"W/" + tag, "\"another\", " + tag, tag + ",\"another\"", std::string{"*"}, ",, " + tag})
    BOOST_TEST(status_with(tags) == 304u, tags);
  for (const auto& tags : {std::string{"\"another\""}, "w/" + tag, tag.substr(1), tag + "x", std::string{","}})
    BOOST_TEST(status_with(tags) == 200u, tags);
}

BOOST_AUTO_TEST_CASE(the_page_runs_nothing_that_is_not_from_here) {
  virtual_node node;
  const auto page = node.call(http_method::get, "/docs");
  BOOST_TEST(page.status == 200u);
  const auto policy = header_of(page, "Content-Security-Policy");
  BOOST_TEST(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
  BOOST_TEST(policy.find("unsafe") == std::string::npos);
  BOOST_TEST(page.body.find("{{") == std::string::npos);
  const auto at = page.body.find("/assets/swagger-ui-bundle-");
  BOOST_REQUIRE(at != std::string::npos);
  const auto script = node.call(http_method::get, page.body.substr(at, page.body.find('"', at) - at));
  BOOST_TEST(script.status == 200u);
  BOOST_TEST(header_of(script, "Content-Encoding") == "gzip");
}

BOOST_AUTO_TEST_CASE(an_operator_may_close_both) {
  std::string asset;
  {
    virtual_node open;
    const auto page = open.call(http_method::get, "/docs").body;
    const auto at = page.find("/assets/swagger-ui-bundle-");
    asset = page.substr(at, page.find('"', at) - at);
    BOOST_TEST(open.call(http_method::get, asset).status == 200u);
  }
  virtual_node node{{.shows_document = false}};
  BOOST_TEST(node.call(http_method::get, asset).status == 404u);
  for (const auto* path : {"/docs", "/v1.1/openapi.json"}) {
    const auto refused = node.call(http_method::get, path);
    BOOST_TEST(refused.status == 404u);
    BOOST_TEST(code_of(refused) == "NOT_FOUND");
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
