#include "domain/webhooks/webhook_rules.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>

using namespace paylink;

namespace {

const address_policy closed;
constexpr std::string_view brand = "Service";
const std::string account = "ba_01kkqc6tq0e9s8v7w6x5y4z3a2", other_account = "ba_01kkqc6tq0e9s8v7w6x5y4z3a3";
const std::string number = "va_01kkqc6tq0e9s8v7w6x5y4z3a2";

webhook_request good_endpoint() {
  webhook_request request;
  request.name = "Orders";
  request.url = "https://shop.example/hook";
  request.events = {"transaction.credit"};
  return request;
}

webhook_request good_chat() {
  webhook_request request;
  request.type = webhook_type::telegram;
  request.name = "Sales";
  request.events = {"order.failed"};
  request.chat_id = "-1001234567890";
  request.bot_token = "a token";
  return request;
}

std::vector<std::string> faults_of(const checked_webhook& checked) {
  std::vector<std::string> faults;
  for (const auto& fault : checked.faults) {
    BOOST_TEST(!fault.message.empty());
    faults.push_back(fault.field + ":" + fault.code);
  }
  return faults;
}

std::vector<std::string> new_faults(const webhook_request& request) {
  return faults_of(check_new_webhook(request, closed, brand));
}

std::vector<std::string> change_faults(const webhook_request& request) {
  return faults_of(check_webhook_change(request, closed, brand));
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t round = 0; round < times; ++round) out += text;
  return out;
}

/// The only fault, or none.
std::vector<std::string> only(const std::string& fault) {
  return fault.empty() ? std::vector<std::string>{} : std::vector{fault};
}

/// Expects the same of a new webhook and of a change of one.
void expect(const webhook_request& request, const std::vector<std::string>& faults, const std::string& what) {
  BOOST_TEST_CONTEXT(what) {
    BOOST_TEST(new_faults(request) == faults, boost::test_tools::per_element());
    BOOST_TEST(change_faults(request) == faults, boost::test_tools::per_element());
  }
}

void expect_filter(const filter_request& filter, const std::string& fault, const std::string& what) {
  auto request = good_endpoint();
  request.filter = filter;
  expect(request, only(fault), what);
}

webhook_filter read_filter(const filter_request& filter) {
  auto request = good_endpoint();
  request.filter = filter;
  const auto checked = check_new_webhook(request, closed, brand);
  BOOST_TEST(checked.faults.empty());
  return checked.filter;
}

} // namespace

BOOST_AUTO_TEST_SUITE(webhook_rule_table)

BOOST_AUTO_TEST_CASE(a_new_webhook_needs_a_name_events_and_if_it_is_no_chat_a_url) {
  webhook_request request;
  const std::vector<std::string> of_endpoint{"name:required", "url:required", "events:required"};
  BOOST_TEST(new_faults(request) == of_endpoint, boost::test_tools::per_element());
  request.type = webhook_type::telegram;
  const std::vector<std::string> of_chat{"name:required", "events:required"};
  BOOST_TEST(new_faults(request) == of_chat, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_change_needs_nothing) {
  webhook_request request;
  BOOST_TEST(change_faults(request).empty());
  request.type = webhook_type::telegram;
  BOOST_TEST(change_faults(request).empty());
  BOOST_TEST((check_webhook_change(request, closed, brand).events == 0));
}

BOOST_AUTO_TEST_CASE(a_name_has_1_to_100_characters) {
  const std::pair<std::string, std::string> rows[] = {
      {"a", ""},
      {" a ", ""},
      {"Đơn hàng 🎁", ""},
      {repeated("x", 100), ""},
      {repeated("Đ", 100), ""},
      {"", "name:too_small"},
      {"   ", "name:too_small"},
      {repeated("x", 101), "name:too_long"},
      {repeated("Đ", 101), "name:too_long"},
      {"a\nb", "name:format"},
      {"a\tb", "name:format"},
      {"a\u0085b", "name:format"},
  };
  for (const auto& [name, fault] : rows) {
    auto request = good_endpoint();
    request.name = name;
    expect(request, only(fault), name);
  }
}

BOOST_AUTO_TEST_CASE(each_type_has_members_that_the_other_has_not) {
  struct row {
    const char* what;
    std::function<void(webhook_request&)> change;
    std::string endpoint_fault, chat_fault;
  };
  const row rows[] = {
      {"nothing", [](auto&) {}, "", ""},
      {"url", [](auto& request) { request.url = "https://shop.example/"; }, "", "url:format"},
      {"headers", [](auto& request) { request.headers.emplace().emplace_back("X-Shop", "hanoi"); }, "",
       "headers:format"},
      {"chat_id", [](auto& request) { request.chat_id = "@shop"; }, "chat_id:format", ""},
      {"bot_token", [](auto& request) { request.bot_token = "another"; }, "bot_token:format", ""},
  };
  for (const auto& [what, change, endpoint_fault, chat_fault] : rows) {
    auto endpoint = good_endpoint(), chat = good_chat();
    change(endpoint);
    change(chat);
    expect(endpoint, only(endpoint_fault), what);
    expect(chat, only(chat_fault), what);
  }
}

BOOST_AUTO_TEST_CASE(a_url_is_one_that_the_service_may_call) {
  const std::pair<std::string, std::string> rows[] = {
      {"https://shop.example:8443/a?b", ""},
      {"", "url:format"},
      {"http://shop.example/", "url:not_https"},
      {"https://127.0.0.1/", "url:blocked_address"},
  };
  for (const auto& [url, fault] : rows) {
    auto request = good_endpoint();
    request.url = url;
    expect(request, only(fault), url);
  }
  // A chat's is refused for being there, and not looked into.
  auto chat = good_chat();
  chat.url = "http://127.0.0.1/";
  expect(chat, {"url:format"}, "of a chat");
}

BOOST_AUTO_TEST_CASE(events_are_named_once_each_and_one_at_least) {
  struct row {
    std::vector<std::string> events;
    std::vector<std::string> faults;
  };
  const row rows[] = {
      {{"transaction.credit", "transaction.debit", "order.success", "order.failed"}, {}},
      {{}, {"events:too_small"}},
      {{"order.cancelled"}, {"events.0:format"}},
      {{"", "order.failed", "Order.failed"}, {"events.0:format", "events.2:format"}},
      {{"order.failed", "order.success", "order.failed"}, {"events.2:format"}},
  };
  for (const auto& [events, faults] : rows) {
    auto request = good_endpoint();
    request.events = events;
    expect(request, faults, std::to_string(events.size()) + " events");
  }
  auto request = good_endpoint();
  request.events = {"order.failed", "transaction.debit"};
  BOOST_TEST(check_new_webhook(request, closed, brand).events ==
             (bit_of(webhook_event::transaction_debit) | bit_of(webhook_event::order_failed)));
}

BOOST_AUTO_TEST_CASE(of_many_wrong_events_64_are_listed) {
  auto request = good_endpoint();
  request.events = std::vector<std::string>(1'000, "x");
  const auto faults = new_faults(request);
  BOOST_TEST(faults.size() == 64);
  BOOST_TEST(faults.back() == "events.63:format");
}

BOOST_AUTO_TEST_CASE(a_filter_is_read_as_it_was_given) {
  const auto filter = read_filter({.accounts = std::vector{account, other_account, account},
                                   .virtual_accounts = std::vector{number},
                                   .direction = "debit",
                                   .amount_min = "150000",
                                   .text = "Đơn hàng"});
  const webhook_filter expected{
      .accounts = {bank_account_id::parse(account).value(), bank_account_id::parse(other_account).value()},
      .virtual_accounts = {virtual_account_id::parse(number).value()},
      .direction = transfer_type::debit,
      .amount_min = money{150'000},
      .text = "Đơn hàng"};
  BOOST_TEST((filter == expected)); // with each account once
  BOOST_TEST((read_filter({.direction = "credit"}) == webhook_filter{.direction = transfer_type::credit}));
  BOOST_TEST(read_filter({}).is_empty());
}

BOOST_AUTO_TEST_CASE(a_filter_names_1_to_50_accounts) {
  const std::vector<std::string> most(50, account), more(51, account), numbers(50, number), more_numbers(51, number);
  expect_filter({.accounts = most, .virtual_accounts = numbers}, "", "50");
  expect_filter({.accounts = more}, "filter.bank_account_ids:too_large", "51");
  expect_filter({.virtual_accounts = more_numbers}, "filter.virtual_account_ids:too_large", "51 virtual");
  expect_filter({.accounts = std::vector<std::string>{}}, "filter.bank_account_ids:too_small", "none");
  expect_filter({.virtual_accounts = std::vector<std::string>{}}, "filter.virtual_account_ids:too_small", "none");
}

BOOST_AUTO_TEST_CASE(an_account_of_invalid_form_is_reported_as_not_found) {
  expect_filter({.accounts = std::vector{std::string{"ba_1"}, account}}, "filter.bank_account_ids.0:not_found", "ba_1");
  expect_filter({.accounts = std::vector{account, number}}, "filter.bank_account_ids.1:not_found", number);
  expect_filter({.virtual_accounts = std::vector{account}}, "filter.virtual_account_ids.0:not_found", account);
}

BOOST_AUTO_TEST_CASE(a_filters_direction_amount_and_text_have_their_forms) {
  for (const auto* word : {"", "Credit", "in", "both"})
    expect_filter({.direction = word}, "filter.transfer_type:format", word);
  for (const auto* amount : {"1", "9223372036854775807"}) expect_filter({.amount_min = amount}, "", amount);
  for (const auto* amount : {"", "-1", "01", "1.5"})
    expect_filter({.amount_min = amount}, "filter.min_amount:format", amount);
  expect_filter({.amount_min = "9223372036854775808"}, "filter.min_amount:too_large", "beyond 64 bits");
  const std::pair<std::string, std::string> texts[] = {
      {"7", ""},
      {"đ", ""},
      {repeated("Đ", 100), ""},
      {repeated("Đ", 101), "filter.text:too_long"},
      {"", "filter.text:format"},
      {"-- ", "filter.text:format"},
      {"🎁", "filter.text:format"},
  };
  for (const auto& [text, fault] : texts) expect_filter({.text = text}, fault, text);
}

BOOST_AUTO_TEST_CASE(a_header_has_a_name_and_a_value_that_every_server_reads_alike) {
  struct row {
    std::string name, value;
    bool is_good;
  };
  const row rows[] = {
      {"X-Shop", "hanoi", true},
      {"x", "y", true},
      {"azAZ09!#$%&'*+-.^_`|~", "!~ ~!", true}, // every kind of token character (RFC 9110, 5.6.2)
      {repeated("x", 100), "y", true},
      {"X-Shop", repeated("y", 1'000), true},
      {"", "y", false},
      {repeated("x", 101), "y", false},
      {"X Shop", "y", false},
      {"X-Shop:", "y", false},
      {"X/Shop", "y", false},
      {"X@Shop", "y", false},
      {"X[Shop", "y", false},
      {"X{Shop", "y", false},
      {"X\"Shop", "y", false},
      {"X-Shöp", "y", false},
      {"X-Shop\n", "y", false},
      {"X-Shop", "", false},
      {"X-Shop", " ", false},
      {"X-Shop", " y", false},
      {"X-Shop", "y ", false},
      {"X-Shop", "a\tb", false},
      {"X-Shop", "a\r\nX-Other: b", false},
      {"X-Shop", "a\x1f", false},
      {"X-Shop", "a\x7f", false},
      {"X-Shop", "é", false},
      {"X-Shop", repeated("y", 1'001), false},
  };
  for (const auto& [name, value, is_good] : rows) {
    auto request = good_endpoint();
    request.headers = {{name, value}};
    expect(request, only(is_good ? "" : "headers." + name + ":format"), name + ": " + value);
  }
}

BOOST_AUTO_TEST_CASE(a_webhook_has_10_headers_at_most_each_once) {
  auto request = good_endpoint();
  request.headers.emplace();
  expect(request, {}, "no headers");
  for (int i = 0; i < 10; ++i) request.headers->emplace_back("X-" + std::to_string(i), "y");
  expect(request, {}, "10 headers");
  request.headers->emplace_back("X-10", "y");
  expect(request, {"headers:too_large"}, "11 headers");
  request.headers = {{"X-Shop", "a"}, {"X-Other", "b"}, {"x-shOP", "c"}};
  expect(request, {"headers.x-shOP:format"}, "the same name");
  request.headers = {{"Host", " "}, {"X-Other", "b"}};
  expect(request, {"headers.Host:format", "headers.Host:format"}, "name and value");
}

BOOST_AUTO_TEST_CASE(headers_of_the_request_of_the_connection_and_of_secrets_are_reserved) {
  for (const auto* name : {// Of one hop: RFC 9110, 7.6.1, and its relatives in 7.6.2 and 7.8, and in RFC 9113, 3.2.1.
                           "Connection", "Proxy-Connection", "Keep-Alive", "TE", "Transfer-Encoding", "Upgrade",
                           "Trailer", "Max-Forwards", "HTTP2-Settings",
                           // Of the request itself.
                           "Host", "Content-Length", "Content-Type", "Content-Encoding", "Accept", "Accept-Encoding",
                           "Expect", "User-Agent", "X-Client-API-Key",
                           // Of proxies.
                           "Via", "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
                           // With secrets.
                           "Authorization", "Proxy-Authorization", "Cookie",
                           // Ours.
                           "X-Service-Signature", "x-service-anything", "X-SERVICE-"}) {
    BOOST_TEST(is_reserved_header(name, brand), name);
    auto request = good_endpoint();
    request.headers.emplace().emplace_back(name, "y");
    expect(request, only(std::string{"headers."} + name + ":format"), name);
  }
  for (const auto* name :
       {"", "X-Shop", "X-Service", "X-Services-1", "Service-1", "Hosts", "Accept-Language", "X-Pay-1"})
    BOOST_TEST(!is_reserved_header(name, brand), name);
  BOOST_TEST((is_reserved_header("x-pay-1", "PAY") && !is_reserved_header("X-Service-1", "Pay")));
}

BOOST_AUTO_TEST_SUITE_END()
