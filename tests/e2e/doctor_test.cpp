#include "tests/e2e/operated_service.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

#include <csignal>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A service with links, a paid one among them, whose callback nobody answers; and its database.
class damaged_service {
public:
  explicit damaged_service(std::map<std::string, std::string> environment = {})
      : under{environment}, with_{std::move(environment)} {
    under.service.start();
    const auto url = with_.find("PAYLINK_DATABASE_URL");
    url_ = url == with_.end() ? "sqlite://" + (under.service.folder() / "paylink.db").string() : url->second;
    under.service.make_link("https://127.0.0.1:8443/callback");
    const auto paid = under.service.make_link("https://127.0.0.1:8443/callback");
    BOOST_REQUIRE(under.service.notify("FT-1", json::value_to<std::string>(paid.at("reference"))));
    BOOST_REQUIRE(under.service.notify("FT-2", "no link"));
  }

  program_output doctor(std::vector<std::string> options = {}) {
    options.insert(options.begin(), "doctor");
    return under.paylinkd(options, with_);
  }
  void damage() { test::run_sql(url_, "DELETE FROM usage"); }

  operated_service under;

private:
  std::map<std::string, std::string> with_;
  std::string url_;
};

void check_verdicts(damaged_service& shop) {
  const auto sound = shop.doctor({"--deep"});
  BOOST_TEST(sound.exit_code == 0);
  BOOST_TEST(says(sound, "Nothing found: "));
  const auto as_json = json::parse(shop.doctor({"--json"}).text).as_object();
  BOOST_TEST(as_json.at("findings").as_array().empty());
  BOOST_TEST(as_json.at("rows").as_int64() > 10);
  BOOST_TEST(!as_json.contains("ok"));
}

void check_findings(damaged_service& shop) {
  const auto found = shop.doctor();
  BOOST_TEST(found.exit_code == 1);
  BOOST_TEST(std::ranges::count(found.text, '\n') == 2);
  BOOST_TEST(says(found, "transaction_usage: transactions row 1 (txn_"));
  BOOST_TEST(says(found, "; what to do: "));
  const auto reported = shop.doctor({"--json"});
  BOOST_TEST(reported.exit_code == 1);
  const auto findings = json::parse(reported.text).at("findings").as_array();
  BOOST_TEST_REQUIRE(findings.size() == 2u);
  for (const char* member : {"check", "where", "problem", "advice"})
    BOOST_TEST(!findings[0].at(member).as_string().empty(), member);
  BOOST_TEST(findings[0].at("check").as_string() == "transaction_usage");
}

void check_beside_and_alone(damaged_service& shop) {
  check_verdicts(shop);
  shop.under.service.end(SIGTERM);
  check_verdicts(shop);
  shop.damage();
  check_findings(shop);
  shop.under.service.start();
  check_findings(shop);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_doctor_tells_the_same_beside_a_running_service_and_without_one) {
  damaged_service shop;
  check_beside_and_alone(shop);
}

BOOST_AUTO_TEST_CASE(the_doctor_tells_the_same_on_postgresql) {
  test::postgresql_server server;
  damaged_service shop{{{"PAYLINK_DATABASE_URL", server.create_database("shop")}}};
  check_beside_and_alone(shop);
}

BOOST_AUTO_TEST_CASE(a_database_that_cannot_be_checked_is_neither_sound_nor_damaged) {
  damaged_service shop;
  shop.under.service.end(SIGTERM);
  const auto key = shop.under.service.folder() / "master.key";
  std::filesystem::rename(key, key.string() + ".away");
  const auto without_key = shop.doctor();
  BOOST_TEST(without_key.exit_code == 2);
  BOOST_TEST(says(without_key, "there is no master key file"));
  std::filesystem::rename(key.string() + ".away", key);
  BOOST_TEST(shop.doctor().exit_code == 0);
  BOOST_TEST(shop.under.paylinkd_at(shop.under.service.folder() / "none", {"doctor"}).exit_code == 2);
  BOOST_TEST(shop.doctor({"--unknown"}).exit_code == 2);
}

} // namespace paylink::test
