#include "tests/support/cheapest_password.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(passwords)

BOOST_AUTO_TEST_CASE(a_hash_names_its_cost_and_belongs_to_one_password) {
  const auto hash = paylink::hash_password("Pass word 1");
  BOOST_TEST(hash.starts_with("$argon2id$v=19$m=65536,t=3,p=1$"));
  BOOST_TEST(paylink::verify_password(hash, "Pass word 1"));
  for (const auto* wrong : {"", "Pass word 2", "pass word 1", "Pass word 1 "})
    BOOST_TEST(!paylink::verify_password(hash, wrong), wrong);
}

BOOST_AUTO_TEST_CASE(each_hash_has_a_salt_of_its_own) {
  BOOST_TEST(paylink::hash_password("Pass word 1", paylink::test::cheapest_password) !=
             paylink::hash_password("Pass word 1", paylink::test::cheapest_password));
}

BOOST_AUTO_TEST_CASE(what_is_no_hash_belongs_to_no_password) {
  for (const auto* text : {"", "Pass word 1", "$argon2id$v=19$m=65536,t=3,p=1$", "$2b$10$abcdefghijklmnopqrstuv"})
    BOOST_TEST(!paylink::verify_password(text, "Pass word 1"), text);
}

BOOST_AUTO_TEST_CASE(a_hash_of_another_cost_is_known) {
  const auto hash = paylink::hash_password("Pass word 1", paylink::test::cheapest_password);
  BOOST_TEST(!paylink::is_of_other_cost(hash, paylink::test::cheapest_password));
  BOOST_TEST(paylink::is_of_other_cost(hash));
  BOOST_TEST(paylink::is_of_other_cost(hash, {.passes = 2, .memory_bytes = 8'192}));
  BOOST_TEST(paylink::is_of_other_cost(hash, {.passes = 1, .memory_bytes = 16'384}));
}

BOOST_AUTO_TEST_CASE(the_hash_of_nobody_takes_as_long_as_any) {
  BOOST_TEST(!paylink::is_of_other_cost(std::string{paylink::hash_of_nobody}));
}

BOOST_AUTO_TEST_SUITE_END()
