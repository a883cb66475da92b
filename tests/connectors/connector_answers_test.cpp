// What a bank's connector answers, with texts of payers who know its form.
#include "connectors/connector_protocol.hpp"
#include "http/wire/feed_codec.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::string_literals;

namespace {

connector_result<fetched_entries> read_page(const std::string& body) {
  return read_entries({.status = 200, .body = body});
}

/// The page as the feed's reader gets it.
std::vector<decoded_entry> entries_in(const fetched_entries& page) {
  auto decoded = decode_bank_feed(R"({"entries":)" + page.entries + "}", "MB");
  const auto* refusal = std::get_if<json_refusal>(&decoded);
  BOOST_REQUIRE_MESSAGE(refusal == nullptr, "refused: " << (refusal ? refusal->message : ""));
  return std::get<std::vector<decoded_entry>>(std::move(decoded));
}

std::string entry_of(std::string_view reference, std::string_view amount, std::string_view content) {
  return R"({"bank_reference":")" + std::string{reference} + R"(","account_number":"0123456789","amount":)" +
         std::string{amount} + R"(,"transfer_type":"credit","content":)" + std::string{content} +
         R"(,"occurred_at":"2026-03-15T09:30:05+07:00","status":"booked"})";
}

/// Between two other entries, and before what says how to go on.
std::string page_with(const std::string& entry) {
  return R"({"entries": [)" + entry_of("FT1", "1000", "\"A\"") + " , " + entry + "," +
         entry_of("FT3", "3000", "\"C\"") + R"( ], "next_after": "p\u0037", "has_more": true})";
}

} // namespace

BOOST_AUTO_TEST_SUITE(connector_answers)

BOOST_AUTO_TEST_CASE(a_text_of_a_payer_changes_no_field_and_blocks_no_page) {
  const std::string unknown = "\xEF\xBF\xBD";
  const std::pair<std::string, std::string> cases[]{
      {R"("\"}],\"has_more\":false,\"next_after\":\"z\"")", R"("}],"has_more":false,"next_after":"z")"},
      {R"("\",\"amount\":700000,\"x\":\"")", R"(","amount":700000,"x":")"},
      {R"("\\u0022,\\\"amount\\\":7")", R"(\u0022,\"amount\":7)"},
      {R"("=cmd()\r\n:61:2603150315C700000,NTRFX//9")", "=cmd()\r\n:61:2603150315C700000,NTRFX//9"},
      {R"("</Ustrd>&lt;<b>*x*")", "</Ustrd>&lt;<b>*x*"},
      {R"("\u2028\u202e\u001b[2J")", "\xE2\x80\xA8\xE2\x80\xAE\x1b[2J"},
      {R"("a\u0000b")", "ab"},
      // Which a strict parser refuses, and with it the page and all behind it.
      {"\"a\xFF\"", "a" + unknown},
      {"\"cut \xE1\xBB\"", "cut " + unknown},
      {"\"\xED\xA0\x80\"", unknown + unknown + unknown},
      {R"("\ud83d")", unknown},
      {R"("\udc00x")", unknown + "x"},
      {R"("\x")", unknown},
      {"\"two\r\nlines\"", "two\r\nlines"},
      {"\"a\0b\x1b\""s, "ab\x1b"},
  };
  for (const auto& [sent, content] : cases) BOOST_TEST_CONTEXT(sent) {
      const auto read = read_page(page_with(entry_of("FT2", "2000", sent)));
      BOOST_TEST_REQUIRE(std::holds_alternative<fetched_entries>(read));
      const auto& page = std::get<fetched_entries>(read);
      BOOST_TEST(page.next_after == "p7");
      BOOST_TEST(page.has_more);
      const auto entries = entries_in(page);
      BOOST_TEST_REQUIRE(entries.size() == 3u);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        BOOST_TEST(entries[i].invalid == "");
        BOOST_TEST(entries[i].entry.bank_reference == "FT" + std::to_string(i + 1));
        BOOST_TEST(entries[i].entry.amount.dong == static_cast<std::int64_t>(i + 1) * 1'000);
      }
      BOOST_TEST(entries[1].entry.content == content);
    }
}

// As on the bank's feed, and not as a parser's numbers would make it.
BOOST_AUTO_TEST_CASE(an_amount_is_read_as_it_was_sent_or_refused_by_field) {
  const std::pair<std::string_view, std::string_view> cases[]{
      {"999999999999999", ""},
      {"1000000000000000", "amount is out of range"},
      {"9223372036854775808", "amount is out of range"},
      {"18446744073709551616", "amount is out of range"},
      {"-9223372036854775809", "amount is out of range"},
      {"-5", "amount must be greater than 0"},
      {"150000.0", "amount must be a JSON integer"},
      {"1.5", "amount must be a JSON integer"},
      {"15e4", "amount must be a JSON integer"},
      {"1e400", "amount must be a JSON integer"},
      {"2000,\"amount\":7", "amount occurs more than once"},
  };
  for (const auto& [amount, fault] : cases) BOOST_TEST_CONTEXT(amount) {
      const auto read = read_page(page_with(entry_of("FT2", amount, "\"B\"")));
      BOOST_TEST_REQUIRE(std::holds_alternative<fetched_entries>(read));
      const auto entries = entries_in(std::get<fetched_entries>(read));
      BOOST_TEST_REQUIRE(entries.size() == 3u);
      BOOST_TEST(entries[1].invalid == fault);
      BOOST_TEST(entries[0].invalid.empty());
      BOOST_TEST(entries[2].invalid.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_page_that_cannot_be_used_says_what_it_lacks) {
  const std::pair<std::string, std::string_view> cases[]{
      {"", "JSON object"},
      {"[]", "JSON object"},
      {"{", "JSON object"},
      {R"({"entries":[{}],"next_after":"1"}x)", "JSON object"},
      {R"({"entries":[)" + std::string(100'000, '['), "JSON object"},
      {"{}", "entries"},
      {R"({"entries":null,"next_after":"1"})", "entries"},
      {R"({"entries":"[]","next_after":"1"})", "entries"},
      {R"({"entries":[],"entries":[{}],"next_after":"1"})", "entries"},
      {R"({"entries":[{}]})", "next_after"},
      {R"({"entries":[{}],"next_after":7})", "next_after"},
      {R"({"entries":[],"has_more":true})", "next_after"},
      {R"({"entries":[],"next_after":")" + std::string(513, 'x') + "\"}", "next_after"},
  };
  for (const auto& [body, lacks] : cases) BOOST_TEST_CONTEXT(body.substr(0, 60)) {
      const auto read = read_page(body);
      BOOST_TEST_REQUIRE(std::holds_alternative<connector_failure>(read));
      BOOST_TEST(std::get<connector_failure>(read).reason ==
                 "the connector's answer has no usable " + std::string{lacks});
    }
  const auto empty = read_page(R"( { "more" : {"a":[1]} , "\u0065ntries" : [ ] , "has_more" : false } )");
  BOOST_TEST_REQUIRE(std::holds_alternative<fetched_entries>(empty));
  BOOST_TEST(std::get<fetched_entries>(empty).entries == "[]");
  BOOST_TEST(!std::get<fetched_entries>(empty).has_more);
  const auto refused = read_entries({.status = 409, .body = R"({"error":{"code":"not_connected"}})"});
  BOOST_TEST_REQUIRE(std::holds_alternative<connector_refusal>(refused));
  BOOST_TEST(std::get<connector_refusal>(refused).code == "not_connected");
  BOOST_TEST(std::holds_alternative<connector_failure>(read_entries({.failed = errc::bank_unreachable})));
  BOOST_TEST(std::holds_alternative<connector_failure>(read_entries({.status = 302, .body = R"({"entries":[]})"})));
}

BOOST_AUTO_TEST_SUITE_END()
