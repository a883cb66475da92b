// A payer who knows the form of a feed: whatever he writes is the text of his one payment, in every format.
#include "domain/links/reference.hpp"
#include "http/feeds/casso_feed.hpp"
#include "http/feeds/sepay_feed.hpp"
#include "tests/http/feeds/camt_texts.hpp"

using namespace paylink;
using namespace paylink::test;
using namespace std::string_literals;

namespace {

struct payers_text {
  std::string written;
  std::string kept{}; ///< Empty: as written.
  bool is_xml = true; ///< XML has no way to write some control characters.
};

const std::vector<payers_text> payers_texts{
    {"'\"`\\"},
    {R"("},{"id":9,"transferAmount":700000,"amount":700000,"content":")"},
    {R"(\",\"transferAmount\":700000,\"x\":\")"},
    {R"(\u0022,\u0022amount\u0022:700000)"},
    {"</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry><Ntry><Amt Ccy=\"VND\">700000</Amt>"},
    {"]]></Ustrd><Amt Ccy=\"VND\">700000</Amt>"},
    {"<!-- PFSL7K2M9QX4 --><?x y?>"},
    {"<!DOCTYPE d [<!ENTITY a \"b\">]>&a;"},
    {"&lt;b&gt; &amp;quot; &#60; &nbsp;"},
    {"A\n:61:2603150315C700000,NTRFX//9\n:86:PFSLAB12CD34\n:62F:C260315VND1,"},
    {"A\n2026-03-15,PFSLAB12CD34,700000\n"},
    {"A,700000;700000\t700000|700000"},
    {"two\r\nlines\rand\nmore", "two\r\nlines\rand\nmore", false},
    {"=cmd|' /C calc'!A0"},
    {"+84@SUM(A1:A9)-1"},
    {"*b* _i_ [x](https://evil.example) ```"},
    {"{{content}} ${7*7} %s %n $(id) `id`"},
    {"'; DROP TABLE transactions; --"},
    {"\x1b[2J\x1b]0;title\x07", "\x1b[2J\x1b]0;title\x07", false},
    {"a\xC2\x9B\x32Jb\xC2\x85"
     "c"},
    {"a\xE2\x80\xA8"
     "b\xE2\x80\xA9"
     "c"},
    {"\xE2\x80\xAE"
     "000.007\xE2\x81\xA6\xD8\x9C"},
    {"\xF0\x9F\x98\x80 \xEF\xBB\xBF\xE2\x80\x8B"},
    {"a\0b"s, "ab", false},
    {"a\xFF\xC3(", "a\xEF\xBF\xBD\xEF\xBF\xBD(", false},
};

constexpr std::string_view hex_digits = "0123456789abcdef";

/// As a careful sender writes it, with what JSON demands escaped, or with everything that may be.
std::string json_of(std::string_view text, bool escapes_all) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool must = byte < 0x20 || c == '"' || c == '\\';
    if (must || (escapes_all && byte < 0x7F))
      (out += "\\u00").append({hex_digits[byte >> 4], hex_digits[byte & 15]});
    else
      out += c;
  }
  return out + "\"";
}

std::string xml_of(std::string_view text, bool in_cdata) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_cdata && text.substr(at).starts_with("]]>"))
      out += "]]]]><![CDATA[>", at += 2;
    else if (!in_cdata && (c == '<' || c == '&' || c == '>'))
      out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : "&gt;";
    else
      out += c;
  }
  return in_cdata ? "<![CDATA[" + out + "]]>" : out;
}

/// One document of a format: what it says, with the payer's text in place of `TEXT`.
struct feed_form {
  std::string_view name;
  decoded_feed (*decode)(std::string_view, std::string_view);
  std::string_view body;
  std::string_view reference;
  bool is_xml = false;
};

std::string notification_body() { return notification(entry_with("PFSL7K2M9QX4", "TEXT")); }

const std::string camt_body = notification_body();

const feed_form feed_forms[]{
    {"native", decode_bank_feed,
     R"({"bank_reference":"FT1","account_number":"0123456789","amount":150000,"transfer_type":"credit","content":TEXT,)"
     R"("occurred_at":"2026-03-15T09:30:05+07:00","status":"booked"})",
     "FT1"},
    {"sepay", decode_sepay,
     R"({"id":7,"gateway":"MBBank","transactionDate":"2026-03-15 09:30:05","accountNumber":"0123456789","content":TEXT,)"
     R"("transferType":"in","transferAmount":150000})",
     "7"},
    {"sepay without content", decode_sepay,
     R"({"id":7,"gateway":"MBBank","transactionDate":"2026-03-15 09:30:05","accountNumber":"0123456789","content":"",)"
     R"("description":TEXT,"transferType":"in","transferAmount":150000})",
     "7"},
    {"casso", decode_casso,
     R"({"error":0,"data":[{"id":7,"description":TEXT,"amount":150000,"transactionDateTime":"2026-03-15 09:30:05",)"
     R"("accountNumber":"0123456789","bankName":"MBBank"}]})",
     "7"},
    {"camt", decode_camt054, camt_body, "FT1@2026-03-15+150000", true},
};

} // namespace

BOOST_AUTO_TEST_SUITE(payers_texts_in_feeds)

BOOST_AUTO_TEST_CASE(a_text_of_a_payer_is_the_content_and_changes_no_other_field) {
  for (const auto& form : feed_forms)
    for (const auto& text : payers_texts)
      for (const bool is_other_way : {false, true}) BOOST_TEST_CONTEXT(form.name << ": " << text.written) {
          if (form.is_xml && !text.is_xml) continue;
          const auto sent = form.is_xml ? xml_of(text.written, is_other_way) : json_of(text.written, is_other_way);
          const auto row = only_entry_of(form.decode(with_part(form.body, "TEXT", sent), "MB"));
          BOOST_TEST(row.invalid == "");
          BOOST_TEST(row.ignored == "");
          const auto& entry = row.entry;
          BOOST_TEST(entry.amount.dong == 150'000);
          BOOST_TEST((entry.type == transfer_type::credit && entry.status == entry_status::booked));
          BOOST_TEST(entry.account_number == "0123456789");
          BOOST_TEST(entry.virtual_account_number == "");
          BOOST_TEST(entry.bank_reference == form.reference);
          BOOST_TEST(entry.bin == "");
          BOOST_TEST(!entry.balance_after.has_value());
          BOOST_TEST(format_rfc3339(entry.occurred_at) == "2026-03-15T02:30:05.000Z");
          auto kept = text.kept.empty() ? text.written : text.kept;
          // The blanks around a text of an XML document belong to its layout.
          if (form.is_xml) kept.erase(kept.find_last_not_of(" \t\r\n") + 1);
          BOOST_TEST(entry.content == kept);
          BOOST_TEST(entry.searched_text() == kept);
        }
}

// The neighbours in a list keep their places, texts and amounts.
BOOST_AUTO_TEST_CASE(a_text_of_a_payer_takes_nothing_from_the_entries_around_it) {
  const auto amounts_of = [](const decoded_feed& read) {
    std::vector<std::int64_t> amounts;
    for (const auto& row : entries_of(read)) amounts.push_back(row.invalid.empty() ? row.entry.amount.dong : -1);
    return amounts;
  };
  const std::vector<std::int64_t> expected{1'000, 150'000, 2'000};
  const auto native = feed_forms[0].body, casso = feed_forms[3].body;
  const auto one = casso.substr(casso.find("{\"id\""), casso.rfind(']') - casso.find("{\"id\""));
  for (const auto& text : payers_texts) BOOST_TEST_CONTEXT(text.written) {
      const auto of = [&](std::string_view form, std::string_view id, std::string_view as, std::string_view amount,
                          const std::string& content) {
        return with_part(with_part(with_part(form, id, as), "150000", amount), "TEXT", content);
      };
      const auto hostile = json_of(text.written, false);
      const auto list = of(native, "FT1", "FT0", "1000", "\"A\"") + "," + with_part(native, "TEXT", hostile) + "," +
                        of(native, "FT1", "FT2", "2000", "\"B\"");
      BOOST_TEST(amounts_of(decode_bank_feed(R"({"entries":[)" + list + "]}", "MB")) == expected,
                 boost::test_tools::per_element{});
      const auto data = of(one, ":7,", ":6,", "1000", "\"A\"") + "," + with_part(one, "TEXT", hostile) + "," +
                        of(one, ":7,", ":8,", "2000", "\"B\"");
      BOOST_TEST(amounts_of(decode_casso(R"({"data":[)" + data + "]}", "MB")) == expected,
                 boost::test_tools::per_element{});
      if (!text.is_xml) continue;
      const auto entries = with_part(sound_entry, "150000", "1000") +
                           entry_with("PFSL7K2M9QX4", xml_of(text.written, false)) +
                           with_part(sound_entry, "150000", "2000");
      BOOST_TEST(amounts_of(decode_camt054(notification(entries), "MB")) == expected, boost::test_tools::per_element{});
    }
}

// An id is a name: it is kept digit by digit, whatever no integer holds. An amount is whole dong below its limit.
BOOST_AUTO_TEST_CASE(numbers_beyond_every_integer_are_names_or_refused_by_field) {
  struct number_case {
    std::string_view number;
    std::string_view id_fault = "", amount_fault = "", signed_fault = ""; ///< The member's name stands before it.
  };
  constexpr std::string_view no_id = "must be a whole number or a string", no_number = "must be a number",
                             beyond = "is out of range", not_above = "must be greater than 0";
  const number_case cases[]{
      {"9223372036854775807", "", beyond, beyond},
      {"9223372036854775808", "", beyond, beyond},
      {"18446744073709551616", "", beyond, beyond},
      {"340282366920938463463374607431768211456", "", beyond, beyond},
      {"1000000000000000", "", beyond, beyond},
      {"-9223372036854775808", "", beyond, beyond},
      {"-9223372036854775809", "", beyond, beyond},
      {"-1000000000000000", "", beyond, beyond},
      {"0", "", not_above, "must not be 0"},
      {"-0", "", not_above, "must not be 0"},
      {"1.5", no_id, "has a fraction; VND has none", "has a fraction; VND has none"},
      {"9223372036854775808.0", no_id, beyond, beyond},
      {"0.1", no_id, "has a fraction; VND has none", "has a fraction; VND has none"},
      {"1e3", no_id, no_number, no_number},
      {"1E400", no_id, no_number, no_number},
      {"1.5e5", no_id, no_number, no_number},
      {"-1e-3", no_id, no_number, no_number},
  };
  const auto sepay = with_part(feed_forms[1].body, "TEXT", "\"A\""),
             casso = with_part(feed_forms[3].body, "TEXT", "\"A\"");
  const auto named = [](std::string_view name, std::string_view fault) {
    return fault.empty() ? std::string{} : std::string{name} + " " + std::string{fault};
  };
  for (const auto& [number, id_fault, amount_fault, signed_fault] : cases) BOOST_TEST_CONTEXT(number) {
      for (const auto& [decode, body] : {std::pair{&decode_sepay, sepay}, {&decode_casso, casso}}) {
        const auto row = only_entry_of(decode(with_part(body, "\"id\":7", "\"id\":" + std::string{number}), "MB"));
        BOOST_TEST(row.invalid == named("id", id_fault));
        const bool is_placeholder = number.ends_with("0") && number.size() <= 2;
        if (is_placeholder)
          BOOST_TEST(row.entry.bank_reference.starts_with("+150000~"));
        else
          BOOST_TEST(row.entry.bank_reference == (id_fault.empty() ? number : ""));
        BOOST_TEST(row.entry.amount.dong == 150'000);
      }
      BOOST_TEST(only_entry_of(decode_sepay(with_part(sepay, "150000", number), "MB")).invalid ==
                 named("transferAmount", amount_fault));
      BOOST_TEST(only_entry_of(decode_casso(with_part(casso, "150000", number), "MB")).invalid ==
                 named("amount", signed_fault));
    }
  // No money depends on a balance: what is beyond every amount is not taken, and no fault.
  for (const std::string balance : {"9223372036854775808", "1e400", "-9223372036854775809", "1e30"}) {
    const auto row = only_entry_of(decode_sepay(
        with_part(sepay, "\"transferAmount\"", "\"accumulated\":" + balance + ",\"transferAmount\""), "MB"));
    BOOST_TEST((row.invalid.empty() && !row.entry.balance_after), balance);
  }
  const auto most = only_entry_of(decode_casso(with_part(casso, "150000", "-999999999999999"), "MB"));
  BOOST_TEST((most.invalid.empty() && most.entry.amount.dong == entry_dong_max));
}

// A bank's time is taken as it is; what no calendar or no identifier can hold is refused by field.
BOOST_AUTO_TEST_CASE(times_far_away_are_taken_or_refused_by_field) {
  const std::pair<std::string_view, std::string_view> cases[]{
      {"2099-12-31 23:59:59", "2099-12-31T16:59:59.000Z"},
      {"2262-04-12 00:00:00", "2262-04-11T17:00:00.000Z"}, // beyond 2^63 nanoseconds
      {"9999-12-31 23:59:59", "9999-12-31T16:59:59.000Z"},
      {"9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"},
      {"9999-12-31T23:59:59-07:00", ""}, // the year 10000 in UTC
      {"0000-01-01 00:00:00", ""},       // the year -1 in UTC
      {"0001-01-01 00:00:00", "0000-12-31T17:00:00.000Z"},
      {"1969-12-31 23:59:59", "1969-12-31T16:59:59.000Z"},
      {"10000-01-01 00:00:00", ""},
      {"-2026-03-15 09:30:05", ""},
      {"2026-02-30 09:30:05", ""},
      {"2026-03-15 24:00:00", ""},
      {"2026-03-15 09:30:99999999999999999999", ""},
      {"99999999999999999999", ""},
      {"", ""},
  };
  const std::string_view form_fault = " must be a date and time, such as 2026-03-15 09:30:05";
  for (const auto& [text, time] : cases) BOOST_TEST_CONTEXT(text) {
      const auto check = [&, time = time](const decoded_entry& row, const std::string& name) {
        BOOST_TEST(row.invalid == (time.empty() ? name + std::string{form_fault} : ""));
        if (!time.empty()) BOOST_TEST(format_rfc3339(row.entry.occurred_at) == time);
      };
      const auto sent = [&, text = text](std::size_t form) {
        return with_part(with_part(feed_forms[form].body, "TEXT", "\"A\""), "2026-03-15 09:30:05", text);
      };
      check(only_entry_of(decode_sepay(sent(1), "MB")), "transactionDate");
      check(only_entry_of(decode_casso(sent(3), "MB")), "transactionDateTime");
      if (!text.empty()) check(read_camt_entry(entry_with("2026-03-15T09:30:05", text)), "BookgDt");
    }
}

BOOST_AUTO_TEST_SUITE_END()
