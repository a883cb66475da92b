// What the documents tell an operator to type is typed here, as it stands there.
#include "domain/addresses/outbound_url.hpp"
#include "tests/e2e/operated_service.hpp"
#include "tests/e2e/typed_commands.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <filesystem>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A folder that goes with this object.
struct scratch_folder {
  std::filesystem::path path = test::make_scratch_folder("paylink-documents-");
  scratch_folder() = default;
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder() { std::filesystem::remove_all(path); }
};

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
      const auto reported =
          type(replaced(block, "--data DIR", "--sandbox --data " + under.service.folder().string()), {});
      BOOST_TEST(reported.exit_code == 0, block << reported.text);
      ++typed;
    }
    BOOST_TEST(typed == 4);
    if (!is_running) under.service.start();
  }
}

BOOST_AUTO_TEST_CASE(the_documented_way_to_sign_a_feed_is_taken) {
  operated_service under;
  under.service.start();
  const auto folder = under.service.folder().string();
  // As an editor leaves it: with a line's end.
  std::ofstream{folder + "/entry.json"}
      << R"({"bank_reference":"FT-doc-1","account_number":"0123456789","amount":150000,"transfer_type":"credit",)"
      << R"("content":"no link","occurred_at":"2026-03-15T02:30:05Z","status":"booked"})" << '\n';
  const auto blocks = commands_of("bank-feed.md");
  BOOST_REQUIRE(blocks.size() == 3u);
  const auto reported = type("cd " + folder + "; " + replaced(blocks[0], ".run/sandbox/", "") + blocks[1], {});
  BOOST_TEST(reported.exit_code == 0);
  BOOST_TEST(says(reported, R"("result":"recorded")"));
  std::filesystem::copy_file(PAYLINK_SOURCE_DIR "/tests/http/feeds/samples/camt054-single.xml",
                             folder + "/notification.xml");
  const auto as_xml = type("cd " + folder + "; " + replaced(blocks[0], ".run/sandbox/", "") + blocks[2], {});
  BOOST_TEST(as_xml.exit_code == 0);
  BOOST_TEST(says(as_xml, R"("bank_reference":"FT26074123456789@2026-03-15+150000","result":"recorded")"));
  // With the operator's word for another secret, and for another bank, both sides learn what is wrong.
  const auto refused = type("cd " + folder + "; " + replaced(blocks[0], ".run/sandbox/", "") + "secret=another; " +
                                blocks[1] + replaced(blocks[1], "bank-feed/MB", "bank-feed/VCB"),
                            {});
  BOOST_TEST(says(refused, "X-Service-Signature does not match"));
  BOOST_TEST(says(refused, "There is no feed here"));
  // A log line may be written after the answer.
  for (const auto* line : {R"("feed":"MB","reason":"X-Service-Signature does not match)",
                           R"("feed":"VCB","reason":"There is no feed here)"})
    BOOST_TEST(test::until([&] { return under.service.log().find(line) != std::string::npos; }), line);
}

BOOST_AUTO_TEST_CASE(the_documented_sandbox_file_makes_a_link_and_names_the_signing_key) {
  operated_service under;
  under.service.start();
  const auto folder = under.service.folder().string();
  const auto blocks = commands_of("api.md", "In a sandbox");
  BOOST_REQUIRE(blocks.size() == 1u);
  const auto made = type("cd " + folder + "; " + replaced(blocks.front(), ".run/sandbox/", ""), {});
  BOOST_TEST(made.exit_code == 0);
  BOOST_TEST(says(made, R"("status":"pending")"));
  const auto signing_in = commands_of("api.md", "Accounts and signing in");
  BOOST_REQUIRE(signing_in.size() == 2u); // in, and out again
  const auto signed_in =
      type("cd " + folder + "; " + replaced(signing_in.front() + "\n" + signing_in.back(), ".run/sandbox/", ""), {});
  BOOST_TEST(signed_in.exit_code == 0);
  BOOST_TEST(says(signed_in, R"("locale":"en")"), signed_in.text);
  for (const std::string document : {"callbacks.md", "verify/README.md"}) {
    int typed = 0;
    for (const auto& block : commands_of(document)) {
      if (block.find("signing_key") == std::string::npos) continue;
      const auto reported = type("cd " + folder + "; " + replaced(block, ".run/sandbox/", "") +
                                     "echo \"${PAYLINK_SIGNING_KEY:-$(cat signing-key)}\"",
                                 {});
      BOOST_TEST(says(reported, under.service.signing_key()), document);
      ++typed;
    }
    BOOST_TEST(typed == 1, document);
  }
}

BOOST_AUTO_TEST_CASE(the_documented_installation_runs_as_far_as_it_can_without_a_machine) {
  const scratch_folder scratch;
  const auto folder = scratch.path.string();
  const auto blocks = commands_of("operations.md", "Installing");
  const auto units = commands_of("operations.md", "Installing", "ini");
  BOOST_REQUIRE(blocks.size() == 2u);
  BOOST_REQUIRE(units.size() == 1u);
  std::ofstream{folder + "/paylink.service"} << units.front();
  std::ofstream{folder + "/paylink.toml"} << "[http]\nlisten = \"127.0.0.1:0\"\n";
  // What is only there on a machine of one's own, and the folders, are other ones here.
  std::string commands = "set -e; sudo() { \"$@\"; }; useradd() { :; }; systemctl() { :; }; cd " + folder +
                         "; mkdir -p bin etc/systemd/system; " + replaced(blocks[0], "scripts/build\n", "") + blocks[1];
  commands = replaced(commands, "build/release/bin/", PAYLINK_BIN_DIR "/");
  commands = replaced(commands, "/usr/local/bin/", folder + "/bin/");
  commands = replaced(commands, " /etc/", " " + folder + "/etc/");
  commands = replaced(commands, "--group=paylink", "--group=$(id -gn)");
  // The unit starts what was installed, on what was installed.
  const std::string starts = "ExecStart=";
  const auto at = units.front().find(starts) + starts.size();
  auto start = units.front().substr(at, units.front().find('\n', at) - at);
  start = replaced(replaced(start, "/usr/local/bin/", folder + "/bin/"), " /etc/", " " + folder + "/etc/");
  const auto reported = type(commands + start + " --check-config", {{"STATE_DIRECTORY", folder + "/state"}});
  BOOST_TEST(reported.exit_code == 0, reported.text);
}

BOOST_AUTO_TEST_CASE(after_the_documented_restore_the_money_for_links_that_are_gone_is_found_as_documented) {
  operated_service under;
  under.service.start();
  const auto kept = under.service.make_link("https://127.0.0.1:8443/callback");
  const auto copied = under.paylinkd({"backup"});
  BOOST_REQUIRE(copied.exit_code == 0);
  const auto gone = under.service.make_link("https://127.0.0.1:8443/callback");
  const auto reference = json::value_to<std::string>(gone.at("reference"));
  BOOST_REQUIRE(under.service.notify("FT-restore", reference + " chuyen tien"));
  under.service.end(SIGKILL); // leaves the log of the database behind
  BOOST_TEST(std::filesystem::exists(under.service.folder() / "paylink.db-wal"));
  const auto blocks = commands_of("operations.md", "Restoring a copy");
  BOOST_REQUIRE(blocks.size() == 1u);
  auto commands = replaced(blocks.front(), "DIR", under.service.folder().string());
  commands = replaced(commands, "COPY", copied.text.substr(0, copied.text.find('\n')));
  commands = replaced(commands, "paylinkd --data", PAYLINK_BIN_DIR "/paylinkd --sandbox --data");
  const auto reported =
      type(R"(set -e; systemctl() { :; }; sudo() { [ "$1" != -u ] || shift 2; "$@"; }; )" + commands, {});
  BOOST_REQUIRE_MESSAGE(reported.exit_code == 0, reported.text);
  under.service.start();

  const auto link = [&](const json::object& one) {
    return under.service.call(http_method::get, "/v1.1/payment-links/" + under.service.workspace() + "/" +
                                                    json::value_to<std::string>(one.at("id")));
  };
  BOOST_TEST(link(kept).status == 200u);
  BOOST_TEST(link(gone).status == 404u);
  // The bank sends it again, as it is told to.
  BOOST_REQUIRE(under.service.notify("FT-restore", reference + " chuyen tien"));
  const auto text = text_of_file(std::string{PAYLINK_SOURCE_DIR} + "/docs/operations.md");
  const auto begin = text.find("/v1.1/transactions?classification=none");
  BOOST_REQUIRE(begin != std::string::npos);
  const auto listed = under.service.call(http_method::get, text.substr(begin, text.find('`', begin) - begin));
  BOOST_TEST(listed.status == 200u);
  BOOST_TEST(listed.body.find(reference) != std::string::npos, listed.body);
}

BOOST_AUTO_TEST_CASE(the_documented_database_is_made_backed_up_and_restored) {
  test::postgresql_server server;
  const auto making = commands_of("postgresql.md", "Making the database", "sql");
  const auto emptying = commands_of("postgresql.md", "Backups", "sql");
  const auto commands = commands_of("postgresql.md", "Backups");
  BOOST_REQUIRE((making.size() == 1u && emptying.size() == 1u && commands.size() == 2u));
  const scratch_folder scratch;
  const auto as_superuser = [&](const std::string& statements) {
    std::ofstream{scratch.path / "statements.sql"} << statements;
    const auto reported =
        type("psql --quiet --set ON_ERROR_STOP=1 --file " + (scratch.path / "statements.sql").string() + " \"$to\"",
             {{"to", server.url()}});
    BOOST_REQUIRE_MESSAGE(reported.exit_code == 0, reported.text);
  };
  as_superuser(making.front());
  const std::map<std::string, std::string> with{
      {"PAYLINK_DATABASE_URL", "postgresql:///paylink?user=paylink&password=secret&host=" + server.folder().string()}};
  operated_service under{with};
  under.service.start();
  const auto link = under.service.make_link("https://127.0.0.1:8443/callback");
  const auto in_scratch = "cd " + scratch.path.string() + "; set -e; ";
  auto reported = type(in_scratch + commands[0], with);
  BOOST_REQUIRE_MESSAGE(reported.exit_code == 0, reported.text);
  BOOST_TEST(under.service.end(SIGTERM) == 0);
  as_superuser(emptying.front());
  reported = type(in_scratch + commands[1], with);
  BOOST_REQUIRE_MESSAGE(reported.exit_code == 0, reported.text);
  under.service.start();
  BOOST_TEST(under.service.get_link(json::value_to<std::string>(link.at("id"))).at("status") == "pending");
}

BOOST_AUTO_TEST_CASE(the_documented_certificate_of_a_receiver_is_trusted_by_the_sandbox) {
  operated_service under;
  under.service.start();
  const auto folder = under.service.folder().string();
  for (const auto& block : commands_of("callbacks.md")) {
    if (!block.starts_with("openssl req ")) continue;
    const auto reported = type("cd " + folder + "; set -e; " + replaced(block, ".run/sandbox/", "") +
                                   "openssl verify -CAfile ca.pem -verify_ip 127.0.0.1 receiver.pem",
                               {});
    BOOST_TEST(reported.exit_code == 0);
    BOOST_TEST(says(reported, "receiver.pem: OK"));
    return;
  }
  BOOST_FAIL("docs/callbacks.md has no such commands");
}

BOOST_AUTO_TEST_CASE(the_api_document_names_the_ports_that_are_refused) {
  const auto text = text_of_file(std::string{PAYLINK_SOURCE_DIR} + "/docs/api.md");
  const std::string opening = "the ports that browsers block:";
  const auto begin = text.find(opening);
  BOOST_REQUIRE(begin != std::string::npos);
  // Between blanks and commas, wherever a line ends.
  auto named = text.substr(begin, text.find(".\n", begin) - begin) + ",";
  std::ranges::replace(named, '\n', ' ');
  for (int port = 1024; port <= 65535; ++port) {
    const auto number = std::to_string(port);
    const bool is_refused = !check_outbound_url("https://shop.example:" + number + "/", {}).url;
    const bool is_named = named.find(' ' + number + ',') != std::string::npos;
    if (is_refused != is_named) BOOST_ERROR("docs/api.md and the program differ about port " << number);
  }
}

} // namespace paylink::test
