#include "domain/deliveries/callback.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(callback_rules)

BOOST_AUTO_TEST_CASE(the_body_is_that_of_the_vectors_but_for_the_milliseconds) {
  int checked = 0;
  const auto document = read_vectors("callbacks-vectors.json");
  for (const auto& vector : document.at("callback_vectors").as_array()) {
    if (!vector.at("valid").as_bool()) continue;
    auto expected = text_of(vector.at("body"));
    const auto parsed = boost::json::parse(expected);
    const auto member = [&](std::string_view name) { return text_of(parsed.at(name)); };
    const auto public_id = member("public_id");
    callback_facts facts;
    facts.event = event_id::from_store(member("id"));
    facts.link = payment_link_id::from_store(member("payment_link_id"));
    facts.public_id = public_id;
    facts.reference = reference::parse(member("reference")).value();
    facts.transaction = transaction_id::from_store(member("transaction_id"));
    facts.received = parse_money(member("amount")).value();
    facts.paid_at = parse_rfc3339(member("paid_at")).value();

    expected.replace(expected.find(member("paid_at")), member("paid_at").size(), format_rfc3339(facts.paid_at));
    BOOST_TEST(callback_body(facts) == expected);
    BOOST_TEST(signed_data(1'773'541'806, expected) == "1773541806." + expected);
    ++checked;
  }
  BOOST_TEST(checked >= 2);
}

BOOST_AUTO_TEST_CASE(the_signed_bytes_are_the_timestamp_a_point_and_the_body) {
  BOOST_TEST(signed_data(0, "") == "0.");
  BOOST_TEST(signed_data(1'773'541'806, "{}") == "1773541806.{}");
}

BOOST_AUTO_TEST_SUITE_END()
