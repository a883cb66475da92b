// Passkeys over the API, with an authenticator in software.
#include "tests/actors/second_factors.hpp"
#include "tests/actors/soft_passkey.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

const std::string binh = "binh@shop.test";
using texts = std::vector<std::string>;

json::object question_of(const http_response& response) {
  BOOST_REQUIRE_MESSAGE(response.status == 200u, response.body);
  return data_of(response).at("public_key").as_object();
}

json::object creation_question(person& of) {
  return question_of(of.call(http_method::post, "/v1.1/account/passkeys/options"));
}
json::object sign_in_question(person& of) { return question_of(of.call(http_method::post, "/v1.1/sessions/options")); }
json::object confirmation_question(person& of) {
  return question_of(of.call(http_method::post, "/v1.1/sessions/current/confirm/options"));
}

http_response add(person& of, const json::object& answer, const std::string& name = "Phone") {
  return of.call(http_method::post, "/v1.1/account/passkeys",
                 json::serialize(json::object{{"name", name}, {"passkey", answer}}));
}

/// The members of a body.
std::string passkey_member(const json::object& answer) { return R"("passkey":)" + json::serialize(answer); }

http_response sign_in_alone(person& one, const json::object& answer) {
  auto opened = one.call(http_method::post, "/v1.1/sessions", "{" + passkey_member(answer) + "}");
  if (opened.status == 201) keep_session(one, opened);
  return opened;
}

http_response confirm_with(person& one, const json::object& answer) {
  return one.call(http_method::post, "/v1.1/sessions/current/confirm", "{" + passkey_member(answer) + "}");
}

/// A person with an account, a session and a passkey.
struct holder {
  explicit holder(virtual_node& node, const std::string& address = binh) : one{node} {
    one.enter(address);
    const auto added = add(one, key.create(creation_question(one)));
    BOOST_REQUIRE_MESSAGE(added.status == 201u, added.body);
  }
  person one;
  soft_passkey key;
};

} // namespace

BOOST_AUTO_TEST_SUITE(passkeys_over_the_api)

BOOST_AUTO_TEST_CASE(a_passkey_is_added_listed_used_and_removed) {
  virtual_node node;
  person one{node}, elsewhere{node};
  one.enter(binh), elsewhere.sign_in(binh);
  soft_passkey key;
  const auto question = creation_question(one);
  BOOST_TEST(json::serialize(question.at("rp")) == R"({"id":"pay.test","name":"paylink"})");
  BOOST_TEST(question.at("excludeCredentials").as_array().empty());
  const auto added = add(one, key.create(question), "Bình's phone");
  BOOST_REQUIRE_MESSAGE(added.status == 201u, added.body);
  BOOST_TEST(codes_of(added).size() == 10u);
  const auto id = text_of(data_of(added).at("passkey").as_object(), "id");
  BOOST_TEST(header_of(added, "Location") == "/v1.1/account/passkeys/" + id);
  BOOST_TEST(elsewhere.call(http_method::get, "/v1.1/account").status == 401u);
  BOOST_TEST(factors_of(one) == "totp false, passkeys 1, codes 10");
  node.advance(10s);
  BOOST_TEST(node.mail.sent.back().text.find("\"Bình's phone\"") != std::string::npos);

  BOOST_TEST(faults_in(elsewhere.sign_in(binh)) == (texts{"passkey required", "recovery_code required"}),
             boost::test_tools::per_element());
  const auto used = sign_in_with(elsewhere, binh, passkey_member(key.get(sign_in_question(elsewhere))));
  BOOST_TEST_REQUIRE(used.status == 201u, used.body);
  const auto listed = rows_of(elsewhere.call(http_method::get, "/v1.1/account/passkeys"));
  BOOST_REQUIRE(listed.size() == 1u);
  BOOST_TEST((text_of(listed[0].as_object(), "id") == id && listed[0].at("last_used_at").is_string()));
  BOOST_TEST(creation_question(elsewhere).at("excludeCredentials").as_array().size() == 1u);

  BOOST_TEST(elsewhere.call(http_method::del, "/v1.1/account/passkeys/pky_01kkqd7s4th0j9k8m7n6p5q4r3").status == 404u);
  BOOST_TEST(elsewhere.call(http_method::del, "/v1.1/account/passkeys/" + id).status == 204u);
  BOOST_TEST(elsewhere.call(http_method::del, "/v1.1/account/passkeys/" + id).status == 404u);
  BOOST_TEST(factors_of(elsewhere) == "totp false, passkeys 0, codes 0");
  BOOST_TEST(person{node}.sign_in(binh).status == 201u);
}

BOOST_AUTO_TEST_CASE(a_passkey_alone_signs_its_user_in) {
  virtual_node node;
  holder of{node};
  person anyone{node, "192.0.2.9"};
  const auto opened = sign_in_alone(anyone, of.key.get(sign_in_question(anyone)));
  BOOST_TEST_REQUIRE(opened.status == 201u, opened.body);
  BOOST_TEST(text_of(data_of(anyone.call(http_method::get, "/v1.1/account")).as_object(), "email") == binh);
  of.key.verifies_user = false; // a finder of the device
  BOOST_TEST(sign_in_alone(anyone, of.key.get(sign_in_question(anyone))).status == 401u);
}

BOOST_AUTO_TEST_CASE(a_passkey_that_signs_in_alone_has_to_name_its_account) {
  virtual_node node;
  holder of{node};
  person anyone{node, "192.0.2.9"};
  auto nameless = of.key.get(sign_in_question(anyone));
  nameless.at("response").as_object().erase("userHandle");
  const auto refused = sign_in_alone(anyone, nameless);
  BOOST_TEST((refused.status == 422u && faults_in(refused) == texts{"passkey.response.userHandle required"}),
             refused.body);
  // With the address and the password, the account is known.
  BOOST_TEST(sign_in_with(anyone, binh, passkey_member(nameless)).status == 201u);
}

BOOST_AUTO_TEST_CASE(an_answer_counts_once_and_not_after_five_minutes) {
  virtual_node node;
  holder of{node};
  person anyone{node, "192.0.2.9"};
  of.key.counts_by = 0; // the count alone would tell them apart
  const auto answer = of.key.get(sign_in_question(anyone));
  BOOST_TEST(sign_in_alone(anyone, answer).status == 201u);
  const auto again = sign_in_alone(anyone, answer);
  BOOST_TEST((again.status == 401u && faults_in(again) == texts{"passkey format"}));
  const auto registered = of.key.create(creation_question(of.one));
  BOOST_TEST(add(of.one, registered).status == 409u); // the same credential
  BOOST_TEST(faults_in(add(of.one, registered)) == texts{"passkey format"}, boost::test_tools::per_element());
  const auto late = of.key.get(sign_in_question(anyone));
  node.advance(5min + 1s);
  BOOST_TEST(sign_in_alone(anyone, late).status == 401u);
}

BOOST_AUTO_TEST_CASE(a_copied_passkey_is_refused_by_its_count) {
  virtual_node node;
  holder of{node};
  person anyone{node, "192.0.2.9"};
  of.key.count = 7;
  BOOST_TEST(sign_in_alone(anyone, of.key.get(sign_in_question(anyone))).status == 201u);
  of.key.count = 5; // the copy counts from where it was taken
  BOOST_TEST(sign_in_alone(anyone, of.key.get(sign_in_question(anyone))).status == 401u);
  of.key.count = 8;
  BOOST_TEST(sign_in_alone(anyone, of.key.get(sign_in_question(anyone))).status == 201u);
}

BOOST_AUTO_TEST_CASE(a_challenge_serves_its_own_kind_of_call_and_session_alone) {
  virtual_node node;
  holder of{node};
  person again{node, "192.0.2.9"};
  sign_in_alone(again, of.key.get(sign_in_question(again)));
  BOOST_TEST(faults_in(confirm_with(of.one, of.key.get(sign_in_question(of.one)))) == texts{"passkey format"},
             boost::test_tools::per_element());
  BOOST_TEST(confirm_with(of.one, of.key.get(confirmation_question(again))).status == 422u);
  BOOST_TEST(sign_in_alone(again, of.key.get(confirmation_question(again))).status == 401u);
  soft_passkey second;
  BOOST_TEST(add(of.one, second.create(creation_question(again))).status == 422u);
  const auto own = confirmation_question(of.one);
  BOOST_TEST(own.at("allowCredentials").as_array().size() == 1u);
  BOOST_TEST(confirm_with(of.one, of.key.get(own)).status == 204u);
  person other{node, "192.0.2.10"};
  other.enter("chi@shop.test");
  BOOST_TEST(other.call(http_method::post, "/v1.1/sessions/current/confirm/options").status == 409u);
}

BOOST_AUTO_TEST_CASE(an_answer_of_another_site_or_person_opens_nothing) {
  virtual_node node;
  holder of{node};
  person anyone{node, "192.0.2.9"};
  of.key.origin = "https://pay.test.evil.test";
  BOOST_TEST(sign_in_alone(anyone, of.key.get(sign_in_question(anyone))).status == 401u);
  of.key.origin = "https://pay.test", of.key.site = "evil.test";
  BOOST_TEST(sign_in_alone(anyone, of.key.get(sign_in_question(anyone))).status == 401u);
  of.key.site = "pay.test";
  holder other{node, "chi@shop.test"};
  BOOST_TEST(sign_in_with(anyone, "chi@shop.test", passkey_member(of.key.get(sign_in_question(anyone)))).status ==
             401u);
  soft_passkey unknown;
  auto forged = unknown.get(sign_in_question(anyone));
  BOOST_TEST(sign_in_alone(anyone, forged).status == 401u);
  forged = of.key.get(sign_in_question(anyone));
  forged["response"].as_object()["signature"] = unknown.get(sign_in_question(anyone)).at("response").at("signature");
  BOOST_TEST(sign_in_alone(anyone, forged).status == 401u);
}

BOOST_AUTO_TEST_CASE(what_browsers_would_not_write_is_refused_member_by_member) {
  virtual_node node;
  person one{node};
  one.enter(binh);
  struct wrong {
    const char* body;
    texts faults;
  };
  const wrong all[] = {
      {R"({})", {"name required", "passkey required"}},
      {R"({"name":"","passkey":{}})", {"name required", "passkey.response required"}},
      {R"({"name":"A","passkey":{"response":{"clientDataJSON":7,"attestationObject":"a+b="}}})",
       {"passkey.response.attestationObject format", "passkey.response.clientDataJSON type"}},
      {R"({"name":"A","passkey":"text"})", {"passkey type"}},
      {R"({"name":"A","passkey":{"response":{"clientDataJSON":"bm8","attestationObject":"bm8"}}})", {"passkey format"}},
  };
  for (const auto& [body, expected] : all)
    BOOST_TEST(faults_in(one.call(http_method::post, "/v1.1/account/passkeys", body)) == expected,
               boost::test_tools::per_element());
  const auto both =
      one.call(http_method::post, "/v1.1/sessions",
               R"({"email":"binh@shop.test","password":"Pass word 1","code":"123456","passkey":)"
               R"({"id":"YQ","response":{"clientDataJSON":"YQ","authenticatorData":"YQ","signature":"YQ"}}})");
  BOOST_TEST(both.status == 422u);
  const auto half = one.call(http_method::post, "/v1.1/sessions", R"({"email":"binh@shop.test","passkey":{}})");
  BOOST_TEST((half.status == 422u && faults_in(half).front() == "passkey.id required"));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
