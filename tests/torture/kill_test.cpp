#include "tests/e2e/merchant.hpp"
#include "tests/torture/persistent_bank.hpp"
#include "tests/torture/tortured_service.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstdlib>
#include <set>

namespace paylink::testing {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr int credits_a_second = 120;
constexpr double share_of_lost_answers = 0.2;

/// How many kills: ten in the everyday run; scripts/torture asks for more.
int kills_wanted() {
  const char* asked = std::getenv("TORTURE_KILLS");
  return asked ? std::atoi(asked) : 10;
}

/// How long after a restart the first callback was heard; the worst case of all restarts.
class first_delivery {
public:
  explicit first_delivery(const merchant& shop) : shop_{shop} {}

  void service_started() {
    started_ = std::chrono::steady_clock::now();
    heard_before_ = shop_.heard();
    is_waiting_ = true;
  }
  /// Waits for `time`, watching.
  void watch_for(std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    do {
      if (is_waiting_ && shop_.heard() > heard_before_) {
        worst_ = std::max(worst_, std::chrono::steady_clock::now() - started_);
        is_waiting_ = false;
      }
      std::this_thread::sleep_for(1ms);
    } while (std::chrono::steady_clock::now() < until);
  }
  std::chrono::milliseconds worst() const { return std::chrono::duration_cast<std::chrono::milliseconds>(worst_); }

private:
  const merchant& shop_;
  std::chrono::steady_clock::time_point started_{};
  std::chrono::steady_clock::duration worst_{};
  std::size_t heard_before_ = 0;
  bool is_waiting_ = false;
};

/// Every event in the receiver's log is one link's, and is the same to the byte however often it was sent.
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
      // A kept connection that breaks before the answer is dialled anew within its attempt, under the same number.
      BOOST_TEST(heard.attempt >= last);
      last = heard.attempt;
    }
  }
  return paid;
}

void check_store(const tortured_service& service, std::size_t credits) {
  const auto expected = std::to_string(credits);
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM transactions") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM usage") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM payment_links WHERE status = 1") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(DISTINCT link_row) FROM transactions WHERE classification = 0") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(DISTINCT link_row) FROM deliveries WHERE state = 1") == expected);
  BOOST_TEST(service.ask("SELECT COUNT(*) FROM deliveries") == expected);
  BOOST_TEST(
      service.ask("SELECT COUNT(*) FROM deliveries d WHERE (SELECT COUNT(*) FROM attempts a WHERE a.delivery_row = "
                  "d.row) <> d.attempt") == "0");
}

/// A service under a steady stream of credits, with a receiver that loses answers.
class torture {
public:
  torture(tortured_service::backend on, int harms)
      : service{on}, shop{service.authority(), share_of_lost_answers, seed_} {
    BOOST_TEST_MESSAGE("seed " << seed_ << ", " << harms << " times");
    service.seed(300 * harms + 500, shop.url());
    service.start();
    bank.emplace(persistent_bank::terms{.base_url = service.base_url(),
                                        .feed_secret = service.store().feed_secret,
                                        .account_number = service.store().account_number,
                                        .amount = 250'000,
                                        .credits_a_second = credits_a_second},
                 service.store().references);
  }

  std::chrono::milliseconds draw_pause() {
    return std::chrono::milliseconds{std::uniform_int_distribution{5, 800}(chance_)};
  }

  /// Lets everything come to its end, and checks that it is the right one.
  void finish() {
    bank->finish();
    BOOST_TEST(bank->wrong_answers() == 0u);
    const auto& acknowledged = bank->acknowledged();
    // The limit is generous, and only a lost event would meet it.
    const auto unfinished = [this] { return service.ask("SELECT COUNT(*) FROM deliveries WHERE state = 0"); };
    for (int tries = 0; tries < 1'200 && unfinished() != "0"; ++tries) std::this_thread::sleep_for(100ms);
    BOOST_TEST(unfinished() == "0");
    BOOST_TEST((check_log(shop) == std::set<std::string>(acknowledged.begin(), acknowledged.end())));
    BOOST_TEST(shop.acknowledged_events() == acknowledged.size());
    check_store(service, acknowledged.size());
    BOOST_TEST_MESSAGE(acknowledged.size() << " credits acknowledged and called back, " << shop.heard()
                                           << " callbacks heard, " << bank->refusals() << " answers of 503");
  }

private:
  unsigned seed_ = std::random_device{}();
  std::mt19937 chance_{seed_};

public:
  tortured_service service;
  merchant shop;
  std::optional<persistent_bank> bank;
};

void kill_again_and_again(tortured_service::backend on) {
  const int kills = kills_wanted();
  torture under{on, kills};
  first_delivery first{under.shop};
  std::chrono::milliseconds slowest_start{0};
  for (int i = 0; i < kills; ++i) {
    first.watch_for(under.draw_pause());
    BOOST_TEST(under.service.end(SIGKILL) == -SIGKILL);
    slowest_start = std::max(slowest_start, under.service.start());
    first.service_started();
  }
  first.watch_for(1s);
  under.finish();
  BOOST_TEST_MESSAGE("slowest start " << slowest_start.count() << " ms; first callback at most "
                                      << first.worst().count() << " ms after the service was ready");
}

} // namespace

BOOST_AUTO_TEST_SUITE(kills)

BOOST_AUTO_TEST_CASE(on_sqlite_nothing_is_lost_and_nothing_told_twice) {
  kill_again_and_again(tortured_service::backend::sqlite);
}

BOOST_AUTO_TEST_CASE(on_postgresql_nothing_is_lost_and_nothing_told_twice) {
  kill_again_and_again(tortured_service::backend::postgresql);
}

BOOST_AUTO_TEST_CASE(when_postgresql_itself_dies_the_service_goes_on_by_itself) {
  const int crashes = std::max(2, kills_wanted() / 5);
  torture under{tortured_service::backend::postgresql, crashes};
  for (int i = 0; i < crashes; ++i) {
    std::this_thread::sleep_for(under.draw_pause());
    under.service.crash_database();
  }
  under.finish();
  BOOST_TEST(under.service.is_running());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::testing
