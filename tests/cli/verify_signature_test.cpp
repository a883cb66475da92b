#include "http/tools/callback_check.hpp"
#include "tests/cli/program_run.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink::test;
using paylink::callback_verdict;

namespace {

std::string text(const json::value& row, std::string_view name) { return std::string{row.at(name).as_string()}; }

std::string keys_of(const json::value& row) {
  std::string keys;
  if (const auto* several = row.as_object().if_contains("verifier_keys"))
    for (const auto& key : several->as_array()) keys.append(key.as_string()).append("\n");
  return keys.empty() ? text(row, "key") : keys;
}

} // namespace

BOOST_AUTO_TEST_SUITE(verify_signature)

BOOST_AUTO_TEST_CASE(every_vector_is_judged_as_published) {
  auto vectors = paylink::read_vectors("callbacks-vectors.json");
  BOOST_REQUIRE(vectors.at("callback_vectors").as_array().size() >= 9u);
  temporary_folder folder;
  for (const auto& row : vectors.at("callback_vectors").as_array()) {
    auto key_file = folder.write("key", keys_of(row));
    auto body = text(row, "body"), timestamp = text(row, "timestamp");
    auto ran = run_program({"verify-signature", "--timestamp", timestamp, "--signature", text(row, "signature"), "--at",
                            timestamp, "--signing-key-file", key_file},
                           {}, body);
    BOOST_TEST(ran.code == (row.at("valid").as_bool() ? 0 : 1), text(row, "id") << ": " << ran.err);
    BOOST_TEST(!has(ran.out + ran.err, "plsk_"));
  }
}

BOOST_AUTO_TEST_CASE(a_timestamp_may_be_a_day_old_and_five_minutes_ahead) {
  auto vectors = paylink::read_vectors("callbacks-vectors.json");
  const auto& good = vectors.at("callback_vectors").as_array().at(0);
  std::vector<std::string> keys{text(good, "key")};
  for (const auto& rule : vectors.at("callback_age_rule").as_array()) {
    auto verdict = paylink::check_callback(text(good, "timestamp"), text(good, "body"), text(good, "signature"), keys,
                                           rule.at("now").as_int64());
    BOOST_TEST(std::to_string(rule.at("timestamp").as_int64()) == text(good, "timestamp"));
    BOOST_TEST((verdict == callback_verdict::verified) == rule.at("accept").as_bool(), text(rule, "id"));
  }
}

BOOST_AUTO_TEST_CASE(a_timestamp_that_is_no_number_is_refused) {
  std::vector<std::string> keys{"k"};
  for (auto timestamp : {"", "-1", "12x", " 12", "99999999999999999999"})
    BOOST_TEST(
        (paylink::check_callback(timestamp, "{}", std::string(64, 'a'), keys, 12) == callback_verdict::bad_timestamp));
}

BOOST_AUTO_TEST_CASE(the_body_may_be_a_file_and_the_key_a_variable) {
  auto vectors = paylink::read_vectors("callbacks-vectors.json");
  const auto& good = vectors.at("callback_vectors").as_array().at(0);
  temporary_folder folder;
  auto ran =
      run_program({"verify-signature", "--body", folder.write("body", text(good, "body")), "--timestamp",
                   text(good, "timestamp"), "--signature", text(good, "signature"), "--at", text(good, "timestamp")},
                  {{"PAYLINK_SIGNING_KEY", text(good, "key")}});
  BOOST_TEST(ran.code == 0, ran.err);
}

BOOST_AUTO_TEST_CASE(without_a_key_or_body_the_call_is_wrong) {
  BOOST_TEST(run_program({"verify-signature", "--timestamp", "1", "--signature", "a"}).code == 2);
  BOOST_TEST(run_program({"verify-signature", "--timestamp", "1", "--signature", "a", "--body", "/nowhere/body"},
                         {{"PAYLINK_SIGNING_KEY", "k"}})
                 .code == 2);
}

BOOST_AUTO_TEST_SUITE_END()
