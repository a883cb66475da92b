#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string list_of(const virtual_node& node) { return "/v1.1/transactions/" + node.workspace.text(); }

std::string with_slip(std::string text) {
  text.back() = text.back() == 'X' ? 'Y' : 'X';
  return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(transactions_api)

BOOST_AUTO_TEST_CASE(a_transaction_has_every_member_of_its_record) {
  virtual_node node;
  const auto link = node.make_link();
  node.feed(node.entry("FT1", 150'000, text_of(link, "reference"), R"(,"virtual_account_number":"VQRQABCDE0001")"));
  const auto listed = rows_of(node.api(http_method::get, list_of(node)));
  BOOST_REQUIRE(listed.size() == 1u);
  const auto one = listed.front().as_object();
  for (const auto* member : {"id",
                             "workspace_id",
                             "transaction_id",
                             "account_id",
                             "amount",
                             "transfer_type",
                             "content",
                             "transaction_date",
                             "bank_account_number",
                             "bank",
                             "recorded_at",
                             "bank_reference",
                             "virtual_account_id",
                             "classification",
                             "payment_link_id",
                             "order_id",
                             "attention",
                             "likely_payment_link_id",
                             "note",
                             "unproven",
                             "settled",
                             "created_at"})
    BOOST_TEST(one.contains(member), member);
  BOOST_TEST(text_of(one, "amount") == "150000");
  BOOST_TEST(text_of(one, "transfer_type") == "credit");
  BOOST_TEST(text_of(one, "bank_account_number") == "VQRQABCDE0001");
  BOOST_TEST(text_of(one, "account_id") == node.account.text());
  BOOST_TEST(text_of(one, "virtual_account_id") == node.receiver.text());
  BOOST_TEST(text_of(one, "classification") == "matched");
  BOOST_TEST(text_of(one, "payment_link_id") == text_of(link, "id"));
  BOOST_TEST(one.at("settled").as_bool() == false);
  const auto path = list_of(node) + "/" + text_of(one, "id");
  BOOST_TEST(json::serialize(data_of(node.api(http_method::get, path))) == json::serialize(one));
  BOOST_TEST(rows_of(node.api(http_method::get, "/v1.1/transactions")).size() == 1u);
  BOOST_TEST(rows_of(node.api(http_method::get, "/v1.1/transactions?workspace_id=" + node.workspace.text())).size() ==
             1u);
}

BOOST_AUTO_TEST_CASE(a_near_miss_completes_nothing_and_waits_for_a_person) {
  virtual_node node;
  const auto link = node.make_link();
  node.feed(node.entry("FT1", 150'000, "tra " + with_slip(text_of(link, "reference"))));
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending");
  const auto open = list_of(node) + "?attention=open";
  const auto listed = rows_of(node.api(http_method::get, open));
  BOOST_REQUIRE(listed.size() == 1u);
  const auto one = listed.front().as_object();
  BOOST_TEST(text_of(one, "attention") == "near_miss");
  BOOST_TEST(text_of(one, "likely_payment_link_id") == text_of(link, "id"));
  BOOST_TEST(text_of(one, "payment_link_id") == "null");

  const auto noted = node.api(http_method::patch, list_of(node) + "/" + text_of(one, "id"),
                              R"({"note":"Khách gõ nhầm, đã gọi","settled":true})");
  BOOST_REQUIRE_MESSAGE(noted.status == 200, noted.body);
  BOOST_TEST(text_of(data_of(noted).as_object(), "note") == "Khách gõ nhầm, đã gọi");
  BOOST_TEST(data_of(noted).as_object().at("settled").as_bool());
  BOOST_TEST(rows_of(node.api(http_method::get, open)).empty());
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending");
  BOOST_TEST(node.world.requests.empty());
}

BOOST_AUTO_TEST_CASE(less_than_the_minimum_waits_for_a_person_and_what_names_no_link_can_be_listed) {
  virtual_node node;
  const auto link = node.make_link();
  node.feed(node.entry("FT1", 1'000, text_of(link, "reference")));
  node.feed(node.entry("FT2", 70'000, "no reference at all"));
  const auto open = rows_of(node.api(http_method::get, list_of(node) + "?attention=open"));
  BOOST_REQUIRE(open.size() == 1u);
  BOOST_TEST(text_of(open[0].as_object(), "attention") == "below_minimum");
  BOOST_TEST(text_of(open[0].as_object(), "classification") == "below_minimum");
  const auto unnamed = rows_of(node.api(http_method::get, list_of(node) + "?classification=none"));
  BOOST_REQUIRE(unnamed.size() == 1u);
  BOOST_TEST(text_of(unnamed[0].as_object(), "amount") == "70000");
}

BOOST_AUTO_TEST_CASE(a_link_is_found_by_its_public_id) {
  virtual_node node;
  const auto link = node.make_link();
  node.make_link();
  const auto list = "/v1.1/payment-links/" + node.workspace.text() + "?public_id=";
  const auto found = rows_of(node.api(http_method::get, list + text_of(link, "public_id")));
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(text_of(found[0].as_object(), "id") == text_of(link, "id"));
  BOOST_TEST(rows_of(node.api(http_method::get, list + "AAAAAAAAAAAAAAAAAAAAAA")).empty());
  BOOST_TEST(rows_of(node.api(http_method::get, list + text_of(link, "public_id") + "&status=succeeded")).empty());
  BOOST_TEST(
      rows_of(node.api(http_method::get, list + text_of(link, "public_id") + "&reference=PFSL7K2M9QX4")).empty());
  // Another Workspace's link is nobody's here.
  const auto other = node.open_shop("999888777");
  const auto theirs = node.call(
      http_method::get, "/v1.1/payment-links/" + other.workspace.text() + "?public_id=" + text_of(link, "public_id"),
      {}, {{"authorization", "Bearer " + other.token}});
  BOOST_TEST(rows_of(theirs).empty());
}

// The page of a payer who sent too little says so while it is open, and hears of it at once.
BOOST_AUTO_TEST_CASE(too_little_is_shown_on_the_open_page_and_gone_from_a_closed_one) {
  virtual_node node;
  const auto link = node.make_link();
  const auto page = "/l/" + text_of(link, "public_id");
  const auto shown = [&](const std::string& query) { return node.call(http_method::get, page + query).body; };
  const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; };
  BOOST_TEST(has(shown(""), "id=\"short\"></span>"));
  for (const auto& [bank_reference, amount] : {std::pair{"FT1", 50'000}, {"FT2", 1'000}, {"FT3", 60'000}}) {
    node.published.clear();
    node.feed(node.entry(bank_reference, amount, text_of(link, "reference")));
    BOOST_REQUIRE(node.published.size() == 1u);
    BOOST_TEST((node.published[0] == std::pair{text_of(link, "public_id"), link_status::pending}));
  }
  const auto vietnamese = shown("?lang=vi"), english = shown("?lang=en");
  BOOST_TEST(has(vietnamese, "id=\"short\" data-amount=\"60000\"><strong>Đã nhận"), vietnamese);
  BOOST_TEST(has(english, "This is less than the requested amount"));
  for (const auto& text : {vietnamese, english}) {
    BOOST_TEST(!has(text, "<input"));
    BOOST_TEST(has(text, "data-status=\"pending\""));
  }
  BOOST_TEST(has(shown("?events"), "\"short\":\"60000\""));
  node.feed(node.entry("FT4", 150'000, text_of(link, "reference")));
  BOOST_TEST(!has(shown("?lang=en"), "less than the amount"));
  BOOST_TEST(!has(shown("?events"), "short"));
}

BOOST_AUTO_TEST_CASE(a_link_whose_merchant_was_not_told_is_listed_until_its_payment_is_settled) {
  virtual_node node;
  node.world.answer_all(404);
  const auto link = node.make_link();
  node.make_link();
  node.feed(node.entry("FT1", 150'000, text_of(link, "reference")));
  const auto open = "/v1.1/payment-links/" + node.workspace.text() + "?attention=open";
  const auto unnotified = rows_of(node.api(http_method::get, open));
  BOOST_REQUIRE(unnotified.size() == 1u);
  const auto one = unnotified.front().as_object();
  BOOST_TEST(text_of(one, "callback_status") == "failed");
  node.api(http_method::patch, list_of(node) + "/" + text_of(one, "transaction_id"), R"({"settled":true})");
  BOOST_TEST(rows_of(node.api(http_method::get, open)).empty());
  const auto history = rows_of(node.api(http_method::get, node.link_path(link, "/payments")));
  BOOST_TEST(history.at(0).as_object().at("settled").as_bool());
}

BOOST_AUTO_TEST_CASE(a_list_is_walked_without_loss_while_a_thousand_links_are_added) {
  virtual_node node;
  constexpr int at_start = 120, added = 1'000;
  std::set<std::string> wanted;
  for (int i = 0; i < at_start; ++i) wanted.insert(text_of(node.make_link(), "id"));
  for (const auto* order : {"desc", "asc"}) {
    std::multiset<std::string> seen;
    std::string cursor;
    int left = added / 2;
    do {
      const auto page =
          node.api(http_method::get, "/v1.1/payment-links/" + node.workspace.text() + "?limit=20&order=" + order +
                                         (cursor.empty() ? "" : "&cursor=" + cursor));
      BOOST_REQUIRE_MESSAGE(page.status == 200u, page.body);
      for (const auto& link : rows_of(page)) seen.insert(text_of(link.as_object(), "id"));
      const auto meta = json::parse(page.body).at("meta").as_object();
      cursor = meta.at("has_more").as_bool() ? text_of(meta, "next_cursor") : "";
      for (int i = 0; i < 100 && left > 0; ++i, --left) node.make_link();
    } while (!cursor.empty());
    BOOST_TEST(left == 0);
    for (const auto& id : wanted) BOOST_TEST(seen.count(id) == 1u);
    for (const auto& id : seen) BOOST_REQUIRE(seen.count(id) == 1u);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
