#include "domain/identity/audit.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(audit_rows)

BOOST_AUTO_TEST_CASE(an_actor_reads_back_from_its_word) {
  using enum audit_actor::kind;
  const std::pair<audit_actor::kind, std::string_view> rows[] = {
      {user, "user"}, {api_token, "api_token"}, {operating, "operator"}, {service, "service"}};
  for (const auto& [kind, word] : rows) {
    BOOST_TEST(to_text(kind) == word);
    BOOST_TEST((parse_actor_kind(word) == kind), word);
  }
  for (const auto* word : {"", "User", "root"}) BOOST_TEST((parse_actor_kind(word) == service), word);
}

// Written by hand: a row that was stored by an earlier version has to be checked by the same text.
BOOST_AUTO_TEST_CASE(the_hash_covers_every_member_and_the_hash_before) {
  const audit_row row{.row = 9,
                      .id = *audit_id::parse("aud_01kkq9z8y7f6w9v4t3s2000001"),
                      .scope = "ws_1",
                      .number = 7,
                      .at = from_millis(1'773'541'810'123),
                      .by = {audit_actor::kind::operating, "an"},
                      .address = "203.0.113.7",
                      .action = "workspace.changed",
                      .target = "ws_1",
                      .was = R"({"name":"a"})",
                      .became = "",
                      .hash = "not covered"};
  BOOST_TEST(hashed_text(row, "abc") ==
             R"(["abc","aud_01kkq9z8y7f6w9v4t3s2000001","ws_1","7","1773541810123","operator","an","203.0.113.7",)"
             R"("workspace.changed","ws_1","{\"name\":\"a\"}",""])");
  BOOST_TEST(hashed_text(row, "").starts_with(R"(["","aud_)"));
}

BOOST_AUTO_TEST_SUITE_END()
