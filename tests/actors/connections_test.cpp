// How a person connects a bank account over the API: with a code of the bank, or by a transfer.
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/captured_stderr.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

namespace paylink::test {

namespace json = boost::json;

namespace {

constexpr const char* phone = "0912345678";
constexpr const char* identity = "079012345678";

std::string accounts_of(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/bank-accounts/" + node.workspace.text() + rest;
}

std::string application(const std::string& number = "5550001111", const std::string& more = {}) {
  return R"({"bank":"MB","account_number":")" + number + R"(","holder_name":"TRAN THI B","phone":")" + phone + "\"" +
         more + "}";
}

/// A bank whose code is 246810.
connector_answer honest_bank(const connector_request& request) {
  if (request.target == "/connections")
    return scripted_bank::answered(201, R"({"connection_id":"con-1","otp_required":true})");
  if (request.target.ends_with("/otp"))
    return request.body == R"({"otp":"246810"})" ? scripted_bank::answered(200, R"({"state":"connected"})")
                                                 : scripted_bank::refused("otp_wrong", "otp");
  if (request.target.ends_with("/virtual-accounts"))
    return scripted_bank::answered(201, R"({"account_number":"VQRQABCDE0009"})");
  return scripted_bank::answered(200, "{}");
}

/// A node whose bank MB has a connector, and its Owner.
struct connected_bank {
  connected_bank() { node.bank.by = honest_bank; }
  http_response start(const std::string& body = application()) { return owner.post(accounts_of(node), body); }
  std::string started() {
    const auto answer = start();
    BOOST_REQUIRE_MESSAGE(answer.status == 201, answer.body);
    return text_of(data_of(answer).as_object(), "id");
  }
  http_response give(const std::string& id, const std::string& otp) {
    return owner.post(accounts_of(node, "/" + id + "/otp"), R"({"otp":")" + otp + "\"}");
  }

  virtual_node node{{.connectors = {"MB"}}};
  signed_in_person owner{node, "owner@shop.test"};
};

json::object record_of(const http_response& answer) {
  BOOST_REQUIRE_MESSAGE(answer.status < 300, answer.body);
  return data_of(answer).as_object();
}

std::string only_result(const http_response& answer) { return text_of(rows_of(answer).at(0).as_object(), "result"); }

} // namespace

BOOST_AUTO_TEST_SUITE(connections)

BOOST_AUTO_TEST_CASE(the_banks_code_connects_an_account) {
  connected_bank with;
  auto& node = with.node;
  const auto begun = record_of(with.start());
  const auto id = text_of(begun, "id");
  BOOST_TEST((text_of(begun, "state") == "pending" && begun.at("connected_at").is_null()));
  const auto& connection = begun.at("connection").as_object();
  BOOST_TEST((text_of(connection, "method") == "otp" && connection.at("verification_text").is_null()));
  BOOST_REQUIRE(node.bank.requests.size() == 1u);
  const auto asked = json::parse(node.bank.requests[0].body).as_object();
  BOOST_TEST((text_of(asked, "phone") == phone && text_of(asked, "account_type") == "main" && !asked.contains("bin")));
  BOOST_TEST(node.bank.requests[0].idempotency_key == id);
  const auto wrong = with.give(id, "111111");
  BOOST_TEST((wrong.status == 422u && code_of(wrong) == "OTP_INVALID"));
  BOOST_TEST(wrong.body.find("attempts left: 4") != std::string::npos);
  const auto done = record_of(with.give(id, "246810"));
  BOOST_TEST((text_of(done, "state") == "connected" && done.at("connection").is_null()));
  const auto paid = node.feed(node.entry("FT1", 150'000, "hello", {}, "5550001111"));
  BOOST_TEST(only_result(paid) == "recorded");
  BOOST_TEST(with.give(id, "246810").status == 409u);
}

BOOST_AUTO_TEST_CASE(phone_identity_and_code_leave_no_trace) {
  test::captured_stderr log;
  connected_bank with;
  const auto id =
      text_of(record_of(with.start(application("5550001111", R"(,"identity_number":"079012345678")"))), "id");
  record_of(with.give(id, "246810"));
  with.start(application("5550002222", R"(,"identity_number":"0790")"));
  std::string traces;
  for (const auto* part : {"", "-wal"}) {
    std::ifstream file{with.node.database_file() + part, std::ios::binary};
    traces.append(std::istreambuf_iterator<char>{file}, {});
  }
  BOOST_TEST(traces.find("5550001111") != std::string::npos);
  log.release();
  for (const auto& line : log.read_lines()) traces += line;
  for (const std::string secret : {phone, identity, "246810"}) BOOST_TEST(traces.find(secret) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_the_bank_does_not_accept_is_a_fault_of_its_field) {
  connected_bank with;
  struct row {
    const char* code;
    const char* field;
    const char* reported;
  };
  for (const auto& [code, field, reported] :
       {row{"account_unknown", "account_number", "account_number"},
        row{"identity_number_required", "identity_number", "identity_number"}, row{"strange", "<script>", "body"}}) {
    with.node.bank.by = [=](const connector_request&) { return scripted_bank::refused(code, field); };
    const auto answer = with.start();
    BOOST_TEST((answer.status == 422u));
    BOOST_TEST((faults_of(answer) == std::vector<std::pair<std::string, std::string>>{{reported, "refused_by_bank"}}));
  }
  for (const auto& broken :
       {scripted_bank::answered(201, "{}"), scripted_bank::answered(201, "no json"), scripted_bank::answered(302, ""),
        scripted_bank::answered(401, R"({"error":{"code":"signature"}})"),
        scripted_bank::answered(201, R"({"connection_id":"../x"})"),
        connector_answer{.failed = errc::bank_unreachable}}) {
    with.node.bank.by = [=](const connector_request&) { return broken; };
    const auto answer = with.start();
    BOOST_TEST((answer.status == 502u && code_of(answer) == "BANK_UNREACHABLE"));
  }
  BOOST_TEST(rows_of(with.owner.get(accounts_of(with.node))).size() == 1u); // nothing was started
}

BOOST_AUTO_TEST_CASE(values_are_checked_before_the_bank_is_asked) {
  connected_bank with;
  using faults = std::vector<std::pair<std::string, std::string>>;
  BOOST_TEST((faults_of(with.start("{}")) ==
              faults{{"bank", "required"}, {"account_number", "required"}, {"holder_name", "required"}}));
  BOOST_TEST(
      (faults_of(with.start(R"({"bank":"MB","account_number":"12 34","holder_name":"","phone":"1",)"
                            R"("identity_number":"?","account_type":"x"})")) == faults{{"account_number", "format"},
                                                                                       {"holder_name", "required"},
                                                                                       {"account_type", "format"},
                                                                                       {"phone", "format"},
                                                                                       {"identity_number", "format"}}));
  BOOST_TEST((faults_of(with.start(R"({"bank":"MB","account_number":"5550001111","holder_name":"B"})")) ==
              faults{{"phone", "required"}}));
  BOOST_TEST((faults_of(with.start(R"({"bank":"VCB","account_number":"5550001111","holder_name":"B"})")) ==
              faults{{"bank", "not_found"}})); // open banking does not reach it
  const auto id = with.started();
  BOOST_TEST((faults_of(with.give(id, "12")) == faults{{"otp", "format"}}));
  with.node.apply({set_bank_status{.code = "MB", .status = bank_status::maintenance, .by = {}}});
  const auto refused = with.start(application("5550003333"));
  BOOST_TEST((refused.status == 409u && code_of(refused) == "BANK_NOT_ACCEPTING_CONNECTIONS"));
  BOOST_TEST(with.node.bank.requests.size() == 1u);
  const auto known = with.start(application("0123456789"));
  BOOST_TEST(known.status == 409u);
}

BOOST_AUTO_TEST_CASE(codes_run_out_and_another_one_is_sent) {
  connected_bank with;
  const auto id = with.started();
  for (int turn = 0; turn < 5; ++turn) BOOST_TEST(with.give(id, "111111").status == 422u);
  const auto asked = with.node.bank.requests.size();
  BOOST_TEST((code_of(with.give(id, "246810")) == "OTP_INVALID")); // not even the right one
  BOOST_TEST(with.node.bank.requests.size() == asked);
  BOOST_TEST(with.owner.post(accounts_of(with.node, "/" + id + "/otp/resend")).status == 200u);
  BOOST_TEST(with.node.bank.requests.back().target == "/connections/con-1/otp/resend");
  BOOST_TEST(text_of(record_of(with.give(id, "246810")), "state") == "connected");
}

BOOST_AUTO_TEST_CASE(an_abandoned_connection_is_gone_after_a_quarter_of_an_hour) {
  connected_bank with;
  const auto id = with.started();
  with.node.doze(14min);
  BOOST_TEST(with.owner.get(accounts_of(with.node, "/" + id)).status == 200u);
  with.node.doze(2min);
  BOOST_TEST(with.owner.get(accounts_of(with.node, "/" + id)).status == 404u);
  BOOST_TEST(with.give(id, "246810").status == 404u);
}

BOOST_AUTO_TEST_CASE(a_number_that_another_workspace_has_is_said_only_after_the_code) {
  connected_bank with;
  with.node.open_shop("5550001111");
  const auto id = with.started();
  const auto taken = with.give(id, "246810");
  BOOST_TEST((taken.status == 409u && code_of(taken) == "BANK_ACCOUNT_TAKEN"));
}

BOOST_AUTO_TEST_CASE(a_key_starts_one_connection_and_asks_the_bank_once) {
  connected_bank with;
  auto headers = with.owner.headers();
  headers.emplace_back("idempotency-key", "connect-1");
  const auto first = with.node.call(http_method::post, accounts_of(with.node), application(), headers);
  const auto second = with.node.call(http_method::post, accounts_of(with.node), application(), headers);
  BOOST_TEST((first.status == 201u && second.status == 201u && data_of(first) == data_of(second)));
  BOOST_TEST(header_of(second, "Idempotency-Replayed") == "true");
  BOOST_TEST(with.node.bank.requests.size() == 1u);
  const auto other = with.node.call(http_method::post, accounts_of(with.node), application("5550002222"), headers);
  BOOST_TEST((other.status == 422u && code_of(other) == "IDEMPOTENCY_KEY_REUSED"));
  with.node.doze(16min);
  const auto late = with.node.call(http_method::post, accounts_of(with.node), application(), headers);
  BOOST_TEST((late.status == 404u && late.body.find("was cancelled or has expired") != std::string::npos));
}

BOOST_AUTO_TEST_CASE(a_bank_that_needs_no_code_connects_at_once) {
  connected_bank with;
  with.node.bank.by = [](const connector_request&) {
    return scripted_bank::answered(201, R"({"connection_id":"con-7","otp_required":false})");
  };
  BOOST_TEST(text_of(record_of(with.start()), "state") == "connected");
}

BOOST_AUTO_TEST_CASE(a_disconnected_account_is_connected_again_under_its_id) {
  connected_bank with;
  const auto id = with.started();
  const auto path = accounts_of(with.node, "/" + id);
  BOOST_TEST(with.owner.post(path + "/reconnect", R"({"phone":"0912345678"})").status == 409u);
  BOOST_TEST(with.owner.post(path + "/disconnect").status == 409u); // it is pending
  record_of(with.give(id, "246810"));
  record_of(with.owner.post(path + "/disconnect"));
  BOOST_TEST(with.owner.post(path + "/reconnect").status == 422u); // no phone
  const auto begun = record_of(with.owner.post(path + "/reconnect", R"({"phone":"0912345678"})"));
  BOOST_TEST((text_of(begun, "state") == "disconnected" && begun.at("connection").is_object()));
  BOOST_TEST(text_of(record_of(with.give(id, "246810")), "state") == "connected");
}

BOOST_AUTO_TEST_CASE(a_bank_without_a_connector_is_proved_by_a_transfer_which_is_an_ordinary_transaction) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  // Money that came before the account was connected is kept aside, and recorded then.
  BOOST_TEST(only_result(node.feed(node.entry("FT0", 70'000, "before", {}, "5550001111"))) == "unknown_account");
  const auto begun = record_of(owner.post(accounts_of(node), application()));
  const auto& connection = begun.at("connection").as_object();
  BOOST_TEST(text_of(connection, "method") == "transfer");
  const auto text = text_of(connection, "verification_text");
  BOOST_TEST(text.starts_with("PFVA"));
  const auto path = accounts_of(node, "/" + text_of(begun, "id"));
  BOOST_TEST(owner.post(path + "/otp", R"({"otp":"123456"})").status == 409u);
  const auto debit = [&](const char* reference, const std::string& content, const std::string& number = "5550001111") {
    auto entry = node.entry(reference, 10'000, content, {}, number);
    return entry.replace(entry.find("\"credit\""), 8, "\"debit\"");
  };
  // A debit of another account, or another text, proves nothing.
  node.feed(debit("FT1", text, "0123456789"));
  node.feed(debit("FT2", "PFVA00000000"));
  BOOST_TEST(text_of(record_of(owner.get(path)), "state") == "pending");
  // Banks cut texts and put spaces into them.
  const auto cut = "CHUYEN TIEN " + text.substr(0, 7) + " " + text.substr(7) + "- GD 1";
  BOOST_TEST(only_result(node.feed(debit("FT4", cut))) == "recorded");
  BOOST_TEST(text_of(record_of(owner.get(path)), "state") == "connected");
  node.advance(61s);
  const auto rows =
      rows_of(owner.get("/v1.1/transactions/" + node.workspace.text() + "?account_id=" + text_of(begun, "id")));
  BOOST_TEST(rows.size() == 3u); // with what was kept aside before
  BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(),
                           "SELECT COUNT(*) FROM kept_entries WHERE processed_at IS NULL") == "0");
  BOOST_TEST(only_result(node.feed(node.entry("FT0", 70'000, "before", {}, "5550001111"))) == "duplicate");
}

BOOST_AUTO_TEST_CASE(money_that_comes_in_proves_nothing_nor_does_its_return) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto begun = record_of(owner.post(accounts_of(node), application()));
  const auto text = text_of(begun.at("connection").as_object(), "verification_text");
  const auto credit = node.entry("FT1", 10'000, text, {}, "5550001111");
  auto debit = node.entry("FT2", 10'000, text, {}, "5550001111");
  debit.replace(debit.find("\"credit\""), 8, "\"debit\"");
  for (const auto& one : {credit, debit}) BOOST_TEST(only_result(node.feed(one)) == "unknown_account");
  BOOST_TEST(text_of(record_of(owner.get(accounts_of(node, "/" + text_of(begun, "id")))), "state") == "pending");
}

// Whatever the order: in one report, in two at once, or in two of which the one that came first is told last.
BOOST_AUTO_TEST_CASE(a_payment_that_comes_back_connects_nothing_in_whatever_order_it_is_told) {
  enum class reported { in_one_report, at_once, later };
  for (const auto how : {reported::in_one_report, reported::at_once, reported::later})
    for (const bool is_debit_first : {false, true}) {
      virtual_node node;
      signed_in_person owner{node, "owner@shop.test"};
      node.feed(node.entry("FT0", 70'000, "of its holder", {}, "5550001111"));
      const auto begun = record_of(owner.post(accounts_of(node), application()));
      const auto text = text_of(begun.at("connection").as_object(), "verification_text");
      auto first = node.entry("FT1", 10'000, text, {}, "5550001111"),
           second = node.entry("FT2", 10'000, text, {}, "5550001111");
      auto& debit = is_debit_first ? first : second;
      debit.replace(debit.find("\"credit\""), 8, "\"debit\"");
      if (how == reported::in_one_report) {
        const auto answers = rows_of(node.feed(R"({"entries":[)" + first + "," + second + "]}"));
        BOOST_REQUIRE(answers.size() == 2u);
        for (std::size_t place = 0; place < 2; ++place) {
          BOOST_TEST(text_of(answers[place].as_object(), "bank_reference") == (place == 0 ? "FT1" : "FT2"));
          BOOST_TEST(text_of(answers[place].as_object(), "result") == "unknown_account");
        }
      } else if (how == reported::at_once) {
        std::vector<std::shared_ptr<std::optional<http_response>>> calls;
        for (const auto& one : {first, second})
          calls.push_back(node.begin_call(http_method::post, "/v1.1/bank-feed/MB", one, node.bank_headers(one)));
        node.advance(1s);
        for (const auto& call : calls) BOOST_TEST((call->has_value() && (*call)->status == 200u));
      } else {
        node.feed(first);
        node.advance(20s);
        node.feed(second);
      }
      node.advance(2min);
      const auto now = record_of(owner.get(accounts_of(node, "/" + text_of(begun, "id"))));
      BOOST_TEST(text_of(now, "state") != "connected",
                 "how " << static_cast<int>(how) << ", debit first " << is_debit_first);
      BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(),
                               "SELECT COUNT(*) FROM transactions WHERE source_id = 'FT0'") == "0");
    }
}

BOOST_AUTO_TEST_CASE(a_bank_without_a_feed_is_not_offered_silently_and_refuses_connections) {
  virtual_node node{{.feeds = {"ACB"}}};
  signed_in_person owner{node, "owner@shop.test"};
  for (const auto& one : rows_of(node.api(http_method::get, "/v1.1/banks?limit=100")))
    BOOST_TEST(one.as_object().at("has_feed").as_bool() == (text_of(one.as_object(), "code") == "ACB"));
  const auto refused = owner.post(accounts_of(node), application());
  BOOST_TEST(refused.status == 409u);
  BOOST_TEST(refused.body.find("BANK_NOT_ACCEPTING_CONNECTIONS") != std::string::npos);
  BOOST_TEST(refused.body.find("has no feed for this bank") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(strangers_who_name_a_number_do_not_keep_its_holder_from_connecting_it) {
  virtual_node node{{.connectors = {"MB"}}};
  signed_in_person owner{node, "owner@shop.test"};
  node.bank.by = [](const connector_request&) { return scripted_bank::refused("account_unknown", "account_number"); };
  const auto second = node.open_shop("777", "second@shop.test");
  signed_in_person stranger{node, "second@shop.test"};
  const auto start = [&](const signed_in_person& who, const workspace_id& in, const char* from) {
    auto request =
        virtual_node::request_of(http_method::post, "/v1.1/bank-accounts/" + in.text(), application(), who.headers());
    request.peer = from;
    return node.call(std::move(request)).status;
  };
  for (int turn = 0; turn < 10; ++turn) BOOST_TEST(start(stranger, second.workspace, "203.0.113.99") == 422u);
  BOOST_TEST(start(stranger, second.workspace, "203.0.113.99") == 429u);
  BOOST_TEST(start(stranger, second.workspace, "198.51.100.7") == 429u); // nor from elsewhere
  BOOST_TEST(start(owner, node.workspace, "192.0.2.1") == 422u);
}

BOOST_AUTO_TEST_CASE(an_account_that_is_removed_fails_its_links_and_takes_no_money) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto link = node.make_link();
  const auto path = accounts_of(node, "/" + node.account.text());
  BOOST_TEST(only_result(node.feed(node.entry("FT0", 1'000, "chao"))) ==
             "recorded"); // whose it is, is known for a while
  BOOST_TEST(owner.del(path).status == 204u);
  BOOST_TEST(owner.del(path).status == 404u);
  node.advance(2s);
  BOOST_TEST(text_of(node.get_link(link), "status") == "failed");
  BOOST_TEST(text_of(node.get_link(link), "failure_reason") == "bank_account_removed");
  BOOST_TEST((node.published.back() == std::pair{text_of(link, "public_id"), link_status::failed}));
  const auto late = node.feed(node.entry("FT1", 150'000, text_of(link, "reference")));
  BOOST_TEST(only_result(late) == "unknown_account");
  BOOST_TEST(text_of(rows_of(late).at(0).as_object(), "reason") == "no Workspace has connected this account");
  BOOST_TEST(rows_of(owner.get(accounts_of(node))).empty());
}

BOOST_AUTO_TEST_CASE(virtual_accounts_are_issued_by_the_bank_or_named_by_the_merchant) {
  connected_bank with;
  const auto id = with.started();
  const auto path = accounts_of(with.node, "/" + id + "/virtual-accounts");
  BOOST_TEST(with.owner.post(path, R"({"name":"Till"})").status == 409u); // it is pending
  record_of(with.give(id, "246810"));
  BOOST_TEST((faults_of(with.owner.post(path, R"({"name":"Till","account_number":"X1234"})")) ==
              std::vector<std::pair<std::string, std::string>>{{"account_number", "not_allowed"}}));
  const auto made = record_of(with.owner.post(path, R"({"name":"Till"})"));
  BOOST_TEST((text_of(made, "account_number") == "VQRQABCDE0009" && text_of(made, "status") == "active"));
  BOOST_TEST(with.node.bank.requests.back().target == "/connections/con-1/virtual-accounts");
  BOOST_TEST(text_of(record_of(with.owner.get(accounts_of(with.node, "/" + id))), "account_type") ==
             "main_with_virtual");
  BOOST_TEST(with.owner.del(path + "/" + text_of(made, "id")).status == 204u);
  BOOST_TEST((with.node.bank.requests.back().method == http_method::del));
  BOOST_TEST(with.node.bank.requests.back().target == "/connections/con-1/virtual-accounts/VQRQABCDE0009");
  // The demo account was connected without the bank.
  const auto own = accounts_of(with.node, "/" + with.node.account.text() + "/virtual-accounts");
  BOOST_TEST(with.owner.post(own, R"({"name":"Till"})").status == 422u);
  BOOST_TEST(text_of(record_of(with.owner.post(own, R"({"name":"Till","account_number":"SEP123"})")),
                     "account_number") == "SEP123");
  BOOST_TEST(with.owner.post(own, R"({"name":"Till","account_number":"SEP123"})").status == 409u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
