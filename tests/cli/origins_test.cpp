// A token or key that is refused is told with the place where it was read from.
#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;

namespace {

http_response refusal(unsigned status, const std::string& code) {
  return {.status = status,
          .headers = {},
          .body = R"({"success":false,"error":{"code":")" + code + R"(","message":"no","traceId":"t"}})"};
}

const std::vector<std::string> get_link{"payment-links", "get", "pl_1", "--workspace", "ws_1"};

std::vector<std::string> with(std::vector<std::string> call, const std::vector<std::string>& more) {
  call.insert(call.end(), more.begin(), more.end());
  return call;
}

} // namespace

BOOST_AUTO_TEST_SUITE(origins)

BOOST_AUTO_TEST_CASE(a_refused_token_is_told_with_its_place) {
  scripted_service service{[](const auto&) { return refusal(401, "AUTHENTICATION_ERROR"); }};
  temporary_folder folder;
  const auto file = folder.write("token", canary_token);
  const auto sandbox = folder.write("sandbox.json", R"({"base_url":")" + service.url() + R"(","access_token":")" +
                                                        canary_token + R"("})");
  const auto config =
      folder.write("paylink/config.toml", "base_url = \"" + service.url() + "\"\ntoken_file = \"" + file + "\"\n");
  struct row {
    std::vector<std::string> more;
    environment variables;
    std::string origin;
  };
  const environment usual{{"PAYLINK_BASE_URL", service.url()}, {"PAYLINK_TOKEN", canary_token}};
  const row rows[]{
      {{}, usual, "the variable PAYLINK_TOKEN"},
      {{"--token-file", file}, usual, file + " (--token-file)"},
      {{"--sandbox", folder.path()}, usual, sandbox + " (--sandbox)"},
      {{}, {{"PAYLINK_SANDBOX", folder.path()}}, sandbox + " (PAYLINK_SANDBOX)"},
      {{}, {{"XDG_CONFIG_HOME", folder.path()}}, file + " (token_file in " + config + ")"},
  };
  for (const auto& [more, variables, origin] : rows) {
    const auto ran = run_program(with(get_link, more), variables);
    BOOST_TEST(ran.code == 1, ran.err);
    BOOST_TEST(has(ran.err, "the token was read from " + origin + "\n"), ran.err);
    BOOST_TEST(!has(ran.err, canary_token));
  }
}

BOOST_AUTO_TEST_CASE(other_refusals_do_not_speak_of_the_token) {
  scripted_service service{[](const auto&) { return refusal(403, "INSUFFICIENT_PERMISSIONS"); }};
  const auto ran = run_program(get_link, here(service));
  BOOST_TEST(ran.code == 1);
  BOOST_TEST(!has(ran.err, "PAYLINK_TOKEN"), ran.err);
}

BOOST_AUTO_TEST_CASE(a_signature_that_does_not_match_is_told_with_the_place_of_the_key) {
  temporary_folder folder;
  const auto file = folder.write("key", "plsk_canary");
  const auto sandbox = folder.write("sandbox.json", R"({"workspaces":[{"signing_key":"plsk_canary"}]})");
  const std::vector<std::string> verify{"verify-signature", "--timestamp", "1", "--at", "1", "--signature"};
  const auto wrong = with(verify, {std::string(64, 'a')});
  const auto says = [&](const std::vector<std::string>& more, const environment& variables, const std::string& origin) {
    const auto ran = run_program(with(wrong, more), variables, "{}");
    BOOST_TEST(ran.code == 1, ran.err);
    BOOST_TEST(has(ran.err, "the signing key was read from " + origin + "\n"), ran.err);
    BOOST_TEST(!has(ran.err, "plsk_"), ran.err);
  };
  const environment variable{{"PAYLINK_SIGNING_KEY", "plsk_canary"}};
  says({}, variable, "the variable PAYLINK_SIGNING_KEY");
  says({"--signing-key-file", file}, variable, file + " (--signing-key-file)");
  says({"--sandbox", folder.path()}, {}, sandbox + " (--sandbox)");
  says({}, {{"PAYLINK_SANDBOX", folder.path()}}, sandbox + " (PAYLINK_SANDBOX)");
  const auto odd = run_program(with(verify, {"a"}), variable, "{}");
  BOOST_TEST(!has(odd.err, "PAYLINK_SIGNING_KEY"), odd.err);
}

BOOST_AUTO_TEST_SUITE_END()
