#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A create request in which one member is put, replaced (`value` is JSON) or left out (empty).
std::string request_with(const virtual_node& node, const std::string& member, const std::string& value) {
  std::vector<std::pair<std::string, std::string>> members{{"bank_account_id", "\"" + node.account.text() + "\""},
                                                           {"callback_url", R"("https://shop.test/cb")"},
                                                           {"amount", R"("150000")"}};
  std::erase_if(members, [&](const auto& known) { return known.first == member; });
  if (!value.empty()) members.emplace_back(member, value);
  std::string body = "{";
  for (const auto& [name, text] : members) body += (body.size() > 1 ? ",\"" : "\"") + name + "\":" + text;
  return body + "}";
}

http_response create(virtual_node& node, const std::string& body) {
  return node.api(http_method::post, "/v1.1/payment-links/" + node.workspace.text(), body);
}

} // namespace

BOOST_AUTO_TEST_SUITE(api_create)

BOOST_AUTO_TEST_CASE(each_rule_refuses_with_its_field_and_code) {
  struct bad {
    std::string member, value, field, code;
  };
  virtual_node node;
  const auto in = [&](std::chrono::milliseconds ahead) {
    return "\"" + format_rfc3339(node.clock.now() + ahead) + "\"";
  };
  const std::vector<bad> cases{
      {"bank_account_id", "", "bank_account_id", "required"},
      {"bank_account_id", "null", "bank_account_id", "null"},
      {"bank_account_id", "7", "bank_account_id", "type"},
      {"bank_account_id", R"("ba_00000000000000000000000000")", "bank_account_id", ""},
      {"callback_url", "", "callback_url", "required"},
      {"callback_url", R"("http://shop.test/cb")", "callback_url", "not_https"},
      {"callback_url", R"("https://10.0.0.1/cb")", "callback_url", "blocked_address"},
      {"callback_url", R"("https://user@shop.test/cb")", "callback_url", "format"},
      {"callback_url", "null", "callback_url", "null"},
      {"amount", R"("1999")", "amount", "too_small"},
      {"amount", R"("500000000")", "amount", "too_large"},
      {"amount", R"("")", "amount", "format"},
      {"amount", R"("02000")", "amount", "format"},
      {"amount", R"("-2000")", "amount", "format"},
      {"amount", R"("2000.0")", "amount", "format"},
      {"amount", "150000", "amount", "type"},
      {"amount", "null", "amount", "null"},
      {"redirect_url", R"("http://shop.test/")", "redirect_url", "not_https"},
      {"description", R"("")", "description", ""},
      {"description", "\"" + std::string(501, 'x') + "\"", "description", "too_long"},
      {"expires_at", in(0ms), "expires_at", "in_the_past"},
      {"expires_at", in(24h + 1ms), "expires_at", "too_far"},
      {"expires_at", R"("tomorrow")", "expires_at", "format"},
      {"virtual_account_id", R"("va_00000000000000000000000000")", "virtual_account_id", ""},
      {"metadata", R"({"a":1})", "metadata.a", "type"},
      {"amonut", R"("2000")", "amonut", "unknown_member"},
  };
  for (const auto& [member, value, field, code] : cases) {
    BOOST_TEST_CONTEXT(member << " = " << value) {
      const auto response = create(node, request_with(node, member, value));
      BOOST_TEST(response.status == 422u);
      const auto faults = faults_of(response);
      BOOST_REQUIRE_MESSAGE(faults.size() == 1u, response.body);
      BOOST_TEST(faults.front().first == field);
      if (!code.empty()) BOOST_TEST(faults.front().second == code);
    }
  }
}

BOOST_AUTO_TEST_CASE(all_faults_of_a_body_come_in_one_answer) {
  virtual_node node;
  const auto response = create(
      node, R"({"amount":"1","callback_url":"http://x.test/","expires_at":"no","colour":"red","description":5})");
  BOOST_TEST(response.status == 422u);
  std::vector<std::string> fields;
  for (const auto& [field, code] : faults_of(response)) fields.push_back(field);
  std::ranges::sort(fields);
  const std::vector<std::string> expected{"amount", "bank_account_id", "callback_url",
                                          "colour", "description",     "expires_at"};
  BOOST_TEST(fields == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(good_requests_are_stored_as_they_were_meant) {
  virtual_node node;
  const std::vector<std::pair<std::string, std::string>> cases{
      {"amount", ""},
      {"amount", R"("2000")"},
      {"amount", R"("499999999")"},
      {"redirect_url", R"("https://shop.test/thanks?order=7")"},
      {"description", R"("Đơn hàng số 1\ndòng hai")"},
      {"expires_at", "\"" + format_rfc3339(node.clock.now() + 1ms) + "\""},
      {"expires_at", "\"" + format_rfc3339(node.clock.now() + 24h) + "\""},
      {"virtual_account_id", "\"" + node.receiver.text() + "\""},
      {"metadata", R"({"màu":"đỏ","order":"7"})"},
  };
  for (const auto& [member, value] : cases) {
    BOOST_TEST_CONTEXT(member << " = " << value) {
      const auto response = create(node, request_with(node, member, value));
      BOOST_REQUIRE_MESSAGE(response.status == 201u, response.body);
      const auto link = data_of(response).as_object();
      const auto expected = value.empty() ? json::value(nullptr) : json::parse(value);
      BOOST_TEST(json::serialize(link.at(member)) == json::serialize(expected));
      BOOST_TEST(json::serialize(data_of(node.api(http_method::get, node.link_path(link))).at(member)) ==
                 json::serialize(expected));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_new_link_has_every_member_of_its_record) {
  virtual_node node;
  const auto response = create(node, request_with(node, "amount", R"("150000")"));
  BOOST_REQUIRE(response.status == 201u);
  const auto link = data_of(response).as_object();
  for (const auto* member :
       {"id",          "public_id",    "url",          "workspace_id", "bank_account_id", "virtual_account_id",
        "reference",   "status",       "amount",       "currency",     "received_amount", "callback_status",
        "description", "callback_url", "redirect_url", "metadata",     "transaction_id",  "failure_reason",
        "created_at",  "expires_at",   "closed_at",    "created_by"})
    BOOST_TEST(link.contains(member), member);
  BOOST_TEST(text_of(link, "status") == "pending");
  BOOST_TEST(text_of(link, "currency") == "VND");
  BOOST_TEST(text_of(link, "callback_status") == "none");
  BOOST_TEST(text_of(link, "url") == "https://pay.test/l/" + text_of(link, "public_id"));
  BOOST_TEST(text_of(link, "expires_at") == format_rfc3339(node.clock.now() + 24h));
  BOOST_TEST(text_of(link, "reference").starts_with("PFSL"));
  const auto location =
      std::ranges::find(response.headers, std::string{"Location"}, &std::pair<std::string, std::string>::first);
  BOOST_REQUIRE((location != response.headers.end()));
  BOOST_TEST(location->second == "/v1.1/payment-links/" + node.workspace.text() + "/" + text_of(link, "id"));
}

BOOST_AUTO_TEST_CASE(json_may_be_declared_in_every_way_that_means_the_same) {
  virtual_node node;
  const auto reported = [&](const char* type) {
    return node
        .call(http_method::post, "/v1.1/payment-links/" + node.workspace.text(), request_with(node, "", ""),
              {{"authorization", "Bearer " + node.token}, {"content-type", type}})
        .status;
  };
  for (const auto* type :
       {"application/json", "Application/JSON", "application/json; charset=utf-8", "application/json;charset=UTF-8",
        "application/json; charset=\"utf-8\"", "application/json; charset=utf8", "application/json;charset=\"UTF8\"",
        "application/json;", "application/json; ", "application/json;;", "application/json; charset=utf-8;",
        "application/json ;charset=utf-8"})
    BOOST_TEST(reported(type) == 201u, type);
  for (const auto* type : {"application/json, text/plain", "application/json; charset=utf-16",
                           "application/json; charset", "application/json; charset=\"utf-8", "application/json; q=1;"})
    BOOST_TEST(reported(type) == 415u, type);
}

// Even equal ones: a proxy may have added the second.
BOOST_AUTO_TEST_CASE(two_authorization_headers_are_refused) {
  virtual_node node;
  for (const auto& second : {"Bearer " + node.token, std::string{"Basic eDp5"}}) {
    const auto refused = node.call(http_method::get, "/v1.1/payment-links/" + node.workspace.text(), {},
                                   {{"authorization", "Bearer " + node.token}, {"authorization", second}});
    BOOST_TEST((refused.status == 401u && code_of(refused) == "AUTHENTICATION_ERROR"), second);
    BOOST_TEST(refused.body.find("more than one Authorization header") != std::string::npos, refused.body);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
