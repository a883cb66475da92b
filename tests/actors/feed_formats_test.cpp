// Feeds in other formats than our own: who may send, and what becomes of what they send.
#include "api/feeds/sender_check.hpp"
#include "domain/values/free_text.hpp"
#include "secrets/hmac.hpp"
#include "tests/actors/signed_in_person.hpp"
#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

namespace paylink::test {

namespace {

using header_list = std::vector<std::pair<std::string, std::string>>;

const std::string mb_feed = "/v1.1/bank-feed/MB";

node_options with_format(const std::string& format) { return {.feed_formats = {{"MB", format}}}; }

std::string seconds_of(timestamp time) { return std::to_string(unix_seconds(time)); }

header_list signed_by_sepay(timestamp at, const std::string& body) {
  hmac_sha256 key{virtual_node::feed_secret};
  return {{"content-type", "application/json"},
          {"x-sepay-timestamp", seconds_of(at)},
          {"x-sepay-signature", "sha256=" + key.hex({seconds_of(at), ".", body})}};
}

/// `sorted` is the body as Casso signs it.
header_list signed_by_casso(timestamp at, const std::string& sorted) {
  const auto time = std::to_string(to_millis(at));
  return {
      {"content-type", "application/json"},
      {"x-casso-signature", "t=" + time + ",v1=" + hmac_sha512_hex(virtual_node::feed_secret, time + "." + sorted)}};
}

header_list as_xml(header_list headers) {
  headers.front().second = "application/xml";
  return headers;
}

const header_list apikey{{"authorization", "Apikey " + std::string{virtual_node::feed_secret}}};

std::string sepay_transaction(const std::string& id, const std::string& content,
                              const std::string& gateway = "MBBank") {
  return R"({"id":)" + id + R"(,"gateway":")" + gateway +
         R"(","transactionDate":"2026-03-15 09:30:05","accountNumber":"0123456789","code":null,"content":")" + content +
         R"(","transferType":"in","transferAmount":150000,"accumulated":0,"subAccount":null,"referenceCode":"FT1"})";
}

/// With its members in the order in which Casso signs them.
std::string casso_transaction(const std::string& id, const std::string& content) {
  return R"({"data":{"accountNumber":"0123456789","amount":150000,"bankName":"MBBank","description":")" + content +
         R"(","id":)" + id + R"(,"transactionDateTime":"2026-03-15 09:30:05"},"error":0})";
}

std::string camt_document(const std::string& content) {
  std::ifstream file{PAYLINK_SOURCE_DIR "/tests/http/feeds/samples/camt054-single.xml"};
  std::string text{std::istreambuf_iterator<char>{file}, {}};
  for (const auto& [what, by] :
       {std::pair<std::string, std::string>{"PFSL7K2M9QX4", content}, {"VQRQTESTA0001", "0123456789"}}) {
    const auto at = text.find(what);
    BOOST_REQUIRE(at != text.npos);
    text.replace(at, what.size(), by);
  }
  return text;
}

struct format_case {
  std::string format;
  std::function<std::string(const std::string& content)> body;
  std::function<header_list(virtual_node& node, const std::string& body)> headers;
  std::string reference;
};

std::vector<format_case> all_formats() {
  return {
      {"sepay", [](const std::string& text) { return sepay_transaction("92704", text); },
       [](virtual_node&, const std::string&) { return apikey; }, "92704"},
      {"sepay", [](const std::string& text) { return sepay_transaction("92704", text); },
       [](virtual_node& node, const std::string& body) { return signed_by_sepay(node.clock.now(), body); }, "92704"},
      {"casso", [](const std::string& text) { return casso_transaction("1001", text); },
       [](virtual_node& node, const std::string& body) { return signed_by_casso(node.clock.now(), body); }, "1001"},
      {"casso", [](const std::string& text) { return casso_transaction("1001", text); },
       [](virtual_node&, const std::string&) { return header_list{{"secure-token", virtual_node::feed_secret}}; },
       "1001"},
      {"camt054", camt_document,
       [](virtual_node& node, const std::string& body) { return as_xml(node.bank_headers(body)); },
       "FT26074123456789@2026-03-15+150000"},
      {"native", camt_document,
       [](virtual_node& node, const std::string& body) { return as_xml(node.bank_headers(body)); },
       "FT26074123456789@2026-03-15+150000"},
  };
}

/// What the network is told before the body is read; 0: it is wanted.
unsigned judged(virtual_node& node, header_list headers) {
  const auto refused = node.judge_head(virtual_node::request_of(http_method::post, mb_feed, {}, std::move(headers)));
  return refused ? refused->status : 0;
}

boost::json::object only_result(const http_response& reported) {
  BOOST_REQUIRE_MESSAGE(reported.status == 200, reported.body);
  BOOST_TEST(boost::json::parse(reported.body).at("success").as_bool());
  return rows_of(reported).at(0).as_object();
}

} // namespace

BOOST_AUTO_TEST_SUITE(other_feed_formats)

BOOST_AUTO_TEST_CASE(a_credit_in_any_format_completes_its_link_once) {
  for (const auto& [format, body_of, headers_of, reference] : all_formats()) BOOST_TEST_CONTEXT(format) {
      virtual_node node{with_format(format)};
      const auto link = node.make_link("150000");
      const auto body = body_of(text_of(link, "reference"));
      const auto reported = only_result(node.call(http_method::post, mb_feed, body, headers_of(node, body)));
      BOOST_TEST(text_of(reported, "result") == "recorded");
      BOOST_TEST(text_of(reported, "bank_reference") == reference);
      BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
      const auto again = only_result(node.call(http_method::post, mb_feed, body, headers_of(node, body)));
      BOOST_TEST(text_of(again, "result") == "duplicate");
      BOOST_TEST(text_of(again, "transaction_id") == text_of(reported, "transaction_id"));
      BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(),
                               "SELECT source_id || ' ' || occurred_at FROM transactions") ==
                 reference + " " + std::to_string(to_millis(*parse_rfc3339("2026-03-15T02:30:05Z"))));
    }
}

// The bank says itself that this debit takes a payment back.
BOOST_AUTO_TEST_CASE(a_reversed_credit_proves_no_account) {
  for (const bool is_reversed : {true, false}) {
    virtual_node node{with_format("camt054")};
    signed_in_person owner{node, "owner@shop.test"};
    const auto path = "/v1.1/bank-accounts/" + node.workspace.text();
    const auto begun = data_of(owner.post(path, R"({"bank":"MB","account_number":"5550001111",)"
                                                R"("holder_name":"TRAN THI B","identity_number":"012345678901",)"
                                                R"("phone":"0912345678"})"));
    auto body = camt_document(text_of(begun.at("connection").as_object(), "verification_text"));
    const auto replace_all = [&](const std::string& what, const std::string& by) {
      for (auto at = body.find(what); at != body.npos; at = body.find(what, at + by.size()))
        body.replace(at, what.size(), by);
    };
    replace_all("0123456789", "5550001111");
    replace_all("CRDT", "DBIT");
    if (is_reversed) replace_all("<Sts>", "<RvslInd>true</RvslInd><Sts>");
    node.call(http_method::post, mb_feed, body, as_xml(node.bank_headers(body)));
    const auto now = data_of(owner.get(path + "/" + text_of(begun.as_object(), "id"))).as_object();
    BOOST_TEST(text_of(now, "state") == (is_reversed ? "pending" : "connected"));
  }
}

BOOST_AUTO_TEST_CASE(a_long_text_in_any_format_is_matched_whole_and_recorded_cut) {
  std::string text;
  while (text.size() < 20'000) text += "Tra tien hang ";
  auto formats = all_formats();
  formats.push_back({"native", [](const std::string&) { return std::string{}; }, {}, {}});
  for (const auto& [format, body_of, headers_of, reference] : formats) BOOST_TEST_CONTEXT(format) {
      virtual_node node{with_format(format)};
      const auto link = node.make_link("150000");
      const auto said = text + text_of(link, "reference");
      const auto body = headers_of ? body_of(said) : node.entry("FT1", 150'000, said);
      const auto reported = only_result(headers_of ? node.call(http_method::post, mb_feed, body, headers_of(node, body))
                                                   : node.feed(body));
      BOOST_TEST(text_of(reported, "result") == "recorded");
      BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
      const auto path = "/v1.1/transactions/" + node.workspace.text();
      const auto shown =
          data_of(node.api(http_method::get, path + "/" + text_of(reported, "transaction_id"))).as_object();
      // SePay and Casso put words of their own around it.
      BOOST_TEST((count_code_points(text_of(shown, "content")) == 1'000u && text_of(shown, "content").ends_with("…")));
      BOOST_TEST((text_of(shown, "content_full").find(said) != std::string::npos));
      const auto listed = rows_of(node.api(http_method::get, path)).at(0).as_object();
      BOOST_TEST(text_of(listed, "content") == text_of(shown, "content"));
      BOOST_TEST(listed.at("content_full").is_null());
    }
}

BOOST_AUTO_TEST_CASE(a_signature_over_another_body_is_refused_in_any_format) {
  for (const auto& [format, body_of, headers_of, reference] : all_formats()) BOOST_TEST_CONTEXT(format) {
      virtual_node node{with_format(format)};
      const auto body = body_of("hello");
      auto headers = headers_of(node, body_of("another"));
      // The secret itself covers no body.
      if (headers == apikey || headers.front().first == "secure-token") continue;
      const auto reported = node.call(http_method::post, mb_feed, body, headers);
      BOOST_TEST(reported.status == 401u, reported.body);
      BOOST_TEST(reported.body.find("does not match") != std::string::npos, reported.body);
    }
}

BOOST_AUTO_TEST_CASE(the_head_of_sepays_webhook_is_judged) {
  virtual_node node{with_format("sepay")};
  const auto now = node.clock.now();
  BOOST_TEST(judged(node, apikey) == 0u);
  BOOST_TEST(judged(node, {{"authorization", "apikey  " + std::string{virtual_node::feed_secret}}}) == 0u);
  BOOST_TEST(judged(node, {}) == 401u);
  BOOST_TEST(judged(node, {{"authorization", "Apikey"}}) == 401u);
  BOOST_TEST(judged(node, {{"authorization", "Apikey wrong"}}) == 401u);
  BOOST_TEST(judged(node, {apikey.front(), apikey.front()}) == 401u);
  BOOST_TEST(judged(node, {{"authorization", "Bearer " + std::string{virtual_node::feed_secret}}}) == 401u);
  BOOST_TEST(judged(node, node.bank_headers("{}")) == 401u);
  BOOST_TEST(judged(node, signed_by_sepay(now, "{}")) == 0u);
  BOOST_TEST(judged(node, signed_by_sepay(now - 300s, "{}")) == 0u);
  BOOST_TEST(judged(node, signed_by_sepay(now - 301s, "{}")) == 401u);
  BOOST_TEST(judged(node, signed_by_sepay(now + 302s, "{}")) == 401u);
  BOOST_TEST(judged(node, {{"x-sepay-signature", "sha256=" + std::string(64, 'a')}}) == 401u);
  const header_list short_one{{"x-sepay-timestamp", seconds_of(now)}, {"x-sepay-signature", "sha256=abc"}};
  BOOST_TEST(judged(node, short_one) == 401u);
  // A signature that is there must be right, whatever else is.
  auto both = apikey;
  both.emplace_back("x-sepay-signature", "sha256=abc");
  BOOST_TEST(judged(node, both) == 401u);
}

BOOST_AUTO_TEST_CASE(the_head_of_cassos_webhook_is_judged) {
  virtual_node node{with_format("casso")};
  const auto now = node.clock.now();
  BOOST_TEST(judged(node, signed_by_casso(now, "{}")) == 0u);
  BOOST_TEST(judged(node, signed_by_casso(now - 300s, "{}")) == 0u);
  BOOST_TEST(judged(node, signed_by_casso(now - 301s, "{}")) == 401u);
  BOOST_TEST(judged(node, signed_by_casso(now + 302s, "{}")) == 401u);
  BOOST_TEST(judged(node, {}) == 401u);
  BOOST_TEST(judged(node, apikey) == 401u);
  BOOST_TEST(judged(node, {{"x-casso-signature", "v1=" + std::string(128, 'a')}}) == 401u);
  BOOST_TEST(judged(node, {{"x-casso-signature", "t=1,v1=abc"}}) == 401u);
  BOOST_TEST(judged(node, {{"secure-token", virtual_node::feed_secret}}) == 0u);
  BOOST_TEST(judged(node, {{"secure-token", "wrong"}}) == 401u);
}

BOOST_AUTO_TEST_CASE(a_camt054_feed_takes_nothing_but_xml) {
  virtual_node node{with_format("camt054")};
  BOOST_TEST(judged(node, node.bank_headers("{}")) == 415u);
  BOOST_TEST(judged(node, as_xml(node.bank_headers("<a/>"))) == 0u);
  BOOST_TEST(judged(node, {{"content-type", "application/xml"}}) == 401u);
  const std::string body = "<Document/>";
  const auto reported = node.call(http_method::post, mb_feed, body, as_xml(node.bank_headers(body)));
  BOOST_TEST(reported.status == 400u);
  BOOST_TEST(reported.body.find("must be a camt.054") != std::string::npos, reported.body);
}

// The example of Casso's documentation, with its key and its signature.
BOOST_AUTO_TEST_CASE(cassos_published_signature_is_accepted) {
  const auto check = make_sender_check(feed_proof::signed_by_casso,
                                       "mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs", "Service");
  auto request = virtual_node::request_of(
      http_method::post, mb_feed,
      R"({"error":0,"data":{"id":0,"reference":"MA_GIAO_DICH_THU_NGHIEM","description":"giao dich thu nghiem",)"
      R"("amount":599000,"runningBalance":25000000,"transactionDateTime":"2024-10-03 15:06:37",)"
      R"("accountNumber":"88888888","bankName":"VPBank","bankAbbreviation":"VPB","virtualAccountNumber":"",)"
      R"("virtualAccountName":"","counterAccountName":"NGUYEN VAN A","counterAccountNumber":"8888888888",)"
      R"("counterAccountBankId":"970415","counterAccountBankName":"VietinBank"}})",
      {{"x-casso-signature",
        "t=1727948258788,v1="
        "ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7dde0868fc667faea8e224900fa79"
        "04e7c88dfa098032fb2d6b6996856e8b7ff3"}});
  const auto claim = check->read_head(request);
  BOOST_TEST(claim.fault == "");
  BOOST_REQUIRE(claim.signed_at.has_value());
  BOOST_TEST(format_rfc3339(*claim.signed_at) == "2024-10-03T09:37:38.788Z");
  BOOST_TEST(check->fault_of(request) == "");
  request.body.replace(request.body.find("599000"), 6, "599001");
  BOOST_TEST(check->fault_of(request) != "");
}

BOOST_AUTO_TEST_CASE(what_is_not_booked_is_told_and_stored_nowhere) {
  virtual_node node{with_format("camt054")};
  auto body = camt_document("hello");
  body.replace(body.find("<Cd>BOOK</Cd>"), 13, "<Cd>PDNG</Cd>");
  const auto reported = only_result(node.call(http_method::post, mb_feed, body, as_xml(node.bank_headers(body))));
  BOOST_TEST(text_of(reported, "result") == "ignored");
  BOOST_TEST(text_of(reported, "reason") == "Sts is PDNG; only BOOK counts");
  BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(),
                           "SELECT (SELECT COUNT(*) FROM transactions) + (SELECT COUNT(*) FROM kept_entries)") == "0");
}

BOOST_AUTO_TEST_CASE(a_webhook_of_another_bank_is_kept_as_it_came) {
  virtual_node node{with_format("sepay")};
  const auto body = sepay_transaction("7", "hello", "Vietcombank");
  const auto reported = only_result(node.call(http_method::post, mb_feed, body, apikey));
  BOOST_TEST(text_of(reported, "result") == "invalid");
  BOOST_TEST(text_of(reported, "reason") == "gateway names another bank: Vietcombank on the feed of MB");
  BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(), "SELECT raw FROM kept_entries") == body);
}

BOOST_AUTO_TEST_CASE(one_amount_beyond_every_integer_refuses_no_other_of_cassos_list) {
  virtual_node node{with_format("casso")};
  const auto one_of = [](const std::string& id, const std::string& amount) {
    auto one = casso_transaction(id, "hello");
    one = one.substr(8, one.rfind(",\"error\"") - 8);
    return one.replace(one.find("150000"), 6, amount);
  };
  std::string list;
  for (const auto& [id, amount] : {std::pair<std::string, std::string>{"1", "1000"},
                                   {"2", "9223372036854775808"},
                                   {"3", "-9223372036854775809"},
                                   {"4", "1e400"},
                                   {"5", "1.5"},
                                   {"9223372036854775808", "-2000"},
                                   {"9223372036854775809", "-2000"}})
    list += (list.empty() ? "" : ",") + one_of(id, amount);
  const auto body = R"({"data":[)" + list + R"(],"error":0})";
  const auto reported = node.call(http_method::post, mb_feed, body, signed_by_casso(node.clock.now(), body));
  BOOST_REQUIRE_MESSAGE(reported.status == 200u, reported.body);
  std::string results, reasons;
  for (const auto& one : rows_of(reported)) {
    results += text_of(one.as_object(), "result") + " ";
    if (one.at("reason").is_string()) reasons += text_of(one.as_object(), "reason") + "; ";
  }
  BOOST_TEST(results == "recorded invalid invalid invalid invalid recorded recorded ");
  BOOST_TEST(reasons ==
             "amount is out of range; amount is out of range; amount must be a number; amount has a fraction; "
             "VND has none; ");
  BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(),
                           "SELECT COUNT(*) || ' ' || SUM(amount) FROM transactions") == "3 5000");
}

// The bank's time is taken as it is: money is not refused because of a day.
BOOST_AUTO_TEST_CASE(a_time_far_away_is_recorded_or_refused_by_field) {
  const std::pair<std::string, std::string> cases[]{{"2099-12-31 23:59:59", "2099-12-31T16:59:59.000Z"},
                                                    {"9999-12-31 23:59:59", "9999-12-31T16:59:59.000Z"},
                                                    {"1900-01-01 00:00:00", "1899-12-31T17:00:00.000Z"},
                                                    {"0000-01-01 00:00:00", ""},
                                                    {"10000-01-01 00:00:00", ""}};
  for (const auto& [time, recorded] : cases) BOOST_TEST_CONTEXT(time) {
      virtual_node node{with_format("sepay")};
      const auto link = node.make_link("150000");
      auto body = sepay_transaction("9223372036854775808", text_of(link, "reference"));
      body.replace(body.find("2026-03-15 09:30:05"), 19, time);
      const auto reported = only_result(node.call(http_method::post, mb_feed, body, apikey));
      BOOST_TEST(text_of(reported, "result") == (recorded.empty() ? "invalid" : "recorded"));
      BOOST_TEST(text_of(node.get_link(link), "status") == (recorded.empty() ? "pending" : "succeeded"));
      const auto list = rows_of(node.api(http_method::get, "/v1.1/transactions/" + node.workspace.text()));
      BOOST_TEST(list.size() == (recorded.empty() ? 0u : 1u));
      if (!list.empty()) BOOST_TEST(text_of(list.at(0).as_object(), "transaction_date") == recorded);
      const auto again = only_result(node.call(http_method::post, mb_feed, body, apikey));
      BOOST_TEST(text_of(again, "result") == (recorded.empty() ? "invalid" : "duplicate"));
    }
}

BOOST_AUTO_TEST_CASE(a_notification_without_entries_is_taken) {
  virtual_node node{with_format("casso")};
  const std::string body = R"({"data":[],"error":0})";
  const auto reported = node.call(http_method::post, mb_feed, body, signed_by_casso(node.clock.now(), body));
  BOOST_TEST(reported.status == 200u);
  BOOST_TEST(rows_of(reported).empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
