#include "tests/e2e/merchant.hpp"
#include "tests/e2e/sandbox_service.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <set>

namespace paylink::testing {

namespace json = boost::json;

namespace {

/// How many kills: two in the everyday run; TEST_KILLS asks for more.
int kills_wanted() {
  const char* asked = std::getenv("TEST_KILLS");
  return asked ? std::atoi(asked) : 2;
}

/// A bank that tells of one payment for each link, again and again until it is acknowledged, from several threads.
class persistent_bank {
public:
  persistent_bank(sandbox_service& service, std::vector<json::object> links)
      : service_{service}, links_{std::move(links)} {
    for (int i = 0; i < 4; ++i) threads_.emplace_back([this] { work(); });
  }
  ~persistent_bank() { join(); }
  void join() {
    for (auto& thread : threads_)
      if (thread.joinable()) thread.join();
  }
  std::size_t acknowledged() const { return acknowledged_; }

private:
  void work() {
    for (std::size_t i = next_++; i < links_.size(); i = next_++) {
      const auto reference = json::value_to<std::string>(links_[i].at("reference"));
      for (int tries = 0; tries < 3'000; ++tries) {
        const auto answer = service_.notify("B" + std::to_string(i), "thanh toan " + reference);
        if (answer && answer->status == 200) {
          ++acknowledged_;
          break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
      }
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
  }
  sandbox_service& service_;
  std::vector<json::object> links_;
  std::atomic<std::size_t> next_{0}, acknowledged_{0};
  std::vector<std::thread> threads_;
};

} // namespace

BOOST_AUTO_TEST_CASE(kills_at_random_moments_lose_no_credit_and_raise_no_second_event) {
  const int kills = kills_wanted();
  const unsigned seed = std::random_device{}();
  BOOST_TEST_MESSAGE("seed " << seed << ", " << kills << " kills");
  std::mt19937 chance{seed};
  sandbox_service service{
      {{"WEBHOOK_INITIAL_DELAY", "1s"}, {"WEBHOOK_MAX_DELAY", "1s"}, {"WEBHOOK_MAX_ATTEMPTS", "30"}}};
  service.start();
  merchant shop{service.authority(), 0.2, seed};
  std::vector<json::object> links;
  for (int i = 0; i < 100 + 40 * kills; ++i) links.push_back(service.make_link(shop.url()));

  persistent_bank bank{service, links};
  for (int i = 0; i < kills; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds{std::uniform_int_distribution{5, 800}(chance)});
    BOOST_TEST(service.end(SIGKILL) == -SIGKILL);
    service.start();
  }
  bank.join();
  BOOST_TEST(bank.acknowledged() == links.size());

  // In the end every event is delivered; the deadline is generous, and only a lost event would meet it.
  for (int tries = 0; tries < 1'200 && shop.acknowledged_events() < links.size(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds{100});

  std::set<std::string> paid_links;
  for (const auto& [event, arrivals] : shop.arrivals()) {
    const auto body = json::parse(arrivals.front().body).as_object();
    const auto link = json::value_to<std::string>(body.at("payment_link_id"));
    BOOST_TEST(paid_links.insert(link).second, "a second event for link " << link);
    int last = 0;
    for (const auto& heard : arrivals) {
      BOOST_TEST(heard.body == arrivals.front().body);
      BOOST_TEST(heard.signature == arrivals.front().signature);
      BOOST_TEST(heard.timestamp == arrivals.front().timestamp);
      // A kept connection that breaks before the answer is dialled anew within its attempt, under the same number.
      BOOST_TEST(heard.attempt >= last);
      last = heard.attempt;
    }
  }
  BOOST_TEST(shop.acknowledged_events() == links.size());
  for (const auto& link : links) {
    const auto now = service.get_link(json::value_to<std::string>(link.at("id")));
    BOOST_TEST(json::value_to<std::string>(now.at("status")) == "succeeded");
    const auto history = service.call(verb::get, "/v1.1/payment-links/" + service.workspace() + "/" +
                                                     json::value_to<std::string>(link.at("id")) + "/payments");
    BOOST_TEST(json::parse(history.body).at("data").as_array().size() == 1u);
  }
}

} // namespace paylink::testing
