#include "mail/personal_letter.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

BOOST_AUTO_TEST_SUITE(personal_letters)

BOOST_AUTO_TEST_CASE(a_mail_about_a_disabled_webhook_leads_to_its_page) {
  const mail_letterhead head{{"Service", "pay@example.vn"}, "Service", "https://pay.example.vn"};
  for (const auto lang : {language::vi, language::en}) {
    personal_letter letter{.name = "webhook_disabled",
                           .recipient = "owner@shop.example",
                           .lang = lang,
                           .content = {{"workspace", "Hoa Mai"}, {"webhook", "Orders"}, {"endpoint_failing", "1"}},
                           .token = {},
                           .number = "7",
                           .about = *parse_rfc3339("2026-03-15T02:30:00Z")};
    // One that an earlier version has stored.
    const auto plain = write_personal_letter(letter, head, letter.about).text;
    BOOST_TEST(plain.find("https://") == std::string::npos, plain);
    letter.content.emplace("workspace_id", "ws_1");
    letter.content.emplace("webhook_id", "wh_1");
    const auto text = write_personal_letter(letter, head, letter.about).text;
    BOOST_TEST(text.find("\n\n    https://pay.example.vn/console/w/ws_1/webhooks/wh_1\n\n--\n") != std::string::npos,
               text);
    BOOST_TEST(text.find("\n\n\n") == std::string::npos, text);
  }
}

BOOST_AUTO_TEST_CASE(names_that_others_have_chosen_lead_nowhere) {
  const mail_letterhead head{{"Service", "pay@example.vn"}, "Service", "https://pay.example.vn"};
  const std::string bait = "Bấm vào evil.example";
  for (const auto lang : {language::vi, language::en})
    for (const auto* name : {"invitation", "webhook_disabled"}) {
      personal_letter letter{.name = name,
                             .recipient = "owner@shop.example",
                             .lang = lang,
                             .content = {{"workspace", bait},
                                         {"webhook", bait},
                                         {"inviter", bait},
                                         {"workspace_id", "ws_1"},
                                         {"webhook_id", "wh_1"},
                                         {"endpoint_failing", "1"}},
                             .token = "t",
                             .number = "7",
                             .about = *parse_rfc3339("2026-03-15T02:30:00Z")};
      const auto mail = write_personal_letter(letter, head, letter.about);
      BOOST_TEST(mail.text.find("evil") == std::string::npos, mail.text);
      BOOST_TEST(mail.subject.find("evil") == std::string::npos, mail.subject);
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
