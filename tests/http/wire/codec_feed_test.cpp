#include "http/wire/feed_codec.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace paylink;
using namespace std::string_literals;

namespace {

constexpr std::string_view sound =
    R"({"bank_reference":"FT26031","account_number":"0123456789","amount":150000,"transfer_type":"credit",)"
    R"("content":"PFSL7K2M9QX4 thanh toan","occurred_at":"2026-01-31T15:15:30.123+07:00","status":"booked"})";

std::vector<decoded_entry> decode_feed(std::string_view body, std::string_view feed = "MB") {
  auto decoded = decode_bank_feed(body, feed);
  BOOST_TEST_REQUIRE(std::holds_alternative<std::vector<decoded_entry>>(decoded));
  return std::get<std::vector<decoded_entry>>(std::move(decoded));
}

decoded_entry decode_one(std::string_view body, std::string_view feed = "MB") {
  auto entries = decode_feed(body, feed);
  BOOST_TEST_REQUIRE(entries.size() == 1u);
  return std::move(entries.front());
}

/// The sound entry with one piece of text replaced.
std::string with(std::string_view what, std::string_view by) {
  std::string text{sound};
  const auto at = text.find(what);
  BOOST_TEST_REQUIRE(at != text.npos);
  return text.replace(at, what.size(), by);
}

std::string with_content(std::string_view json) { return with(R"("PFSL7K2M9QX4 thanh toan")", json); }

std::string list_of(std::size_t count) {
  std::string body = R"({"entries":[)";
  for (std::size_t i = 0; i < count; ++i) (body += i ? "," : "") += sound;
  return body + "]}";
}

} // namespace

BOOST_AUTO_TEST_CASE(reads_one_entry) {
  const auto row = decode_one(sound);
  BOOST_TEST(row.invalid == "");
  BOOST_TEST(row.raw == "");
  BOOST_TEST(row.entry.bank_reference == "FT26031");
  BOOST_TEST(row.entry.account_number == "0123456789");
  BOOST_TEST(row.entry.virtual_account_number == "");
  BOOST_TEST(row.entry.amount.dong == 150'000);
  BOOST_TEST((row.entry.type == transfer_type::credit));
  BOOST_TEST((row.entry.status == entry_status::booked));
  BOOST_TEST(row.entry.content == "PFSL7K2M9QX4 thanh toan");
  BOOST_TEST(format_rfc3339(row.entry.occurred_at) == "2026-01-31T08:15:30.123Z");
}

BOOST_AUTO_TEST_CASE(reads_the_other_values_too) {
  const auto row = decode_one(R"( { "status" : "rejected", "bin":"970422", "virtual_account_number":"vqrq0001a",
    "transfer_type":"debit","amount":999999999999999,"account_number":"0001","bank_reference":"r",
    "occurred_at":"2026-01-31T08:15:30Z" } )");
  BOOST_TEST(row.invalid == "");
  BOOST_TEST((row.entry.status == entry_status::rejected));
  BOOST_TEST((row.entry.type == transfer_type::debit));
  BOOST_TEST(row.entry.bin == "970422");
  BOOST_TEST(row.entry.virtual_account_number == "VQRQ0001A");
  BOOST_TEST(row.entry.amount.dong == entry_dong_max);
  BOOST_TEST(row.entry.content == "");
}

BOOST_AUTO_TEST_CASE(text_is_repaired_instead_of_refused) {
  const std::string u = "\xEF\xBF\xBD"; // U+FFFD
  const std::pair<std::string, std::string> cases[]{
      {"\"a\xFF"
       "b\"",
       "a" + u + "b"},
      {"\"\xC3\"", u},
      {"\"\xE1\xBB"
       "x\"",
       u + "x"},
      {"\"\xF0\x9F\x98\"", u},
      {"\"\xED\xA0\x80\"", u + u + u},
      {"\"\xC0\xAF\"", u + u},
      {"\"a\0b\""s, "ab"},
      {R"("a\u0000b")", "ab"},
      {R"("\ud83d")", u},
      {R"("\udc00x")", u + "x"},
      {R"("\ud83d\u0041")", u + "A"},
      {R"("\ud83d\ude00")", "😀"},
      {R"("\x")", u},
      {R"("\u12")", u + "12"},
      {"\"line\r\nnext\ttab\"", "line\r\nnext\ttab"},
      {R"("a\"b\\c\/d\n\u1ed9")", "a\"b\\c/d\nộ"},
      {"\"Nguyễn Văn Ánh\"", "Nguyễn Văn Ánh"},
      {"null", ""},
      {"\"\"", ""},
  };
  for (const auto& [json, text] : cases) BOOST_TEST_CONTEXT(json) {
      const auto row = decode_one(with_content(json));
      BOOST_TEST(row.invalid == "");
      BOOST_TEST(row.entry.content == text);
    }
}

BOOST_AUTO_TEST_CASE(unknown_members_and_a_byte_order_mark_are_passed_over) {
  const std::string bodies[]{
      with("{", R"({"extra":{"a":[1,{"b":null}],"amount":7},"more":"x","n":1e999,)"),
      with("{", "{\"\xFF\":1,"),
      "\xEF\xBB\xBF" + std::string{sound},
      with("\"amount\"", R"("\u0061mount")"),
      with("{", R"({"virtual_account_number":null,"bin":null,)"),
      with("{", R"({"entries":7,)"),
  };
  for (const auto& body : bodies) BOOST_TEST_CONTEXT(body) {
      const auto row = decode_one(body);
      BOOST_TEST(row.invalid == "");
      BOOST_TEST(row.entry.amount.dong == 150'000);
      BOOST_TEST(row.entry.virtual_account_number == "");
    }
}

BOOST_AUTO_TEST_CASE(an_unusable_entry_says_why_and_is_kept_as_it_came) {
  const std::pair<std::string, std::string_view> cases[]{
      {R"({"amount":1})", "bank_reference is missing"},
      {R"({"bank_reference":null})", "bank_reference is missing"},
      {R"({"entries":"x","amount":1})", "bank_reference is missing"},
      {R"({"connection_state":"lapsed","amount":1})", "bank_reference is missing"},
      {R"({"connection_state":3,"amount":1})", "bank_reference is missing"},
      {R"({"connection_state":null,"account_number":"0123456789"})", "bank_reference is missing"},
      {R"({"account_number":"0123456789","connection_state":3})", "connection_state must be a string"},
      {with("\"FT26031\"", "\"\""), "bank_reference must have 1 to 128 characters"},
      {with("\"FT26031\"", '"' + std::string(129, 'x') + '"'), "bank_reference must have 1 to 128 characters"},
      {with("\"FT26031\"", "26031"), "bank_reference must be a string"},
      {with("\"FT26031\"", "null"), "bank_reference is missing"},
      {with("\"0123456789\"", "123456789"), "account_number must be a string"},
      {with("\"0123456789\"", "\"\""), "account_number must have 1 to 64 characters"},
      {with("150000", "0"), "amount must be greater than 0"},
      {with("150000", "-5"), "amount must be greater than 0"},
      {with("150000", "1.5"), "amount must be a JSON integer"},
      {with("150000", "150000.0"), "amount must be a JSON integer"},
      {with("150000", "15e4"), "amount must be a JSON integer"},
      {with("150000", "\"150000\""), "amount must be a JSON integer"},
      {with("150000", "true"), "amount must be a JSON integer"},
      {with("150000", "9223372036854775808"), "amount is out of range"},
      {with("150000", "null"), "amount is missing"},
      {with("150000", "150000,\"amount\":1"), "amount occurs more than once"},
      {with("\"credit\"", "\"CREDIT\""), "transfer_type must be credit or debit"},
      {with("\"credit\"", "\"in\""), "transfer_type must be credit or debit"},
      {with("\"booked\"", "\"pending\""), "status must be booked or rejected"},
      {with(R"(,"status":"booked")", ""), "status is missing"},
      {with("2026-01-31T15:15:30.123+07:00", "31/01/2026 15:15"), "occurred_at must be an RFC 3339 time"},
      {with("2026-01-31T15:15:30.123+07:00", "2026-01-31T15:15:30"), "occurred_at must be an RFC 3339 time"},
      {with_content("7"), "content must be a string"},
      {with("{", R"({"bin":"97042",)"), "bin must be 6 digits"},
      {with("{", R"({"virtual_account_number":")" + std::string(65, 'A') + "\","),
       "virtual_account_number must have at most 64 characters"},
  };
  for (const auto& [body, reason] : cases) BOOST_TEST_CONTEXT(body) {
      const auto row = decode_one("  " + body + "\n");
      BOOST_TEST(row.invalid == reason);
      BOOST_TEST(row.raw == body);
    }
}

BOOST_AUTO_TEST_CASE(on_the_switchs_feed_alone_an_entry_must_name_its_bank) {
  const auto with_bin = with("{", R"({"bin":"970422",)"), with_null = with("{", R"({"bin":null,)");
  BOOST_TEST(decode_one(with_bin, "NAPAS").invalid == "");
  BOOST_TEST(decode_one(with_bin, "NAPAS").entry.bin == "970422");
  BOOST_TEST(decode_one(with_null, "NAPAS").invalid == "bin is missing");
  BOOST_TEST(decode_one(with_null, "NAPAS").raw == with_null);
  BOOST_TEST(decode_one(sound, "NAPAS").invalid == "bin is missing");
  BOOST_TEST(decode_one(sound, "MB").invalid == "");
  const auto rows = decode_feed(R"({"entries":[)" + std::string{sound} + "," + with_bin + "]}", "NAPAS");
  BOOST_TEST(rows.at(0).invalid == "bin is missing");
  BOOST_TEST(rows.at(1).invalid == "");
  constexpr auto notice = R"({"connection_state":"lapsed","account_number":"0123456789"})";
  BOOST_TEST(std::holds_alternative<connection_notice>(decode_bank_feed(notice, "NAPAS")));
}

BOOST_AUTO_TEST_CASE(a_connection_state_without_money_is_a_notice_and_no_entry) {
  struct row {
    std::string_view body, state, number;
  };
  const row cases[]{
      {R"({"connection_state":"lapsed"})", "lapsed", ""},
      {R"({"connection_state":"h\u1ebft h\u1ea1n"})", "hết hạn", ""},
      {R"({"connection_state":"lapsed","account_number":"0123456789"})", "lapsed", "0123456789"},
      {R"({"account_number":"0123456789","bin":"970422","reason":"password changed","connection_state":"expired"})",
       "expired", "0123456789"},
      {R"({"connection_state":"lapsed","account_number":null})", "lapsed", ""},
      {R"({"connection_state":"lapsed","account_number":17})", "lapsed", ""},
  };
  for (const auto& [body, state, number] : cases) BOOST_TEST_CONTEXT(body) {
      const auto decoded = decode_bank_feed(body, "MB");
      BOOST_TEST_REQUIRE(std::holds_alternative<connection_notice>(decoded));
      BOOST_TEST(std::get<connection_notice>(decoded).state == state);
      BOOST_TEST(std::get<connection_notice>(decoded).account_number == number);
    }
  BOOST_TEST(decode_one(with("{", R"({"connection_state":"lapsed",)")).invalid == "");
  BOOST_TEST(decode_one(with("{", R"({"connection_state":3,)")).invalid == "");
  BOOST_TEST(decode_one(R"({"entries":[{"connection_state":"lapsed"}]})").invalid == "bank_reference is missing");
}

BOOST_AUTO_TEST_CASE(one_bad_entry_never_spoils_the_others) {
  const auto body = R"({"note":1,"entries":[ )" + std::string{sound} + " , 7 ,{\"bank_reference\":\"B\xFF\"}, null," +
                    std::string{sound} + R"(],"page":2})";
  const auto rows = decode_feed(body);
  BOOST_TEST_REQUIRE(rows.size() == 5u);
  BOOST_TEST(rows[0].invalid == "");
  BOOST_TEST(rows[1].invalid == "the entry is not an object");
  BOOST_TEST(rows[1].raw == "7");
  BOOST_TEST(rows[2].invalid == "account_number is missing");
  BOOST_TEST(rows[2].entry.bank_reference == "B\xEF\xBF\xBD");
  BOOST_TEST(rows[2].raw == "{\"bank_reference\":\"B\xEF\xBF\xBD\"}");
  BOOST_TEST(rows[3].raw == "null");
  BOOST_TEST(rows[4].invalid == "");
  BOOST_TEST(rows[4].entry.amount.dong == 150'000);
}

BOOST_AUTO_TEST_CASE(a_reference_may_have_128_characters_of_any_width) {
  std::string wide;
  for (int i = 0; i < 128; ++i) wide += "đ";
  BOOST_TEST(decode_one(with("FT26031", wide)).invalid == "");
  BOOST_TEST(decode_one(with("FT26031", wide + "x")).invalid != "");
}

BOOST_AUTO_TEST_CASE(takes_500_entries_and_refuses_501) {
  BOOST_TEST(decode_feed(list_of(500)).size() == 500u);
  BOOST_TEST(std::holds_alternative<json_refusal>(decode_bank_feed(list_of(501), "MB")));
}

BOOST_AUTO_TEST_CASE(refuses_an_object_that_has_none_of_the_forms) {
  constexpr std::string_view none = "The body must have the members of an entry, entries, or a connection_state.";
  const std::pair<std::string_view, std::string_view> cases[]{
      {"{}", none},
      {R"({"foo":1})", none},
      {R"({"entries":null})", none},
      {R"({"connection_state":null})", none},
      {R"({"entries":"x"})", "entries must be a list."},
      {R"({"entries":{}})", "entries must be a list."},
      {R"({"entries":7,"connection_state":"lapsed"})", "entries must be a list."},
      {R"({"connection_state":3})", "connection_state must be a string."},
      {R"({"connection_state":{"state":"lapsed","since":[1,2]},"more":1})", "connection_state must be a string."},
  };
  for (const auto& [body, message] : cases) BOOST_TEST_CONTEXT(body) {
      const auto decoded = decode_bank_feed(body, "MB");
      BOOST_TEST_REQUIRE(std::holds_alternative<json_refusal>(decoded));
      BOOST_TEST(std::get<json_refusal>(decoded).message == message);
    }
  // One bad entry does not block the others, whatever it is.
  BOOST_TEST(decode_one(R"({"entries":[{}]})").invalid == "bank_reference is missing");
}

BOOST_AUTO_TEST_CASE(refuses_what_is_no_json_object_at_all) {
  const std::string bodies[]{
      "",
      " ",
      "[]",
      "7",
      "null",
      "<Document/>",
      "{",
      "{\"a\":1",
      "{\"a\" 1}",
      "{}x",
      "{}{}",
      "{\"amount\":15x}",
      R"({"entries":[]})",
      R"({"entries":[{})",
      R"({"entries":[{}]]})",
      R"({"entries":[{},]})",
      "{\"a\":\"x",
      "{\"a\":" + std::string(100'000, '[') + "}",
      std::string{sound.substr(0, sound.size() - 1)},
  };
  for (const auto& body : bodies) BOOST_TEST_CONTEXT(body.substr(0, 60)) {
      const auto decoded = decode_bank_feed(body, "MB");
      BOOST_TEST_REQUIRE(std::holds_alternative<json_refusal>(decoded));
      BOOST_TEST(!std::get<json_refusal>(decoded).message.empty());
    }
}

BOOST_AUTO_TEST_CASE(damaged_bodies_are_read_or_refused_but_never_misread) {
  std::mt19937 random{20260131}; // the same damage in every run
  const auto whole = list_of(2);
  for (int round = 0; round < 20'000; ++round) {
    auto body = whole;
    for (auto hits = 1 + random() % 3; hits > 0; --hits) body[random() % body.size()] = static_cast<char>(random());
    const auto decoded = decode_bank_feed(body, "MB");
    const auto* rows = std::get_if<std::vector<decoded_entry>>(&decoded);
    if (rows == nullptr) continue;
    for (const auto& row : *rows)
      if (row.invalid.empty())
        BOOST_TEST((row.entry.amount.dong > 0 && !row.entry.bank_reference.empty()));
      else
        BOOST_TEST(!row.raw.empty());
  }
}

BOOST_AUTO_TEST_CASE(answers_stand_in_the_order_of_the_entries) {
  const std::vector<entry_answer> answers{
      {"FT1", entry_result::recorded, transaction_id::from_store("txn_01kg3b4c5d7e8f9g0h1j2k3m4n"), ""},
      {"", entry_result::invalid, {}, "bank_reference is missing"},
      {"q\"", entry_result::unknown_account, {}, ""},
  };
  BOOST_TEST(
      encode_entry_answers(answers) ==
      R"([{"bank_reference":"FT1","result":"recorded","transaction_id":"txn_01kg3b4c5d7e8f9g0h1j2k3m4n","reason":null},)"
      R"({"bank_reference":null,"result":"invalid","transaction_id":null,"reason":"bank_reference is missing"},)"
      R"({"bank_reference":"q\"","result":"unknown_account","transaction_id":null,"reason":null}])");
  BOOST_TEST(encode_entry_answers({}) == "[]");
}
