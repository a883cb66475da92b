#include "tests/e2e/merchant.hpp"
#include "tests/e2e/operated_service.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace paylink::test {

namespace {

/// A certificate for 127.0.0.1 and its key, as files in a folder.
struct certificate_files {
  certificate_files(const std::filesystem::path& folder, const std::string& name) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const std::vector<std::string> hosts{"127.0.0.1"};
    const auto authority = make_local_authority(now);
    const auto made = issue_local_certificate(authority, hosts, now);
    certificate = (folder / (name + ".pem")).string();
    key = (folder / (name + ".key")).string();
    std::ofstream{certificate} << made.certificate;
    std::ofstream{key} << made.key;
  }
  std::string certificate, key;
};

std::map<std::string, std::string> tls_of(const certificate_files& files) {
  return {{"PAYLINK_HTTP_TLS_CERTIFICATE", files.certificate}, {"PAYLINK_HTTP_TLS_KEY", files.key}};
}

/// The digest of the certificate that a server of this machine presents; empty when it presents none.
std::string presented_certificate(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string presented;
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) {
    SSL_CTX* context = SSL_CTX_new(TLS_client_method());
    SSL* ssl = SSL_new(context);
    SSL_set_fd(ssl, socket);
    if (SSL_connect(ssl) == 1) {
      X509* peer = SSL_get1_peer_certificate(ssl);
      unsigned char digest[EVP_MAX_MD_SIZE];
      unsigned size = 0;
      X509_digest(peer, EVP_sha256(), digest, &size);
      presented.assign(reinterpret_cast<const char*>(digest), size);
      X509_free(peer);
    }
    SSL_free(ssl);
    SSL_CTX_free(context);
  }
  ::close(socket);
  return presented;
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// A sandbox with TLS of its own, in a folder that goes with it.
struct tls_service {
  tls_service() {
    std::filesystem::create_directories(folder);
    install("first");
  }
  tls_service(const tls_service&) = delete;
  tls_service& operator=(const tls_service&) = delete;
  ~tls_service() { std::filesystem::remove_all(folder); }

  /// Puts a new certificate into the place of the one in use.
  void install(const std::string& name) const {
    const certificate_files made{folder, name};
    std::filesystem::rename(made.certificate, certificate);
    std::filesystem::rename(made.key, key);
  }
  child_process start() const {
    return {PAYLINK_BIN_DIR "/paylinkd",
            {"--sandbox", "--data", (folder / "data").string()},
            {{"PAYLINK_HTTP_LISTEN", "127.0.0.1:0"},
             {"PAYLINK_HTTP_TLS_CERTIFICATE", certificate.string()},
             {"PAYLINK_HTTP_TLS_KEY", key.string()}},
            (folder / "log").string()};
  }
  std::string log() const { return text_of_file(folder / "log"); }
  void wait_for(std::string_view event, std::size_t times) const {
    test::until([&] { return count_of(log(), event) >= times; });
    BOOST_REQUIRE_MESSAGE(count_of(log(), event) == times, log());
  }

  std::filesystem::path folder = test::make_scratch_folder("paylink-tls-");
  std::filesystem::path certificate = folder / "server.pem", key = folder / "server.key";
};

} // namespace

BOOST_AUTO_TEST_CASE(what_check_config_refuses_names_file_and_reason_and_makes_nothing) {
  operated_service under;
  const auto folder = under.service.folder();
  const certificate_files one{folder, "one"}, other{folder, "other"};
  std::ofstream{folder / "text.pem"} << "not PEM\n";
  const auto fresh = folder / "data";
  struct refused {
    std::map<std::string, std::string> with;
    std::string says;
  };
  auto mismatched = tls_of(one);
  mismatched["PAYLINK_HTTP_TLS_KEY"] = other.key;
  auto no_pem = tls_of(one);
  no_pem["PAYLINK_HTTP_TLS_CERTIFICATE"] = (folder / "text.pem").string();
  auto missing = tls_of(one);
  missing["PAYLINK_HTTP_TLS_CERTIFICATE"] = "/nope.pem";
  const std::vector<refused> cases{
      {missing, "http.tls_certificate: the TLS certificate /nope.pem: No such file or directory"},
      {no_pem, "http.tls_certificate: the TLS certificate " + (folder / "text.pem").string() +
                   ": it contains no PEM certificate"},
      {mismatched, "http.tls_certificate: the TLS key " + other.key + ": it does not belong to the certificate"},
      {{{"PAYLINK_BANKS_VCB_CONNECTOR_SECRET", "a-secret-of-16-to-256-characters"},
        {"PAYLINK_BANKS_VCB_MODES", "open_banking"}},
       "banks.VCB.modes: open_banking exists for MB, ACB and OCB only; VCB uses the national switch"},
      {{{"PAYLINK_OUTBOUND_CA_FILE", "/nope.ca"}},
       "outbound.ca_file: the certificates in /nope.ca: No such file or directory"},
      {{{"PAYLINK_HTTP_LISTEN", "192.0.2.1:8080"}},
       "http.listen: cannot listen on 192.0.2.1:8080: Cannot assign requested address"},
      {{{"PAYLINK_DATABASE_URL", "sqlite:///no/such/folder/paylink.db"}},
       "database.url: /no/such/folder: No such file or directory"},
      {{{"PAYLINK_DATABASE_BACKUP_FOLDER", "/dev/null/copies"}}, "database.backup_folder: /dev/null/copies"},
      {{{"PAYLINK_DATABASE_BACKUP_FOLDER", "/proc/copies"}}, "database.backup_folder: /proc/copies: cannot be created"},
      {{{"PAYLINK_SECRETS_MASTER_KEY_FILE", "/nope/dir/master.key"}},
       "secrets.master_key_file: the folder /nope/dir does not exist"},
      {{{"PAYLINK_DATABASE_URL", "passwd=x"}}, "database.url: cannot be read: invalid connection option passwd\n"},
  };
  for (const auto& [with, part] : cases) {
    const auto reported = under.paylinkd_at(fresh, {"--check-config"}, with);
    BOOST_TEST(reported.exit_code == 2, reported.text);
    BOOST_TEST(says(reported, part));
    BOOST_TEST(reported.text.find(".hpp") == std::string::npos);
    BOOST_TEST(!std::filesystem::exists(fresh));
  }
  // The start refuses the same before it has made anything but says so as a line of JSON.
  const std::map<std::string, std::map<std::string, std::string>> named{
      {"http.tls_certificate", missing},
      {"database.backup_folder", {{"PAYLINK_DATABASE_BACKUP_FOLDER", "/proc/copies"}}},
      {"secrets.master_key_file", {{"PAYLINK_SECRETS_MASTER_KEY_FILE", "/nope/dir/master.key"}}}};
  for (const auto& [setting, with] : named) {
    const auto started = under.paylinkd_at(fresh, {}, with);
    BOOST_TEST(started.exit_code == 2);
    BOOST_TEST(says(started, R"("event":"settings.refused")"));
    BOOST_TEST(says(started, R"("setting":")" + setting + '"'));
    BOOST_TEST(!std::filesystem::exists(fresh));
  }
}

BOOST_AUTO_TEST_CASE(an_address_that_is_taken_is_refused_before_anything_is_made) {
  operated_service holder;
  holder.service.start();
  const auto url = boost::json::value_to<std::string>(
      boost::json::parse(text_of_file(holder.service.folder() / "sandbox.json")).at("base_url"));
  const std::map<std::string, std::string> with{{"PAYLINK_HTTP_LISTEN", url.substr(url.find("://") + 3)}};
  const auto fresh = holder.service.folder() / "data";
  const auto why = "cannot listen on " + with.begin()->second + ": Address already in use";
  const auto checked = holder.paylinkd_at(fresh, {"--check-config"}, with);
  BOOST_TEST(checked.exit_code == 2);
  BOOST_TEST(says(checked, "http.listen: " + why));
  BOOST_TEST(says(holder.paylinkd_at(fresh, {}, with), why));
  BOOST_TEST(!std::filesystem::exists(fresh));
  // The check beside the service itself finds the address in the right hands, and a second start the folder.
  BOOST_TEST(holder.paylinkd({"--check-config"}, with).exit_code == 0);
  BOOST_TEST(says(holder.paylinkd({}, with), " is in use by process "));
}

BOOST_AUTO_TEST_CASE(a_database_whose_role_may_make_no_tables_is_refused_before_anything_is_made) {
  test::postgresql_server server;
  const auto url = server.create_database("shop");
  test::run_sql(url, "CREATE ROLE paylink LOGIN");
  const std::map<std::string, std::string> with{
      {"PAYLINK_DATABASE_URL", "postgresql:///shop?user=paylink&host=" + server.folder().string()},
      {"PAYLINK_HTTP_LISTEN", "127.0.0.1:0"}};
  operated_service under;
  const auto fresh = under.service.folder() / "data";
  for (const auto& words : std::vector<std::vector<std::string>>{{"--check-config"}, {}}) {
    const auto reported = under.paylinkd_at(fresh, words, with);
    BOOST_TEST(reported.exit_code == (words.empty() ? 1 : 2));
    BOOST_TEST(says(reported, "ALTER DATABASE shop OWNER TO paylink"));
    BOOST_TEST(!std::filesystem::exists(fresh));
  }
  test::run_sql(url, "ALTER DATABASE shop OWNER TO paylink");
  BOOST_TEST(under.paylinkd_at(fresh, {"--check-config"}, with).exit_code == 0);
}

BOOST_AUTO_TEST_CASE(a_word_that_is_no_command_is_answered_with_those_that_there_are) {
  operated_service under;
  const auto reported = under.paylinkd({"foo"});
  BOOST_TEST(reported.exit_code == 2);
  BOOST_TEST(says(reported, "unknown command 'foo'; the commands are migrate, backup, restore, doctor, admin"));
  const auto below = under.paylinkd({"admin", "foo"});
  BOOST_TEST(below.exit_code == 2);
  BOOST_TEST(says(below, "unknown command 'foo'; the commands are create-token, rotate-master-key"));
  const auto bank = run_program({"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh", PAYLINK_BIN_DIR "/banksim"}, {});
  BOOST_TEST(bank.exit_code == 2);
  BOOST_TEST(says(bank, "banksim: --sandbox is missing"));
}

BOOST_AUTO_TEST_CASE(what_check_config_calls_in_order_starts) {
  const tls_service under;
  const auto reported = run_program({"/bin/sh", "-c", "exec env \"$@\" 2>&1", "env", "PAYLINK_HTTP_LISTEN=127.0.0.1:0",
                                     "PAYLINK_HTTP_TLS_CERTIFICATE=" + under.certificate.string(),
                                     "PAYLINK_HTTP_TLS_KEY=" + under.key.string(), PAYLINK_BIN_DIR "/paylinkd",
                                     "--sandbox", "--data", (under.folder / "data").string(), "--check-config"},
                                    {});
  BOOST_TEST(reported.exit_code == 0, reported.text);
  BOOST_TEST(says(reported, "The configuration is valid."));
  BOOST_TEST(!std::filesystem::exists(under.folder / "data"));
  auto daemon = under.start();
  under.wait_for("service.ready", 1);
  BOOST_TEST(daemon.end(SIGTERM) == 0);
}

BOOST_AUTO_TEST_CASE(every_line_of_a_service_is_json_and_every_line_of_a_command_is_text) {
  operated_service under;
  const std::map<std::string, std::string> wrong{{"PAYLINK_FOO", "1"}};
  const auto service = under.paylinkd({}, wrong);
  BOOST_TEST(service.exit_code == 2);
  std::istringstream lines{service.text};
  for (std::string line; std::getline(lines, line);) BOOST_TEST(boost::json::parse(line).is_object(), line);
  BOOST_TEST(says(service, R"("place":"PAYLINK_FOO")"));
  const auto command = under.paylinkd({"--check-config"}, wrong);
  BOOST_TEST(command.text == "PAYLINK_FOO: is not a setting\n");

  // An address that is taken is a fatal error of the service, in the system's words alone.
  under.service.start();
  const auto url = boost::json::value_to<std::string>(
      boost::json::parse(text_of_file(under.service.folder() / "sandbox.json")).at("base_url"));
  const auto address = url.substr(url.find("://") + 3);
  operated_service second;
  const auto taken = second.paylinkd({}, {{"PAYLINK_HTTP_LISTEN", address}});
  BOOST_TEST(taken.exit_code == 1);
  BOOST_TEST(says(taken, R"("event":"service.failed","reason":"cannot listen on )" + address +
                             R"(: Address already in use")"));
  std::istringstream more{taken.text};
  for (std::string line; std::getline(more, line);) BOOST_TEST(boost::json::parse(line).is_object(), line);
}

BOOST_AUTO_TEST_CASE(settings_are_printed_as_they_are_in_force) {
  operated_service under;
  under.service.start();
  under.service.end(SIGTERM);
  const auto reported = under.paylinkd({"--print-settings"}, {{"PAYLINK_HTTP_LISTEN", "127.0.0.1:8080"}});
  const auto folder = under.service.folder().string();
  BOOST_TEST(says(reported, "http.public_url = \"http://127.0.0.1:8080\""));
  BOOST_TEST(says(reported, "database.url = \"sqlite://" + folder + "/paylink.db\""));
  BOOST_TEST(says(reported, "database.backup_folder = \"" + folder + "/backups\""));
  BOOST_TEST(says(reported, "secrets.master_key_file = \"" + folder + "/master.key\""));
  BOOST_TEST(says(reported, "cluster.node_name = \"node-"));
  // What a sandbox adds by itself.
  BOOST_TEST(says(reported, "outbound.allow_networks = [\"127.0.0.0/8\", \"::1/128\"]"));
  BOOST_TEST(says(reported, "outbound.ca_file = \"" + folder + "/ca.pem\""));
  BOOST_TEST(says(reported, "banks.MB.connector_secret = \"********\""));
}

BOOST_AUTO_TEST_CASE(a_damaged_database_is_said_to_be_damaged) {
  operated_service under;
  under.service.start();
  under.service.end(SIGTERM);
  const auto file = under.service.folder() / "paylink.db";
  std::ofstream{file, std::ios::binary | std::ios::trunc} << std::string(8192, 'x');
  for (const auto& words : {std::vector<std::string>{}, {"backup"}, {"migrate"}}) {
    const auto reported = under.paylinkd(words);
    BOOST_TEST(reported.exit_code == 1, reported.text);
    BOOST_TEST(says(reported, file.string() + ": the file is damaged"));
    for (const char* inner : {"sqlite3_", "statement", "soci"})
      BOOST_TEST(reported.text.find(inner) == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(on_sighup_new_connections_get_the_new_certificate_and_a_bad_one_changes_nothing) {
  const tls_service under;
  auto daemon = under.start();
  under.wait_for("service.ready", 1);
  const auto log = under.log();
  const int port = std::stoi(log.substr(log.find("\"address\":\"127.0.0.1:") + 21));
  const auto before = presented_certificate(port);
  BOOST_TEST(!before.empty());
  under.install("second");
  BOOST_TEST(presented_certificate(port) == before);
  ::kill(daemon.pid(), SIGHUP);
  under.wait_for("service.reloaded", 1);
  const auto after = presented_certificate(port);
  BOOST_TEST((!after.empty() && after != before));
  std::ofstream{under.certificate} << "half a file";
  ::kill(daemon.pid(), SIGHUP);
  under.wait_for("service.reload_failed", 1);
  BOOST_TEST(presented_certificate(port) == after);
  BOOST_TEST(daemon.end(SIGTERM) == 0);
  BOOST_TEST(under.log().find("service.stopping") != std::string::npos);
}

// One line for each thing that an operator asks the log about first.
BOOST_AUTO_TEST_CASE(the_log_tells_of_a_link_its_credit_and_its_callback) {
  operated_service under;
  under.service.start();
  merchant shop{under.service.authority(), 0, 1};
  const auto link = under.service.make_link(shop.url());
  under.service.notify("FT-1", boost::json::value_to<std::string>(link.at("reference")));
  test::until([&] { return under.service.log().find("delivery.delivered") != std::string::npos; });
  const auto log = under.service.log();
  for (const char* event : {R"("level":"info","event":"payment_link.created")", R"("event":"transaction.recorded")",
                            R"("classification":"matched")", R"("level":"info","event":"delivery.delivered")"})
    BOOST_TEST(count_of(log, event) == 1u, event);
  BOOST_TEST(
      !boost::json::parse(text_of_file(under.service.folder() / "sandbox.json")).as_object().contains("console"));
}

BOOST_AUTO_TEST_CASE(a_sandbox_says_which_of_the_given_settings_it_replaces) {
  sandbox_service service{{{"PAYLINK_BANKS_MB_CONNECTOR_SECRET", "a_secret_of_the_operator_0123456789"}}};
  service.start();
  const auto log = service.log();
  BOOST_TEST(count_of(log, R"("event":"sandbox.setting_ignored")") == 1u, log);
  BOOST_TEST(count_of(log, R"("setting":"banks.MB.connector_secret")") == 1u, log);
  BOOST_TEST(log.find("a_secret_of_the_operator") == log.npos);
}

BOOST_AUTO_TEST_CASE(a_sandbox_whose_workspace_was_deleted_starts_again) {
  sandbox_service service;
  service.start();
  const auto path = "/v1.1/workspaces/" + service.workspace();
  BOOST_TEST(service.call(http_method::patch, path, R"({"name":"Shop"})").status == 200u);
  BOOST_TEST(service.call(http_method::del, path + "?confirm=Shop").status == 204u);
  service.end(SIGTERM);
  service.start();
  BOOST_TEST(service.is_running());
  BOOST_TEST(service.call(http_method::get, path).status == 403u);
}

BOOST_AUTO_TEST_CASE(sqlite_is_set_up_before_anything_uses_it) {
  operated_service under;
  under.service.start();
  BOOST_TEST(count_of(under.service.log(), R"("event":"service.ready")") == 1u);
  BOOST_TEST(count_of(under.service.log(), "store.sqlite_locks_kept") == 0u);
}

BOOST_AUTO_TEST_CASE(an_unknown_permission_is_refused_with_those_that_there_are) {
  operated_service under;
  under.service.start();
  const auto reported =
      under.paylinkd({"admin", "create-token", "--workspace", under.service.workspace(), "--permission", "nope:read"});
  BOOST_TEST(reported.exit_code == 1);
  BOOST_TEST(says(reported, "nope:read is not a permission; the permissions are workspaces:read, "));
  BOOST_TEST(says(reported, "payment_links:write"));
  const auto listed = under.paylinkd({"admin", "create-token", "--workspace", under.service.workspace(), "--permission",
                                      "payment_links:read,payment_links:write"});
  BOOST_TEST(listed.exit_code == 1);
  BOOST_TEST(says(listed, "repeat --permission for each permission"));
  const auto made = under.paylinkd(
      {"admin", "create-token", "--workspace", under.service.workspace(), "--permission", "payment_links:read"});
  BOOST_TEST(made.exit_code == 0);
  BOOST_TEST(made.text.starts_with("plat_"));
}

} // namespace paylink::test
