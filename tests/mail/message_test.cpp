#include "mail/message.hpp"
#include "tests/mail/mail_reader.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace {

mail_message sample() {
  return {.from = {"", "pay@example.vn"},
          .to = {"", "owner@shop.example"},
          .subject = "A callback did not reach shop.example",
          .text = "First line\nsecond\n",
          .lang = language::en,
          .id = "1.2.usr@example.vn",
          .date = *parse_rfc3339("2026-03-05T02:03:04.567Z")};
}

void check_form(const boost::json::object& mail) {
  for (const auto& defect : mail.at("defects").as_array()) BOOST_ERROR("defect: " << defect);
  BOOST_TEST(mail.at("line_max").as_int64() <= 78);
}

} // namespace

BOOST_AUTO_TEST_SUITE(message)

BOOST_AUTO_TEST_CASE(a_plain_mail_is_read_back_by_another_parser) {
  const auto mail = read_mail(wire_form(sample()));
  check_form(mail);
  BOOST_TEST(header_of(mail, "from") == "pay@example.vn");
  BOOST_TEST(header_of(mail, "to") == "owner@shop.example");
  BOOST_TEST(header_of(mail, "subject") == "A callback did not reach shop.example");
  BOOST_TEST(header_of(mail, "date") == "Thu, 05 Mar 2026 02:03:04 +0000");
  BOOST_TEST(header_of(mail, "message-id") == "<1.2.usr@example.vn>");
  BOOST_TEST(header_of(mail, "auto-submitted") == "auto-generated");
  BOOST_TEST(header_of(mail, "content-language") == "en");
  BOOST_TEST(header_of(mail, "mime-version") == "1.0");
  BOOST_TEST(text_of_mail(mail) == "First line\nsecond\n");
}

BOOST_AUTO_TEST_CASE(whatever_the_texts_hold_they_come_back_the_same) {
  std::string vietnamese;
  for (int count = 0; count < 20; ++count) vietnamese += "Tiền đã vào tài khoản của bạn và đã được ghi nhận ";
  const std::string texts[] = {"",
                               ".",
                               ".\n..\n.x\n",
                               "=3D = =\n",
                               "ends in a blank \nand a tab\t\n",
                               "\n\n\nempty lines\n\n",
                               std::string(75, 'a') + "\n" + std::string(76, 'b') + "\n" + std::string(77, 'c') + "\n",
                               std::string(1000, 'x') + "\n",
                               vietnamese + "\n",
                               "😀 ₫ Ế\n",
                               "From here\n"};
  for (const auto& text : texts) {
    auto message = sample();
    message.text = text;
    const auto mail = read_mail(wire_form(message));
    check_form(mail);
    const auto ended = text.empty() || text.ends_with('\n') ? text : text + "\n";
    auto read = text_of_mail(mail);
    if (text.empty()) read = read == "\n" ? "" : read;
    BOOST_TEST(read == ended);
  }
  const std::string subjects[] = {"[Cửa hàng] 12 callback không đến được shop.example",
                                  vietnamese,
                                  "=?UTF-8?Q?not_ours?=",
                                  std::string(300, 'y'),
                                  "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀",
                                  "a_b ? = \" , ; <x>"};
  for (const auto& subject : subjects) {
    auto message = sample();
    message.subject = subject;
    const auto mail = read_mail(wire_form(message));
    check_form(mail);
    BOOST_TEST(header_of(mail, "subject") == subject);
  }
}

BOOST_AUTO_TEST_CASE(a_senders_name_is_what_is_shown) {
  const std::pair<const char*, const char*> names[] = {
      {"Service", "Service <pay@example.vn>"},
      {"Thanh toán Sài Gòn", "Thanh toán Sài Gòn <pay@example.vn>"},
      {"Shop, Inc. (\"we\") <x@y>", "\"Shop, Inc. (\\\"we\\\") <x@y>\" <pay@example.vn>"},
  };
  for (const auto& [name, shown] : names) {
    auto message = sample();
    message.from.name = name;
    const auto mail = read_mail(wire_form(message));
    check_form(mail);
    BOOST_TEST(header_of(mail, "from") == shown);
  }
}

BOOST_AUTO_TEST_CASE(no_field_adds_a_header) {
  for (const std::string evil : {"x\r\nBcc: thief@example.com", "x\nBcc: thief@example.com",
                                 "x\r\n\r\nBcc: thief@example.com", "é\r\nBcc: thief@example.com"}) {
    auto message = sample();
    message.subject = message.from.name = evil;
    message.id = message.from.address = message.to.address = evil;
    const auto headers = read_mail(wire_form(message)).at("headers").as_object();
    BOOST_TEST(!headers.contains("bcc"));
    BOOST_TEST(headers.contains("content-language")); // none is lost to the text either
  }
}

BOOST_AUTO_TEST_CASE(no_name_ends_its_line_or_turns_it_around) {
  struct line {
    std::string given, expected;
  };
  const line lines[] = {
      {"An\r\nBcc: b@shop.test", "An  Bcc: b@shop.test"},
      {"An\u202Elive", "An live"},
      {"\u2028a\u2029b\u200Ec\u200Fd\u202A\u202D", " a b c d  "},
      {"\u2066a\u2069", " a "},
      {"\u061Ca\u0085"
       "b\u009B"
       "2J",
       " a b 2J"},
      {std::string{"a\x1B[2J\0\x7F", 7}, "a [2J  "},
      {"\u00A0\u00E9\xC2", "\u00A0\u00E9\xC2"},
      {"Hà Nội – 100 €\u200B\u2065\u206A \u2027\u202F", "Hà Nội – 100 €\u200B\u2065\u206A \u2027\u202F"},
      {"\xE2\x80", "\xE2\x80"},
  };
  for (const auto& [given, expected] : lines) BOOST_TEST(on_one_line(given) == expected);
}

BOOST_AUTO_TEST_CASE(an_address_is_one_that_every_server_takes) {
  for (const auto* good : {"a@b", "first.last+tag@mail.example.vn", "o'neil@x.vn", "a@1.2"})
    BOOST_TEST(is_mail_address(good), good);
  const auto long_name = std::string(65, 'a') + "@b.vn", long_host = "a@" + std::string(64, 'b') + ".vn";
  for (const std::string bad : {"",      "a",         "@b",   "a@",   "a b@c",   "a@b c", "a@b\r\nRCPT TO:<x@y>",
                                "a@@b",  "a..b@c",    ".a@c", "a.@c", "a@-b",    "a@b-",  "a@b..c",
                                "<a@b>", "\"a b\"@c", "é@b",  "a@é",  "a@b,c@d", "a>@b"})
    BOOST_TEST(!is_mail_address(bad), bad);
  BOOST_TEST(!is_mail_address(long_name));
  BOOST_TEST(!is_mail_address(long_host));
}

BOOST_AUTO_TEST_CASE(a_mailbox_is_an_address_with_or_without_a_name) {
  const auto named = parse_mailbox("Thanh toán  <pay@example.vn>");
  BOOST_REQUIRE(named);
  BOOST_TEST((named->name == "Thanh toán" && named->address == "pay@example.vn"));
  const auto bare = parse_mailbox("pay@example.vn");
  BOOST_REQUIRE(bare);
  BOOST_TEST((bare->name.empty() && bare->address == "pay@example.vn"));
  for (const auto* bad : {"", "pay", "Pay <pay@example.vn", "Pay <pay@example.vn> x", "<>", "Pay <>"})
    BOOST_TEST(!parse_mailbox(bad), bad);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
