#include "domain/deliveries/callback_round.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(callback_rounds)

BOOST_AUTO_TEST_CASE(a_callback_is_signed_anew_only_past_a_day_or_without_its_key) {
  constexpr std::int64_t signed_at = 1'773'541'806;
  const timestamp at{std::chrono::seconds{signed_at}};
  struct round_case {
    timestamp now;
    bool key_is_kept;
    renewal expected;
  };
  const round_case cases[] = {
      {at, true, renewal::none},
      {at + 86'400s, true, renewal::none}, // receivers take what is exactly so old
      {at + 86'400s + 999ms, true, renewal::none},
      {at + 86'401s, true, renewal::too_old},
      {at + 30 * 24h, true, renewal::too_old},
      {at - 1h, true, renewal::none},
      {at, false, renewal::key_replaced},
      {at + 86'400s, false, renewal::key_replaced},
      {at + 86'401s, false, renewal::too_old},
  };
  for (const auto& one : cases)
    BOOST_TEST((renewal_of(signed_at, callback_life, one.key_is_kept, one.now) == one.expected),
               format_rfc3339(one.now));
}

BOOST_AUTO_TEST_SUITE_END()
