#include "domain/errors/errc.hpp"
#include "domain/errors/error_reference.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(error_table_rules)

BOOST_AUTO_TEST_CASE(every_error_has_a_row_of_its_own) {
  std::set<int> numbers;
  std::set<std::string_view> codes, keys;
  for (const auto& row : error_table) {
    BOOST_TEST((describe(row.error).number == row.number));
    BOOST_TEST(row.http_status >= 400u);
    BOOST_TEST(row.http_status < 600u);
    BOOST_TEST(!row.message.empty());
    BOOST_TEST(make_error_code(row.error).message() == row.message);
    numbers.insert(row.number);
    codes.insert(row.code);
    keys.insert(row.message_key);
  }
  BOOST_TEST(numbers.size() == error_table.size());
  BOOST_TEST(codes.size() == error_table.size());
  BOOST_TEST(keys.size() == error_table.size());
}

BOOST_AUTO_TEST_CASE(the_reference_of_errors_is_the_one_in_the_docs) {
  std::ostringstream printed;
  print_error_reference(printed);
  const std::string file = PAYLINK_SOURCE_DIR "/docs/errors.md";
  if (std::getenv("PAYLINK_WRITE_DOCS") != nullptr) std::ofstream{file} << printed.str();
  std::ifstream stored{file};
  const std::string text{std::istreambuf_iterator<char>{stored}, {}};
  BOOST_TEST((text == printed.str()), "docs/errors.md is outdated: run this program with PAYLINK_WRITE_DOCS=1");
}

BOOST_AUTO_TEST_CASE(the_numbers_and_keys_that_callers_know_stay_as_they_are) {
  struct row {
    errc error;
    unsigned http;
    std::string_view code;
    int number;
    std::string_view key;
  };
  const row rows[] = {
      {errc::malformed_request, 400, "MALFORMED_REQUEST", 10001, "request/malformed"},
      {errc::not_found, 404, "NOT_FOUND", 10004, "request/not-found"},
      {errc::unsupported_version, 404, "UNSUPPORTED_VERSION", 10006, "request/unsupported-version"},
      {errc::validation_error, 422, "VALIDATION_ERROR", 10022, "request/validation-error"},
      {errc::rate_limited, 429, "RATE_LIMIT_ERROR", 10029, "request/rate-limit-error"},
      {errc::authentication_error, 401, "AUTHENTICATION_ERROR", 20001, "auth/authentication-error"},
      {errc::insufficient_permissions, 403, "INSUFFICIENT_PERMISSIONS", 20003, "auth/insufficient-permissions"},
      {errc::payment_link_not_pending, 409, "PAYMENT_LINK_NOT_PENDING", 30001, "payment-link/not-pending"},
      {errc::bank_unreachable, 502, "BANK_UNREACHABLE", 40005, "bank/unreachable"},
      {errc::plan_workspace_limit, 409, "PLAN_WORKSPACE_LIMIT", 60001, "plan/workspace-limit"},
  };
  for (const auto& [error, http, code, number, key] : rows) {
    const auto& found = describe(error);
    BOOST_TEST(found.http_status == http);
    BOOST_TEST(found.code == code);
    BOOST_TEST(found.number == number);
    BOOST_TEST(found.message_key == key);
  }
}

BOOST_AUTO_TEST_CASE(a_result_carries_its_errc_and_foreign_errors_are_internal) {
  const result<int> failed = errc::not_found;
  BOOST_TEST((to_errc(failed.error()) == errc::not_found));
  BOOST_TEST(failed.error().message() == std::string{describe(errc::not_found).message});
  BOOST_TEST(failed.error().failed());
  const auto foreign = boost::system::errc::make_error_code(boost::system::errc::io_error);
  BOOST_TEST((to_errc(foreign) == errc::internal_error));
  BOOST_TEST((to_errc(boost::system::error_code{}) == errc::ok));
}

BOOST_AUTO_TEST_SUITE_END()
