#include "domain/deliveries/delivery_channel.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(delivery_channels)

BOOST_AUTO_TEST_CASE(a_callback_is_signed_for_a_day_over_its_time_and_bytes) {
  const auto& rule = channel_of(delivery_kind::link_callback).signing;
  BOOST_TEST(rule.data(1'773'541'806, R"({"a":1})") == R"(1773541806.{"a":1})");
  BOOST_TEST((rule.life == std::chrono::hours{24}));
}

BOOST_AUTO_TEST_CASE(a_callback_carries_its_signature_and_number_under_the_stored_names) {
  delivery_job job;
  job.kind = delivery_kind::link_callback;
  job.attempt = 3;
  job.event_id = "evt_01JD8Z3V6Q4M2N8K7P5R1T9W0X";
  job.signed_at = 1'773'541'806;
  job.signature = std::string(64, 'a');
  job.agent = "Other-Payment-Link/1";
  job.brand = "Other";
  const std::vector<std::pair<std::string, std::string>> expected{
      {"User-Agent", "Other-Payment-Link/1"},
      {"X-Other-Signature", std::string(64, 'a')},
      {"X-Other-Timestamp", "1773541806"},
      {"X-Other-Event-ID", "evt_01JD8Z3V6Q4M2N8K7P5R1T9W0X"},
      {"X-Other-Attempt", "3"},
  };
  BOOST_TEST((channel_of(job.kind).headers(job, stored_seal(job)) == expected));
}

BOOST_AUTO_TEST_SUITE_END()
