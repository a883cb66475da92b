// What becomes of the session whose cookie comes with a sign-in.
#include "tests/actors/person.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace {

const std::string an = "an@shop.test", binh = "binh@shop.test";

bool is_in(person& who) { return who.call(http_method::get, "/v1.1/account").status == 200u; }

/// Who has this person's cookie, too.
person with_cookie_of(virtual_node& node, const person& other) {
  person thief{node, "192.0.2.66"};
  thief.cookie = other.cookie;
  return thief;
}

} // namespace

BOOST_AUTO_TEST_SUITE(replaced_sessions)

BOOST_AUTO_TEST_CASE(signing_in_over_an_open_session_ends_it_and_no_other) {
  virtual_node node;
  person one{node}, elsewhere{node, "192.0.2.45"};
  one.enter(an);
  elsewhere.sign_in(an);
  auto thief = with_cookie_of(node, one);
  BOOST_TEST(one.sign_in(an, "Wrong word 1").status == 401u);
  BOOST_TEST(is_in(thief));
  BOOST_TEST(one.sign_in(an).status == 201u);
  BOOST_TEST(thief.call(http_method::get, "/v1.1/account").status == 401u);
  BOOST_TEST((is_in(one) && is_in(elsewhere)));
}

BOOST_AUTO_TEST_CASE(it_ends_if_another_person_signs_in_with_the_same_browser) {
  virtual_node node;
  person one{node};
  one.join(binh);
  one.enter(an);
  auto thief = with_cookie_of(node, one);
  BOOST_TEST(one.sign_in(binh).status == 201u);
  BOOST_TEST((is_in(one) && !is_in(thief)));
}

BOOST_AUTO_TEST_CASE(a_cookie_that_is_no_session_ends_none) {
  virtual_node node;
  person one{node}, other{node, "192.0.2.45"};
  one.enter(an);
  other.sign_in(an);
  const auto first = one.cookie, second = other.cookie;
  for (const auto& cookie : {std::string{}, std::string{"__Host-paylink_session=planted"}, first + "; " + second}) {
    person third{node, "192.0.2.46"};
    third.cookie = cookie;
    BOOST_TEST(third.sign_in(an).status == 201u, cookie);
    BOOST_TEST((is_in(one) && is_in(other)), cookie);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
