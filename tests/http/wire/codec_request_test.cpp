#include "http/wire/json_request.hpp"
#include "http/wire/link_codec.hpp"

#include <boost/test/unit_test.hpp>

#include <ostream>

namespace paylink {
std::ostream& boost_test_print_type(std::ostream& out, const field_fault& fault) {
  return out << fault.field << ' ' << fault.code;
}
} // namespace paylink

using namespace paylink;

namespace {

decoded_link_request decode_link(std::string_view body) {
  return decode_link_request(std::get<boost::json::object>(parse_request_object(body)));
}

using brief_faults = std::vector<std::pair<std::string, std::string>>;

brief_faults faults_of(std::string_view body) {
  brief_faults found;
  for (const auto& fault : decode_link(body).faults) {
    BOOST_TEST(!fault.message.empty());
    found.emplace_back(fault.field, fault.code);
  }
  return found;
}

} // namespace

BOOST_AUTO_TEST_CASE(reads_every_member_of_a_create_request) {
  const auto decoded =
      decode_link(R"({"bank_account_id":"ba_1","virtual_account_id":"va_1","callback_url":"https://shop.test/cb",
    "amount":"150000","redirect_url":"https://shop.test/thanks","description":"Đơn hàng\n42","expires_at":"2026-01-31T00:00:00Z",
    "metadata":{"order":"42","colour":""}})");
  BOOST_TEST(decoded.faults.empty());
  const auto& request = decoded.request;
  BOOST_TEST(request.bank_account_id.value() == "ba_1");
  BOOST_TEST(request.virtual_account_id.value() == "va_1");
  BOOST_TEST(request.callback_url.value() == "https://shop.test/cb");
  BOOST_TEST(request.amount.value() == "150000");
  BOOST_TEST(request.redirect_url.value() == "https://shop.test/thanks");
  BOOST_TEST(request.description.value() == "Đơn hàng\n42");
  BOOST_TEST(request.expires_at.value() == "2026-01-31T00:00:00Z");
  BOOST_TEST((request.metadata == std::map<std::string, std::string>{{"order", "42"}, {"colour", ""}}));
}

BOOST_AUTO_TEST_CASE(absent_members_stay_absent) {
  const auto decoded = decode_link("{}");
  BOOST_TEST(decoded.faults.empty());
  BOOST_TEST(!decoded.request.amount.has_value());
  BOOST_TEST(!decoded.request.callback_url.has_value());
  BOOST_TEST(decoded.request.metadata.empty());
}

BOOST_AUTO_TEST_CASE(an_empty_value_is_present) {
  BOOST_TEST(decode_link(R"({"amount":""})").request.amount.value() == "");
}

BOOST_AUTO_TEST_CASE(tells_every_fault_of_type_at_once_by_field) {
  const struct {
    std::string_view body;
    brief_faults faults;
  } cases[]{
      {R"({"amount":150000})", {{"amount", "type"}}},
      {R"({"amount":null})", {{"amount", "null"}}},
      {R"({"callback_url":["https://shop.test"]})", {{"callback_url", "type"}}},
      {R"({"description":true,"redirect_url":{},"bank_account_id":1.5})",
       {{"description", "type"}, {"redirect_url", "type"}, {"bank_account_id", "type"}}},
      {R"({"expire_at":"2026-01-31T00:00:00Z"})", {{"expire_at", "unknown_member"}}},
      {R"({"Amount":"2000","currency":"VND"})", {{"Amount", "unknown_member"}, {"currency", "unknown_member"}}},
      {R"({"metadata":null})", {{"metadata", "null"}}},
      {R"({"metadata":"x"})", {{"metadata", "type"}}},
      {R"({"metadata":["x"]})", {{"metadata", "type"}}},
      {R"({"metadata":{"colour":1,"size":null,"ok":"yes","deep":{}}})",
       {{"metadata.colour", "type"}, {"metadata.size", "null"}, {"metadata.deep", "type"}}},
      {R"({"amount":null,"virtual_account_id":7,"typo":1,"expires_at":null})",
       {{"amount", "null"}, {"virtual_account_id", "type"}, {"typo", "unknown_member"}, {"expires_at", "null"}}},
  };
  for (const auto& one : cases) BOOST_TEST_CONTEXT(one.body) {
      BOOST_TEST((faults_of(one.body) == one.faults));
    }
}

BOOST_AUTO_TEST_CASE(a_body_of_nothing_but_typos_gets_a_bounded_answer) {
  std::string body = "{";
  for (int i = 0; i < 5000; ++i) body += (i ? ",\"" : "\"") + std::to_string(i) + "\":1";
  const auto faults = decode_link(body + '}').faults;
  BOOST_TEST(faults.size() >= 20u);
  BOOST_TEST(faults.size() <= 100u);
}
