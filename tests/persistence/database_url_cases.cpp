#include "logging/log.hpp"
#include "persistence/sql/postgresql_address.hpp"
#include "persistence/store.hpp"
#include "persistence/stores/postgresql_database.hpp"
#include "tests/support/free_port.hpp"
#include "tests/support/pgbouncer.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

using namespace paylink;
using namespace paylink::test;

namespace {

struct quiet {
  quiet() { log::set_level(log::level::error); }
};

/// A server that asks for a password wherever one can come to it by network, with a role and a database to use.
struct guarded_server {
  guarded_server() {
    std::ofstream{rules} << "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n";
    std::filesystem::permissions(folder, std::filesystem::perms::all);
    server.emplace(std::vector<std::string>{"listen_addresses=127.0.0.1", "port=" + port, "hba_file=" + rules.string(),
                                            "password_encryption=scram-sha-256"});
    run_sql(server->url(), "CREATE ROLE shop LOGIN PASSWORD 'p@ss w%rd/?=:é'");
    run_sql(server->url(), "CREATE DATABASE pl OWNER shop");
  }
  ~guarded_server() {
    server.reset();
    std::filesystem::remove_all(folder);
  }
  std::filesystem::path folder = make_scratch_folder("paylink-rules-"), rules = folder / "pg_hba.conf";
  std::string port = std::to_string(free_port());
  std::optional<postgresql_server> server;
};

guarded_server& shared() {
  static guarded_server one;
  return one;
}

const std::string encoded_password = "p%40ss%20w%25rd%2F%3F%3D%3A%C3%A9";

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Opens it. A machine that is busy may need longer than a connection may take by default: that is not what is asked.
std::unique_ptr<database> opened(const std::string& url) {
  constexpr int tries_max = 10;
  for (int tries = 1;; ++tries) try {
      return open_database(url);
    } catch (const database_error& error) {
      if (!says(error.what(), "timeout expired") || tries == tries_max) throw;
    }
}

/// What opening the database says against it; empty when it opens and answers.
std::string refusal(const std::string& url) {
  try {
    return opened(url)->open_reader()->is_ready() ? "" : "the database is not ready";
  } catch (const database_error& error) {
    return error.what();
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(database_urls, *boost::unit_test::fixture<quiet>())

BOOST_AUTO_TEST_CASE(every_documented_form_of_the_databases_address_opens_it) {
  const auto& port = shared().port;
  const auto at = "127.0.0.1:" + port;
  const auto folder = shared().server->folder().string();
  auto encoded_folder = folder;
  for (auto slash = encoded_folder.find('/'); slash != std::string::npos; slash = encoded_folder.find('/'))
    encoded_folder.replace(slash, 1, "%2F");
  for (const auto& url :
       {"postgresql://shop:" + encoded_password + "@" + at + "/pl",
        "postgres://shop:" + encoded_password + "@" + at + "/pl",
        "postgresql://shop@" + at + "/pl?password=" + encoded_password,
        "postgresql://shop:" + encoded_password + "@" + at + "/pl?sslmode=prefer&connect_timeout=10",
        "host=127.0.0.1 port=" + port + " user=shop password='p@ss w%rd/?=:é' dbname=pl",
        "postgresql://shop:" + encoded_password + "@127.0.0.1:1," + at + "/pl?target_session_attrs=read-write",
        "postgresql:///pl?user=shop&port=" + port + "&host=" + folder,
        "postgresql://shop@" + encoded_folder + ":" + port + "/pl",
        "host=" + folder + " port=" + port + " user=shop dbname=pl"})
    BOOST_TEST(refusal(url) == "", url);
}

BOOST_AUTO_TEST_CASE(of_several_hosts_the_one_that_takes_writes_is_used) {
  postgresql_server primary;
  run_sql(primary.url(), "CREATE DATABASE pl");
  postgresql_server standby{primary, {}};
  BOOST_TEST(ask_sql(standby.url(), "SELECT pg_is_in_recovery()") == "t");
  const auto url = "postgresql:///pl?user=postgres&target_session_attrs=read-write&host=" + standby.folder().string() +
                   "," + primary.folder().string();
  BOOST_TEST(refusal(url) == "");
}

BOOST_AUTO_TEST_CASE(a_session_carries_our_name_and_its_peers_silence_ends_it) {
  const auto& port = shared().port;
  const auto database = opened("postgresql://shop:" + encoded_password + "@127.0.0.1:" + port + "/pl");
  const auto reader = database->open_reader();
  BOOST_TEST(reader->is_ready());
  BOOST_TEST(ask_sql(shared().server->url("pl"), "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = "
                                                 "'paylinkd' AND usename = 'shop'") == "1");
  const auto address = postgresql_address("postgresql://shop@127.0.0.1/pl?keepalives_idle=9");
  for (const std::string_view said : {"connect_timeout=2", "tcp_user_timeout=3000", "keepalives_idle=9",
                                      "keepalives_interval=1", "keepalives_count=3", "application_name=paylinkd"})
    BOOST_TEST(says(address, said), address);
  BOOST_TEST(!says(address, "keepalives_idle=2"), address);
}

BOOST_AUTO_TEST_CASE(a_server_is_asked_to_notice_a_silent_node_and_to_wait_for_its_disk_and_standby) {
  run_sql(shared().server->url(), "ALTER ROLE shop SET synchronous_commit = local");
  const auto session = connect_postgresql_reader(
      postgresql_address("postgresql://shop:" + encoded_password + "@127.0.0.1:" + shared().port + "/pl"));
  const auto is_set_to = [&](const std::string& name) {
    std::string value;
    *session << "SELECT setting FROM pg_settings WHERE name = '" + name + "'", soci::into(value);
    return value;
  };
  BOOST_TEST(is_set_to("tcp_user_timeout") == "3000");
  BOOST_TEST(is_set_to("tcp_keepalives_idle") == "2");
  BOOST_TEST(is_set_to("tcp_keepalives_interval") == "1");
  BOOST_TEST(is_set_to("tcp_keepalives_count") == "3");
  BOOST_TEST(is_set_to("synchronous_commit") == "on");
  run_sql(shared().server->url(), "ALTER ROLE shop SET synchronous_commit = remote_apply");
  const auto other = connect_postgresql_reader(
      postgresql_address("postgresql://shop:" + encoded_password + "@127.0.0.1:" + shared().port + "/pl"));
  std::string value;
  *other << "SELECT setting FROM pg_settings WHERE name = 'synchronous_commit'", soci::into(value);
  BOOST_TEST(value == "remote_apply");
  run_sql(shared().server->url(), "ALTER ROLE shop RESET synchronous_commit");
}

BOOST_AUTO_TEST_CASE(what_the_server_says_against_a_connection_reaches_the_operator) {
  const auto& port = shared().port;
  const auto at = "127.0.0.1:" + port;
  struct row {
    std::string url;
    std::vector<std::string> facts;
  };
  const row rows[] = {
      {"postgresql://shop:wrong@" + at + "/pl", {"127.0.0.1", port, "password authentication failed", "shop"}},
      {"postgresql://shop:" + encoded_password + "@" + at + "/nope", {"127.0.0.1", port, "nope", "does not exist"}},
      {"postgresql://shop:secret@127.0.0.1:1/pl", {"127.0.0.1", "port 1", "Connection refused"}},
      {"postgresql://shop:secret@127.0.0.1:1,127.0.0.1:2/pl", {"port 1", "port 2"}},
      {"postgresql:///pl?password=secret&host=/no/such/folder", {"/no/such/folder", "No such file"}},
      {"postgresql://shop:secret%zz@127.0.0.1/pl", {"database.url", "percent-encoded"}},
      {"postgresql://shop:secret@127.0.0.1/pl?sslmod=require", {"database.url", "query parameter sslmod"}},
      {"host=127.0.0.1 password=my secret", {"database.url", "has no = after it", "password='…'"}},
      {"host=127.0.0.1 password=my secret=word", {"database.url", "invalid connection option"}},
      {"postgresql://shop@127.0.0.1/pl?password=my&secret=word", {"database.url", "query parameter"}},
      {"host=127.0.0.1 passwd=secret", {"database.url", "invalid connection option passwd"}},
  };
  for (const auto& [url, facts] : rows) {
    const auto why = refusal(url);
    for (const auto& fact : facts) BOOST_TEST(says(why, fact), url << " is refused: " << why);
    BOOST_TEST(!says(why, "secret"), why);
    BOOST_TEST(!says(why, "Cannot establish"), why);
    BOOST_TEST(why.find_first_of("\n\t") == why.npos, why);
    BOOST_TEST(!says(why, "  "), why);
  }
  BOOST_TEST(!says(refusal("passwd=x"), "USER:PASSWORD"));
}

// libpq would take the rest of the password for a host or a port, and name it.
BOOST_AUTO_TEST_CASE(a_password_that_is_not_encoded_is_refused_without_a_part_of_it) {
  const auto& port = shared().port;
  for (const std::string password :
       {"zq1@zq2", "zq1/zq2", "zq1:zq2", "zq1#zq2", "zq1?zq2", "zq1:zq2#zq3/x@zq4", "@zq1", "zq1/@zq2/", "zq1?zq2=zq3"})
    for (const auto& rest : {"@127.0.0.1:" + port + "/pl", std::string{"@127.0.0.1/pl?sslmode=prefer"}}) {
      const auto why = refusal("postgresql://shop:" + password + rest);
      BOOST_TEST(says(why, "database.url cannot be read: "), why);
      BOOST_TEST(says(why, "% and two hexadecimal digits"), why);
      BOOST_TEST(!says(why, "zq"), why);
    }
  for (const std::string url : {"postgres://zq1/zq2@127.0.0.1/pl", "postgresql://shop:zq1/pl", "postgresql://shop:zq1",
                                "postgresql://shop@127.0.0.1/pl?password=zq1@zq2"}) {
    const auto why = refusal(url);
    BOOST_TEST(says(why, "% and two hexadecimal digits"), why);
    BOOST_TEST(!says(why, "zq"), why);
  }
}

// As PostgreSQL 15 is set up by default: the database is somebody else's.
BOOST_AUTO_TEST_CASE(a_role_that_may_make_no_tables_is_told_what_lets_it) {
  run_sql(shared().server->url(), "CREATE DATABASE foreign_pl");
  const auto url = "postgresql://shop:" + encoded_password + "@127.0.0.1:" + shared().port + "/foreign_pl";
  const auto looked_at = [&]() -> std::string {
    try {
      return look_at_database(url).is_made ? "made" : "not made";
    } catch (const database_error& error) {
      return error.what();
    }
  };
  for (const auto& why : {refusal(url), looked_at()}) {
    BOOST_TEST(says(why, "the role shop may not make tables in the schema public of the database foreign_pl"), why);
    BOOST_TEST(says(why, "ALTER DATABASE foreign_pl OWNER TO shop"), why);
    BOOST_TEST(says(why, "GRANT CREATE, USAGE ON SCHEMA public TO shop"), why);
  }
  run_sql(shared().server->url("foreign_pl"), "GRANT CREATE, USAGE ON SCHEMA public TO shop");
  BOOST_TEST(refusal(url) == "");
  // With its tables made, it needs no more.
  run_sql(shared().server->url("foreign_pl"), "REVOKE CREATE ON SCHEMA public FROM shop");
  BOOST_TEST(looked_at() == "made");
  BOOST_TEST(refusal(url) == "");
}

BOOST_AUTO_TEST_CASE(a_pooler_that_splits_sessions_is_refused_by_name_and_one_that_does_not_is_used) {
  postgresql_server server;
  for (const std::string mode : {"transaction", "statement"}) {
    const pgbouncer pooler{server, mode};
    const auto why = refusal(pooler.url());
    BOOST_TEST(says(why, "transaction pooling"), why);
    BOOST_TEST(says(why, "pool_mode = session"), why);
  }
  const pgbouncer pooler{server, "session"};
  BOOST_TEST(refusal(pooler.url()) == "");
}

BOOST_AUTO_TEST_SUITE_END()
