#include "domain/deliveries/delivery_advice.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

using namespace paylink;

namespace {

const std::string document_path = PAYLINK_SOURCE_DIR "/docs/callbacks.md";

std::string read_document() {
  std::ifstream stored{document_path};
  return {std::istreambuf_iterator<char>{stored}, {}};
}

// What stands between `<!-- printed: NAME -->` and `<!-- end -->` must be what the tables in the code print.
void compare_part(const std::string& name, void (*print)(std::ostream&)) {
  std::ostringstream printed;
  printed << "\n\n";
  print(printed);
  printed << "\n";
  auto text = read_document();
  const auto mark = "<!-- printed: " + name + " -->";
  const auto mark_at = text.find(mark);
  BOOST_REQUIRE_MESSAGE(mark_at != text.npos, document_path << " lacks " << mark);
  const auto begin = mark_at + mark.size(), end = text.find("<!-- end -->", begin);
  BOOST_REQUIRE_MESSAGE(end != text.npos, document_path << ": nothing ends " << mark);
  if (std::getenv("PAYLINK_WRITE_DOCS") != nullptr)
    std::ofstream{document_path} << text.replace(begin, end - begin, printed.str());
  else
    BOOST_TEST((text.substr(begin, end - begin) == printed.str()),
               "docs/callbacks.md is outdated: run this program with PAYLINK_WRITE_DOCS=1");
}

verdict judge_class(failure_class failed_by, bool is_final, int status = 0) {
  attempt made;
  made.failed_by = failed_by;
  made.final = is_final;
  made.status_code = status;
  return judge(made);
}

} // namespace

BOOST_AUTO_TEST_SUITE(delivery_advice_rules)

BOOST_AUTO_TEST_CASE(every_class_of_failures_has_advice_of_its_own) {
  for (const auto& row : delivery_advices) {
    BOOST_TEST((&advise(row.failed_by) == &row));
    BOOST_TEST(!row.meaning.empty());
    BOOST_TEST(!row.advice.empty());
    BOOST_TEST(row.when.empty() == (row.is_retried != retried::sometimes));
  }
}

BOOST_AUTO_TEST_CASE(what_is_told_of_retries_is_what_the_service_does) {
  using enum failure_class;
  for (auto failed_by : {connect, timeout, reset}) {
    BOOST_TEST((advise(failed_by).is_retried == retried::always));
    BOOST_TEST((judge_class(failed_by, false) == verdict::retry));
  }
  BOOST_TEST((advise(redirect_rejected).is_retried == retried::never));
  BOOST_TEST((judge_class(redirect_rejected, false) == verdict::failed));
  BOOST_TEST((advise(blocked_destination).is_retried == retried::sometimes));
  BOOST_TEST((judge_class(blocked_destination, true) == verdict::unconfirmed));
  BOOST_TEST((judge_class(blocked_destination, true, 302) == verdict::failed));
  for (auto failed_by : {dns, tls}) {
    BOOST_TEST((advise(failed_by).is_retried == retried::sometimes));
    BOOST_TEST((judge_class(failed_by, false) == verdict::retry));
    BOOST_TEST((judge_class(failed_by, true) == verdict::unconfirmed));
  }
  BOOST_TEST((advise(http_4xx).is_retried == retried::sometimes));
  for (int status = 400; status < 500; ++status) {
    const bool is_retried = status == 408 || status == 429;
    BOOST_TEST((judge_class(http_4xx, false, status) == (is_retried ? verdict::retry : verdict::failed)));
  }
  BOOST_TEST((advise(http_5xx).is_retried == retried::always));
  for (int status = 500; status < 600; ++status) BOOST_TEST((judge_class(http_5xx, false, status) == verdict::retry));
}

BOOST_AUTO_TEST_CASE(the_document_on_callbacks_holds_the_advice_and_the_schedule_of_the_code) {
  compare_part("failure classes", print_delivery_advice);
  compare_part("retry schedule", print_retry_schedule);
}

BOOST_AUTO_TEST_CASE(the_schedule_that_merchants_are_told_takes_36_minutes) {
  std::ostringstream printed;
  print_retry_schedule(printed);
  BOOST_TEST(printed.str().find("| 10 | 512 s | 2166 s |") != std::string::npos);
  BOOST_TEST(printed.str().find("That is a total wait of 36 min 6 s.") != std::string::npos);
  BOOST_TEST(printed.str().find("41 min 6 s") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
