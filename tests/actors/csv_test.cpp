// Lists as CSV over the API.
#include "api/route_table.hpp"
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace paylink::test {

namespace {

const std::string byte_order_mark = "\xEF\xBB\xBF";

std::string links_path(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/payment-links/" + node.workspace.text() + rest;
}

std::ptrdiff_t lines_in(const std::string& text) { return std::ranges::count(text, '\n'); }

std::string with_ids(std::string pattern, const virtual_node& node, const std::string& link) {
  for (const auto& [name, id] : {std::pair<std::string, std::string>{"{workspace_id}", node.workspace.text()},
                                 {"{payment_link_id}", link},
                                 {"{link_id}", link},
                                 {"{bank_account_id}", node.account.text()}})
    if (const auto at = pattern.find(name); at != pattern.npos) pattern.replace(at, name.size(), id);
  return pattern;
}

} // namespace

BOOST_AUTO_TEST_SUITE(lists_as_csv)

BOOST_AUTO_TEST_CASE(every_list_is_there_as_csv) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto link = text_of(node.make_link(), "id");
  int lists = 0;
  for (const auto& route : api_routes()) {
    if (route.description == nullptr || route.description->answers[0].shape != answer_shape::page) continue;
    const auto target = with_ids(std::string{route.pattern}, node, link) + "?format=csv";
    BOOST_TEST_CONTEXT(target) {
      const auto begun = owner.get(target);
      BOOST_TEST_REQUIRE(begun.status == 200u, begun.body);
      BOOST_TEST(begun.content_type == "text/csv; charset=utf-8");
      const auto text = read_to_end(node, begun);
      BOOST_TEST_REQUIRE(text.has_value());
      BOOST_TEST(text->starts_with(byte_order_mark));
      ++lists;
    }
  }
  BOOST_TEST(lists >= 9);
}

BOOST_AUTO_TEST_CASE(a_csv_has_every_row_once_in_the_order_asked_for) {
  virtual_node node;
  std::vector<std::string> made;
  for (int count = 0; count < 250; ++count) {
    made.push_back(text_of(node.make_link(), "id"));
    node.advance(1ms);
  }
  const auto begun = node.api(http_method::get, links_path(node, "?format=csv&order=asc"));
  BOOST_TEST(header_of(begun, "Content-Disposition") == "attachment; filename=\"payment-links.csv\"");
  const auto text = read_to_end(node, begun).value();
  BOOST_TEST(lines_in(text) == 251);
  std::size_t at = 0;
  for (const auto& id : made) {
    at = text.find("\r\n" + id + ",", at);
    BOOST_TEST_REQUIRE(at != text.npos);
  }
  BOOST_TEST(lines_in(read_to_end(node, node.api(http_method::get, links_path(node, "?format=csv&status=succeeded")))
                          .value()) == 1);
}

BOOST_AUTO_TEST_CASE(csv_is_asked_for_by_parameter_or_header) {
  virtual_node node;
  node.make_link();
  const auto type_of = [&](const std::string& query, const std::string& accept) {
    return node
        .call(http_method::get, links_path(node, query), {},
              {{"authorization", "Bearer " + node.token}, {"accept", accept}})
        .content_type;
  };
  const std::string json = "application/json", csv = "text/csv; charset=utf-8";
  BOOST_TEST(type_of("", "*/*") == json);
  BOOST_TEST(type_of("", "text/csv") == csv);
  BOOST_TEST(type_of("", "text/html, Text/CSV;q=0.9") == csv);
  BOOST_TEST(type_of("", "text/csv, application/json") == json);
  BOOST_TEST(type_of("?format=json", "text/csv") == json);
  BOOST_TEST(type_of("?format=csv", json) == csv);
}

BOOST_AUTO_TEST_CASE(what_a_csv_cannot_have_is_refused) {
  virtual_node node;
  node.make_link();
  for (const std::string query : {"?format=csv&limit=5", "?format=csv&cursor=abc", "?format=xml",
                                  "?format=csv&status=x", "?format=csv&unknown=1", "?format=csv&format=csv"}) {
    const auto refused = node.api(http_method::get, links_path(node, query));
    BOOST_TEST(refused.status == 422u, query);
    BOOST_TEST(!refused.portions);
  }
}

BOOST_AUTO_TEST_CASE(who_asks_for_225_at_once_gets_two_and_lists_besides) {
  virtual_node node;
  for (int count = 0; count < 150; ++count) node.make_link();
  signed_in_person owner{node, "owner@shop.test"};
  std::vector<std::shared_ptr<std::optional<http_response>>> answers;
  for (int count = 0; count < 225; ++count)
    answers.push_back(node.begin_call(http_method::get, links_path(node, "?format=csv"), {},
                                      {{"authorization", "Bearer " + node.token}}));
  node.run();
  std::vector<http_response> begun;
  for (const auto& answer : answers) {
    BOOST_REQUIRE(answer->has_value());
    if ((*answer)->status == 200u) {
      begun.push_back(**answer);
      continue;
    }
    BOOST_TEST((*answer)->status == 429u);
    BOOST_TEST(header_of(**answer, "Retry-After") == "1");
    BOOST_TEST((*answer)->body.find("You already have two CSVs or exports running") != std::string::npos);
  }
  BOOST_TEST_REQUIRE(begun.size() == 2u);
  answers.clear();
  // A list is no CSV, and whose token it is has no places besides those of the token.
  BOOST_TEST(node.api(http_method::get, links_path(node)).status == 200u);
  BOOST_TEST(owner.get(links_path(node)).status == 200u);
  BOOST_TEST(owner.get(links_path(node, "?format=csv")).status == 429u);
  // Connections that are closed.
  begun.clear();
  BOOST_TEST(read_to_end(node, owner.get(links_path(node, "?format=csv"))).has_value());
  BOOST_TEST(node.api(http_method::get, links_path(node, "?format=csv")).status == 200u);
}

// An answer holds its place as long as its connection holds the answer: here, to the end of the expression or block.
BOOST_AUTO_TEST_CASE(a_place_is_free_at_the_end_at_an_error_and_at_a_cut_off) {
  virtual_node node;
  for (int count = 0; count < 150; ++count) node.make_link();
  signed_in_person owner{node, "owner@shop.test"};
  const auto csv = links_path(node, "?format=csv"), exported = "/v1.1/workspaces/" + node.workspace.text() + "/export";
  const auto let_read = [&](bool may) {
    test::run_sql("sqlite://" + node.database_file(),
                  "UPDATE workspaces SET second_factor_required = " + std::string{may ? "0" : "1"});
  };
  const auto kept = owner.get(csv);
  BOOST_TEST_REQUIRE(kept.status == 200u);
  for (const auto& target : {csv, exported}) {
    BOOST_TEST_CONTEXT(target) {
      for (int again = 0; again < 2; ++again) BOOST_TEST(read_to_end(node, owner.get(target)).has_value());
      for (int again = 0; again < 2; ++again) {
        const auto cut_off = owner.get(target);
        let_read(false);
        BOOST_TEST(!read_to_end(node, cut_off).has_value());
        let_read(true);
      }
      for (int again = 0; again < 2; ++again) BOOST_TEST(owner.get(csv + "&status=x").status == 422u);
      const auto second = owner.get(target);
      BOOST_TEST(second.status == 200u);
      for (const auto& further : {csv, exported}) BOOST_TEST(owner.get(further).status == 429u);
      BOOST_TEST(owner.get(links_path(node)).status == 200u);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_list_and_statistics_are_answered_before_the_next_portion) {
  virtual_node node;
  for (int count = 0; count < 150; ++count) node.make_link();
  const auto first = node.api(http_method::get, links_path(node, "?format=csv")),
             second = node.api(http_method::get, links_path(node, "?format=csv"));
  std::string portions;
  node.list_takes = 3s; // one more than is read without a rest
  first.portions->next([&](const std::optional<std::string>&) { portions += "first "; });
  second.portions->next([&](const std::optional<std::string>&) { portions += "second "; });
  node.run();
  const std::vector<std::pair<std::string, std::string>> headers{{"authorization", "Bearer " + node.token}};
  const auto list = node.begin_call(http_method::get, links_path(node), {}, headers),
             statistics =
                 node.begin_call(http_method::get, "/v1.1/statistics/" + node.workspace.text() + "/now", {}, headers);
  node.run();
  BOOST_TEST(portions == "first ");
  BOOST_TEST((!list->has_value() && !statistics->has_value()));
  for (int seconds = 0; seconds < 30 && !statistics->has_value(); ++seconds) node.advance(1s);
  BOOST_TEST_REQUIRE((list->has_value() && statistics->has_value()));
  BOOST_TEST(((*list)->status == 200u && (*statistics)->status == 200u));
  BOOST_TEST(portions == "first ");
  node.advance(10s);
  BOOST_TEST(portions == "first second ");
}

BOOST_AUTO_TEST_CASE(a_csv_ends_with_the_right_to_read_it) {
  virtual_node node;
  for (int count = 0; count < 150; ++count) node.make_link();
  const auto begun = node.api(http_method::get, links_path(node, "?format=csv"));
  test::run_sql("sqlite://" + node.database_file(), "UPDATE api_tokens SET revoked_at = 1");
  BOOST_TEST(!read_to_end(node, begun).has_value());
  BOOST_TEST(node.api(http_method::get, links_path(node, "?format=csv")).status == 401u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
