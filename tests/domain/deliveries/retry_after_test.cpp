#include "domain/deliveries/retry_after.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

namespace {

const timestamp now = *parse_rfc3339("2026-03-15T02:30:00Z");

std::optional<std::chrono::milliseconds> asked(int status, const std::string& value,
                                               const std::string& name = "Retry-After") {
  attempt made;
  made.status_code = status;
  made.response_headers = {{"Content-Type", "text/plain"}, {name, value}};
  return asked_wait(made, now);
}

} // namespace

BOOST_AUTO_TEST_SUITE(retry_after)

BOOST_AUTO_TEST_CASE(seconds_and_dates_are_read_and_bounded) {
  struct example {
    const char* value;
    std::optional<std::chrono::milliseconds> wait;
  };
  const example examples[] = {
      {"0", 0ms},
      {"120", 120s},
      {"512", 512s},
      {"513", 512s},
      {"99999999999999999999999999", 512s},
      {"Sun, 15 Mar 2026 02:31:30 GMT", 90s},
      {"Sun, 15 Mar 2026 02:29:00 GMT", 0ms},
      {"Sun, 15 Mar 2026 04:30:00 GMT", 512s},
      {"", std::nullopt},
      {"-1", std::nullopt},
      {"1.5", std::nullopt},
      {"soon", std::nullopt},
      {"Sun, 15 Xxx 2026 02:31:30 GMT", std::nullopt},
      {"Sun, 32 Mar 2026 02:31:30 GMT", std::nullopt},
      {"Sun, 15 Mar 2026 25:31:30 GMT", std::nullopt},
      {"Sun, 15 Mar 2026 02:60:30 GMT", std::nullopt},
      {"Sun, 15 Mar 2026 02:30:60 GMT", 60s},
      {"Sun, 15 Mar 2026 02:31:61 GMT", std::nullopt},
      {"Sunday, 15-Mar-26 02:31:30 GMT", 90s},
      {"Sun Mar 15 02:31:30 2026", 90s},
      {"Sunday, 15-Mar-26 02:31:30", std::nullopt},
  };
  for (const auto& [value, wait] : examples)
    for (const int status : {429, 503}) BOOST_TEST((asked(status, value) == wait), value);
}

BOOST_AUTO_TEST_CASE(only_429_and_503_are_asked_and_names_have_no_case) {
  for (const int status : {200, 301, 404, 408, 500, 502, 504}) BOOST_TEST(!asked(status, "120"), status);
  BOOST_TEST((asked(429, "120", "retry-after") == 120s));
  BOOST_TEST((asked(429, "120", "RETRY-AFTER") == 120s));
  BOOST_TEST(!asked(429, "120", "Retry-Before"));
}

BOOST_AUTO_TEST_SUITE_END()
