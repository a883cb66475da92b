#include "tests/torture/torture.hpp"

#include "tests/support/until.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdlib>

namespace paylink::test {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr double share_of_lost_answers = 0.2;
constexpr std::size_t webhook_count = 2;

} // namespace

std::set<std::string> check_log(const merchant& shop) {
  std::set<std::string> paid;
  for (const auto& [event, arrivals] : shop.arrivals()) {
    const auto body = json::parse(arrivals.front().body).as_object();
    const auto reference = json::value_to<std::string>(body.at("reference"));
    BOOST_TEST(paid.insert(reference).second, "a second event for " << reference);
    int last = 0;
    for (const auto& heard : arrivals) {
      BOOST_TEST(heard.body == arrivals.front().body);
      BOOST_TEST(heard.signature == arrivals.front().signature);
      BOOST_TEST(heard.timestamp == arrivals.front().timestamp);
      BOOST_TEST(heard.agent == arrivals.front().agent);
      // A kept connection that breaks before the answer is replaced by a new one within its attempt, under the same
      // number.
      BOOST_TEST(heard.attempt >= last);
      last = heard.attempt;
    }
  }
  return paid;
}

int harms_wanted() {
  const char* asked = std::getenv("TORTURE_HARMS");
  return asked ? std::atoi(asked) : 5;
}

torture::torture(tortured_service::backend on, int harms, const tortured_service::surroundings& around,
                 int credits_a_second)
    : service{on, around}, shop{service.authority(), share_of_lost_answers, seed_} {
  BOOST_TEST_MESSAGE("seed " << seed_ << ", " << harms << " times");
  service.seed(credits_a_second * harms * 5 / 2 + 1'000, shop.url(), {shop.webhook_url(), shop.webhook_url()});
  shop.know_webhooks(service.store().webhook_secrets);
  service.start();
  bank.emplace(persistent_bank::terms{.base_url = service.base_url(),
                                      .feed_secret = service.store().feed_secret,
                                      .account_number = service.store().account_number,
                                      .amount = 250'000,
                                      .credits_a_second = credits_a_second},
               service.store().references);
}

std::chrono::milliseconds torture::draw_pause() {
  return std::chrono::milliseconds{std::uniform_int_distribution{5, 800}(chance_)};
}

void torture::finish() {
  bank->finish();
  for (const auto& answer : bank->wrong_answers()) BOOST_ERROR("the bank was answered " << answer);
  std::set<std::string> acknowledged;
  for (const auto& reported : bank->acknowledged()) acknowledged.insert(reported.reference);
  // The limit is generous, and only a lost event would meet it.
  const auto unfinished = [this] { return service.ask("SELECT COUNT(*) FROM deliveries WHERE state = 0"); };
  BOOST_TEST(test::until([&] { return unfinished() == "0"; }, 3min), unfinished());
  BOOST_TEST((check_log(shop) == acknowledged));
  BOOST_TEST(shop.acknowledged_events() == acknowledged.size());
  BOOST_TEST(shop.acknowledged_deliveries() == webhook_count * acknowledged.size());
  check_store(acknowledged.size());
  BOOST_TEST_MESSAGE(acknowledged.size() << " credits acknowledged and called back, " << shop.heard()
                                         << " callbacks heard, " << bank->refusals() << " answers of 503");
}

void torture::check_store(std::size_t credits) const {
  const auto expected = std::to_string(credits);
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM transactions") == expected);
  // What the account is billed for.
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM usage") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM payment_links WHERE status = 1") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(DISTINCT link_row) FROM transactions WHERE classification = 0") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(DISTINCT link_row) FROM deliveries WHERE state = 1") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM deliveries") == std::to_string(credits * (1 + webhook_count)));
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM (SELECT DISTINCT webhook_row, subject_id FROM deliveries WHERE "
                         "webhook_row IS NOT NULL AND state = 1) AS told") == std::to_string(credits * webhook_count));
  BOOST_TEST(
      service.ask("SELECT COUNT(*) FROM deliveries d WHERE (SELECT COUNT(*) FROM attempts a WHERE a.delivery_row = "
                  "d.row) <> d.attempt") == "0");
  BOOST_TEST(service.findings() == "");
}

} // namespace paylink::test
