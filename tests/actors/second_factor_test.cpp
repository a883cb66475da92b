// A second factor over the API: authenticator app and recovery codes.
#include "secrets/totp.hpp"
#include "tests/actors/second_factors.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

const std::string linh = "linh@shop.test";
using texts = std::vector<std::string>;

std::string count_of(const virtual_node& node, const std::string& sql) {
  return test::ask_sql("sqlite://" + node.database_file(), sql);
}

} // namespace

BOOST_AUTO_TEST_SUITE(second_factor_over_the_api)

BOOST_AUTO_TEST_CASE(an_app_is_set_up_with_a_secret_an_address_and_a_symbol_and_counts_after_its_first_code) {
  virtual_node node;
  person one{node};
  one.enter(linh);
  const auto begun = one.call(http_method::post, "/v1.1/account/second-factor");
  BOOST_REQUIRE_MESSAGE(begun.status == 200u, begun.body);
  const auto record = data_of(begun).as_object();
  const auto secret = text_of(record, "secret");
  BOOST_TEST(text_of(record, "url") == "otpauth://totp/paylink:linh%40shop.test?secret=" + secret +
                                           "&issuer=paylink&algorithm=SHA1&digits=6&period=30");
  BOOST_TEST(text_of(record, "qr_svg").starts_with("<svg "));
  BOOST_TEST(count_of(node, "SELECT COUNT(*) FROM totp_secrets WHERE sealed LIKE '%" + secret + "%'") == "0");
  BOOST_TEST(factors_of(one) == "totp false, passkeys 0, codes 0");
  BOOST_TEST(person{node}.sign_in(linh).status == 201u); // it does not count yet

  authenticator_app app{node, secret};
  BOOST_TEST(faults_in(confirm_app(one, app.wrong_code())) == texts{"code format"}, boost::test_tools::per_element());
  const auto confirmed = confirm_app(one, app.code());
  BOOST_REQUIRE_MESSAGE(confirmed.status == 200u, confirmed.body);
  const auto codes = codes_of(confirmed);
  BOOST_TEST(codes.size() == 10u);
  BOOST_TEST(factors_of(one) == "totp true, passkeys 0, codes 10");
  const auto shown = data_of(one.call(http_method::get, "/v1.1/account")).as_object();
  BOOST_TEST(shown.at("second_factor").as_bool());
  BOOST_TEST(one.call(http_method::post, "/v1.1/account/second-factor").status == 409u);
  BOOST_TEST(confirm_app(one, app.code()).status == 409u);
  node.advance(10s);
  BOOST_TEST(node.mail.sent.back().to.address == linh);
  BOOST_TEST(node.mail.sent.back().text.find("Ứng dụng xác thực đã được bật") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(signing_in_asks_for_the_factor_only_after_the_right_password) {
  virtual_node node;
  person owner{node}, other{node, "192.0.2.9"};
  owner.enter(linh);
  auto app = turn_on_app(node, owner);
  const auto asked = other.sign_in(linh);
  BOOST_TEST((asked.status == 401u && code_of(asked) == "AUTHENTICATION_ERROR"));
  BOOST_TEST(faults_in(asked) == (texts{"code required", "recovery_code required"}), boost::test_tools::per_element());
  BOOST_TEST(header_of(asked, "Set-Cookie").empty());
  const auto wrong = sign_in_with(other, linh, R"("code":")" + app.wrong_code() + '"');
  BOOST_TEST((wrong.status == 401u && faults_in(wrong) == texts{"code format"}));
  const auto stranger = other.call(http_method::post, "/v1.1/sessions",
                                   R"({"email":"linh@shop.test","password":"Wrong word 1","code":"123456"})");
  BOOST_TEST((stranger.status == 401u && faults_in(stranger).empty()));
  node.advance(30s);
  BOOST_TEST(sign_in_with(other, linh, R"("code":")" + app.code() + '"').status == 201u);
  BOOST_TEST(other.call(http_method::get, "/v1.1/account").status == 200u);
  // A code that was seen over somebody's shoulder.
  const auto replayed = sign_in_with(other, linh, R"("code":")" + app.code() + '"');
  BOOST_TEST((replayed.status == 401u && faults_in(replayed) == texts{"code format"}));
  node.advance(30s);
  BOOST_TEST(sign_in_with(other, linh, R"("code":")" + app.code() + '"').status == 201u);
}

BOOST_AUTO_TEST_CASE(turning_it_on_ends_the_sessions_of_those_who_did_not_need_it) {
  virtual_node node;
  person one{node}, elsewhere{node};
  one.enter(linh), elsewhere.sign_in(linh);
  turn_on_app(node, one);
  BOOST_TEST(one.call(http_method::get, "/v1.1/account").status == 200u);
  BOOST_TEST(elsewhere.call(http_method::get, "/v1.1/account").status == 401u);
}

BOOST_AUTO_TEST_CASE(wrong_codes_are_tries_and_so_is_a_strangers_question_for_one) {
  virtual_node node;
  person one{node};
  one.enter(linh);
  auto app = turn_on_app(node, one);
  person other{node, "192.0.2.9"};
  for (int asked = 0; asked < 15; ++asked) BOOST_TEST(one.sign_in(linh).status == 401u); // from a known device
  for (int asked = 0; asked < 5; ++asked) BOOST_TEST(other.sign_in(linh).status == 401u);
  for (int tries = 0; tries < 5; ++tries)
    BOOST_TEST(sign_in_with(other, linh, R"("code":")" + app.wrong_code() + '"').status == 401u);
  BOOST_TEST(sign_in_with(other, linh, R"("code":")" + app.code() + '"').status == 429u);
  node.advance(15min);
  BOOST_TEST(sign_in_with(other, linh, R"("code":")" + app.code() + '"').status == 201u);
}

BOOST_AUTO_TEST_CASE(a_recovery_code_signs_in_once_and_the_owner_is_told) {
  virtual_node node;
  person one{node};
  one.enter(linh);
  const auto app = turn_on_app(node, one);
  person other{node, "192.0.2.9"};
  const auto with_code = [&](const std::string& code) {
    return sign_in_with(other, linh, R"("recovery_code":")" + code + '"');
  };
  auto typed = app.recovery_codes.at(3);
  for (auto& c : typed) c = c == '-' ? ' ' : static_cast<char>(std::toupper(c));
  BOOST_TEST(with_code(typed).status == 201u);
  BOOST_TEST(factors_of(other) == "totp true, passkeys 0, codes 9");
  const auto again = with_code(typed);
  BOOST_TEST((again.status == 401u && faults_in(again) == texts{"recovery_code format"}));
  BOOST_TEST(with_code("no code").status == 401u);
  node.advance(10s);
  BOOST_TEST(node.mail.sent.back().text.find("mã khôi phục") != std::string::npos);
  const auto renewed = codes_of(other.call(http_method::post, "/v1.1/account/second-factor/recovery-codes"));
  BOOST_TEST(renewed.size() == 10u);
  BOOST_TEST(with_code(app.recovery_codes.at(4)).status == 401u);
  BOOST_TEST(with_code(renewed.at(0)).status == 201u);
}

BOOST_AUTO_TEST_CASE(what_changes_factors_needs_a_fresh_confirmation_which_a_code_gives_as_well) {
  virtual_node node;
  person one{node};
  one.enter(linh);
  auto app = turn_on_app(node, one);
  node.advance(6min);
  for (const auto* path : {"/v1.1/account/second-factor", "/v1.1/account/second-factor/recovery-codes",
                           "/v1.1/account/passkeys/options"}) {
    const auto refused = one.call(http_method::post, path);
    BOOST_TEST((refused.status == 403u && code_of(refused) == "REAUTHENTICATION_REQUIRED"), path);
  }
  BOOST_TEST(one.call(http_method::del, "/v1.1/account/second-factor").status == 403u);
  const auto confirm = [&](const std::string& members) {
    return one.call(http_method::post, "/v1.1/sessions/current/confirm", "{" + members + "}");
  };
  BOOST_TEST(faults_in(confirm("")) == texts{"body required"}, boost::test_tools::per_element());
  BOOST_TEST(confirm(R"("password":"Pass word 1","code":"123456")").status == 422u);
  BOOST_TEST(confirm(R"("code":"123456","recovery_code":"x")").status == 422u);
  BOOST_TEST(faults_in(confirm(R"("code":")" + app.wrong_code() + '"')) == texts{"code format"},
             boost::test_tools::per_element());
  BOOST_TEST(confirm(R"("code":")" + app.code() + '"').status == 204u);
  BOOST_TEST(confirm(R"("code":")" + app.code() + '"').status == 422u); // it was used
  BOOST_TEST(one.call(http_method::del, "/v1.1/account/second-factor").status == 204u);
  BOOST_TEST(one.call(http_method::del, "/v1.1/account/second-factor").status == 404u);
  BOOST_TEST(factors_of(one) == "totp false, passkeys 0, codes 0");
  BOOST_TEST(one.call(http_method::post, "/v1.1/account/second-factor/recovery-codes").status == 409u);
  BOOST_TEST(person{node}.sign_in(linh).status == 201u);
}

BOOST_AUTO_TEST_CASE(an_app_that_waited_for_a_quarter_of_an_hour_begins_again) {
  virtual_node node;
  person one{node};
  one.enter(linh);
  const auto secret =
      text_of(data_of(one.call(http_method::post, "/v1.1/account/second-factor")).as_object(), "secret");
  authenticator_app app{node, secret};
  node.advance(16min);
  one.call(http_method::post, "/v1.1/sessions/current/confirm", R"({"password":"Pass word 1"})");
  const auto late = confirm_app(one, app.code());
  BOOST_TEST((late.status == 409u && code_of(late) == "CONFLICT"));
}

BOOST_AUTO_TEST_CASE(a_workspace_may_require_a_factor_of_its_owner_and_admins) {
  virtual_node node;
  person owner{node}, other{node, "192.0.2.9"};
  owner.enter(linh);
  const auto made = owner.call(http_method::post, "/v1.1/workspaces",
                               R"({"name":"Shop","entity_type":"individual","banking_mode":"open_banking"})");
  BOOST_REQUIRE_MESSAGE(made.status == 201u, made.body);
  const auto path = "/v1.1/workspaces/" + text_of(data_of(made).as_object(), "id");
  const std::string required = R"({"second_factor_required":true})";
  const auto early = owner.call(http_method::patch, path, required);
  BOOST_TEST((early.status == 409u && code_of(early) == "CONFLICT"));
  auto app = turn_on_app(node, owner);
  BOOST_TEST(owner.call(http_method::patch, path, required).status == 200u);
  BOOST_TEST(owner.call(http_method::get, path).status == 200u);
  BOOST_TEST(owner.call(http_method::del, "/v1.1/account/second-factor").status == 204u);
  const auto refused = owner.call(http_method::get, path);
  BOOST_TEST((refused.status == 403u && code_of(refused) == "INSUFFICIENT_PERMISSIONS"));
  BOOST_TEST(refused.body.find("to have a second factor") != std::string::npos);
  BOOST_TEST(owner.call(http_method::get, "/v1.1/account").status == 200u);
  BOOST_TEST(owner.call(http_method::patch, path, R"({"second_factor_required":false})").status == 403u);
  turn_on_app(node, owner);
  BOOST_TEST(owner.call(http_method::get, path).status == 200u);
}

BOOST_AUTO_TEST_CASE(no_token_reaches_the_factors_of_its_owner) {
  virtual_node node;
  for (const auto* path : {"/v1.1/account/second-factor", "/v1.1/account/passkeys"})
    BOOST_TEST(node.api(http_method::get, path).status == 403u, path);
  BOOST_TEST(node.api(http_method::post, "/v1.1/account/second-factor").status == 403u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
