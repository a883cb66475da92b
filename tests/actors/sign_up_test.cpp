// Asking for an account, and making it by the mailed link.
#include "tests/actors/person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

BOOST_AUTO_TEST_SUITE(sign_ups)

namespace {

const std::string address = "an@shop.test";

} // namespace

BOOST_AUTO_TEST_CASE(a_strangers_sign_up_takes_neither_ones_own_link_nor_an_account_by_ones_click) {
  virtual_node node;
  person one{node}, stranger{node, "192.0.2.66"};
  const auto ask = [&](person& who, const std::string& password) {
    const auto asked = who.call(http_method::post, "/v1.1/accounts",
                                R"({"email":"an@shop.test","name":"An","password":")" + password + "\"}");
    BOOST_TEST(asked.status == 202u);
    return mailed_token(node, address);
  };
  const auto confirm = [&](const std::string& token, const std::string& password) {
    return one.call(http_method::post, "/v1.1/accounts/confirm",
                    R"({"token":")" + token + R"(","password":")" + password + "\"}");
  };
  const auto own = ask(one, "Pass word 1"), strangers = ask(stranger, "Strange word 1");
  BOOST_TEST(faults_in(one.call(http_method::post, "/v1.1/accounts/confirm", R"({"token":")" + strangers + "\"}")) ==
                 std::vector<std::string>{"password required"},
             boost::test_tools::per_element());
  const auto refused = confirm(strangers, "Pass word 1");
  BOOST_TEST((refused.status == 401u && code_of(refused) == "AUTHENTICATION_ERROR"));
  BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(),
                           "SELECT COUNT(*) FROM users WHERE email = '" + address + "'") == "0");
  BOOST_TEST(confirm(own, "Pass word 1").status == 201u);
  BOOST_TEST(one.sign_in(address).status == 201u);
  BOOST_TEST(stranger.sign_in(address, "Strange word 1").status == 401u);
  // It has ended the other one.
  BOOST_TEST(faults_in(confirm(strangers, "Strange word 1")) == std::vector<std::string>{"token not_found"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_wrong_password_of_a_sign_up_counts_as_a_try_and_the_right_one_gives_them_back) {
  virtual_node node;
  person one{node};
  const auto join = [&](const std::string& email, int wrong) {
    one.call(http_method::post, "/v1.1/accounts",
             R"({"email":")" + email + R"(","name":"An","password":"Pass word 1"})");
    const auto confirm = [&, token = mailed_token(node, email)](const std::string& password) {
      return one.call(http_method::post, "/v1.1/accounts/confirm",
                      R"({"token":")" + token + R"(","password":")" + password + "\"}");
    };
    for (int tries = 0; tries < wrong; ++tries) BOOST_TEST(confirm("Wrong word 1").status == 401u);
    return confirm("Pass word 1").status;
  };
  for (const auto* email : {"a@shop.test", "b@shop.test", "c@shop.test"}) BOOST_TEST(join(email, 3) == 201u);
  // The right ones are no tries of the address; nine wrong ones are.
  BOOST_TEST(join("d@shop.test", 1) == 429u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
