// What the documents tell an operator to type is typed here, as it stands there.
#include "tests/e2e/operated_service.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>

namespace paylink::testing {

namespace json = boost::json;

namespace {

/// The lines of the blocks of shell commands of a document.
std::vector<std::string> commands_of(const std::string& document) {
  std::vector<std::string> blocks;
  const auto text = text_of_file(std::string{PAYLINK_SOURCE_DIR} + "/docs/" + document);
  constexpr std::string_view opening = "```sh\n";
  for (auto at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1)) {
    const auto begin = at + opening.size();
    blocks.push_back(text.substr(begin, text.find("```", begin) - begin));
  }
  return blocks;
}

/// Types it in a shell with these variables, and with the folder of our programs in the path.
program_output type(const std::string& commands, const std::map<std::string, std::string>& variables) {
  std::vector<std::string> words{"env", "PATH=" PAYLINK_BIN_DIR ":/usr/bin:/bin"};
  for (const auto& [name, value] : variables) words.push_back(name + "=" + value);
  words.insert(words.end(), {"/bin/bash", "-c", "exec 2>&1; " + commands});
  return run_program(words, {});
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(every_command_of_the_operations_document_works_as_it_is_written) {
  for (const bool is_running : {true, false}) {
    operated_service under;
    under.service.start();
    if (!is_running) under.service.end(SIGTERM);
    int typed = 0;
    for (const auto& block : commands_of("operations.md")) {
      if (!block.starts_with("paylinkd --data DIR ")) continue;
      // The documented service is a production one; this is a sandbox, so that there is something in it.
      const auto told = type(replaced(block, "--data DIR", "--sandbox --data " + under.service.folder().string()), {});
      BOOST_TEST(told.exit_code == 0, block << told.text);
      ++typed;
    }
    BOOST_TEST(typed == 3);
    if (!is_running) under.service.start();
  }
}

BOOST_AUTO_TEST_CASE(the_documented_way_to_sign_a_feed_is_taken) {
  operated_service under;
  under.service.start();
  const auto sandbox = json::parse(text_of_file(under.service.folder() / "sandbox.json"));
  const auto folder = under.service.folder().string();
  std::ofstream{folder + "/entry.json"}
      << R"({"bank_reference":"FT-doc-1","account_number":"0123456789","amount":150000,"transfer_type":"credit",)"
      << R"("content":"no link","occurred_at":"2026-03-15T02:30:05Z","status":"booked"})";
  const auto blocks = commands_of("bank-feed.md");
  BOOST_REQUIRE(blocks.size() == 1u);
  const auto told = type("cd " + folder + "; " + blocks.front(),
                         {{"secret", json::value_to<std::string>(sandbox.at("feeds").at("MB").at("secret"))},
                          {"base_url", json::value_to<std::string>(sandbox.at("base_url"))}});
  BOOST_TEST(told.exit_code == 0);
  BOOST_TEST(says(told, R"("result":"recorded")"));
}

BOOST_AUTO_TEST_CASE(the_documented_certificate_of_a_receiver_is_trusted_by_the_sandbox) {
  operated_service under;
  under.service.start();
  const auto folder = under.service.folder().string();
  for (const auto& block : commands_of("callbacks.md")) {
    if (!block.starts_with("openssl req ")) continue;
    const auto told = type("cd " + folder + "; set -e; " + replaced(block, ".run/sandbox/", "") +
                               "openssl verify -CAfile ca.pem -verify_ip 127.0.0.1 receiver.pem",
                           {});
    BOOST_TEST(told.exit_code == 0);
    BOOST_TEST(says(told, "receiver.pem: OK"));
    return;
  }
  BOOST_FAIL("docs/callbacks.md has no such commands");
}

BOOST_AUTO_TEST_CASE(the_api_document_names_every_member_of_a_link) {
  operated_service under;
  under.service.start();
  const auto text = text_of_file(std::string{PAYLINK_SOURCE_DIR} + "/docs/api.md");
  for (const auto& member : under.service.make_link("https://127.0.0.1:8443/callback"))
    BOOST_TEST(text.find("`" + std::string{member.key()} + "`") != std::string::npos, member.key());
}

} // namespace paylink::testing
