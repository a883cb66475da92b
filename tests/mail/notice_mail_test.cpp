#include "mail/failure_texts.hpp"
#include "mail/notice_mail.hpp"
#include "tests/mail/mail_reader.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace {

const mail_letterhead head{{"Service", "pay@example.vn"}, "Service", "https://pay.example.vn"};
const timestamp now = *parse_rfc3339("2026-03-15T02:30:00Z");

notice sample(notice_kind kind, language lang) {
  notice one;
  one.row = 7;
  one.workspace = *workspace_id::parse("ws_01kkq3wz00e0080000000000ab");
  one.workspace_name = "Cửa hàng Hoa Mai";
  one.lang = lang;
  one.kind = kind;
  one.endpoint = "https://shop.example/orders/*/paid";
  one.failures = 12;
  one.began_at = *parse_rfc3339("2026-03-15T01:15:00Z");
  one.last = {.at = *parse_rfc3339("2026-03-15T02:29:00Z"),
              .failed_by = failure_class::http_4xx,
              .status_code = 401,
              .link = *payment_link_id::parse("pl_01kkq3wz00e0080000000000cd")};
  one.created_at = now;
  return one;
}

mail_message mail_of(const notice& one) {
  return write_notice_mail(one, {*user_id::parse("usr_01kkq3wz00e0080000000000ef"), "owner@shop.example"}, head, now);
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// What is true of every mail: nothing of the template is left, and blank lines stand alone.
void check_text(const std::string& text) {
  for (const auto* left : {"{{", "}}", "&amp;", "&#", "\n\n\n", " \n", "\t"}) BOOST_TEST(!holds(text, left), text);
  BOOST_TEST((!text.empty() && text.front() != '\n' && text.ends_with(".\n")));
}

} // namespace

BOOST_AUTO_TEST_SUITE(notice_mails)

BOOST_AUTO_TEST_CASE(each_kind_says_in_each_language_what_happened_and_where_to_look) {
  struct text_case {
    notice_kind kind;
    language lang;
    const char* subject;
    std::vector<const char*> parts;
  };
  const std::string list = "    paylink payment-links list --workspace ws_01kkq3wz00e0080000000000ab";
  const text_case cases[] = {
      {notice_kind::delivery_failed,
       language::vi,
       "[Cửa hàng Hoa Mai] Không gửi được 12 callback đến shop.example",
       {"Không gửi được 12 callback", "08:15 15/03/2026 (giờ Việt Nam)", "09:29 15/03/2026", "máy chủ từ chối callback",
        "mã HTTP 401", "[http_4xx]", "BẠN CẦN LÀM GÌ", "khóa ký",
        "callback pl_01kkq3wz00e0080000000000cd --workspace ws_01kkq3wz00e0080000000000ab\n"}},
      {notice_kind::delivery_failed,
       language::en,
       "[Cửa hàng Hoa Mai] 12 callbacks did not reach shop.example",
       {"12 callbacks to\n", "15 Mar 2026, 08:15 (Vietnam time)", "15 Mar 2026, 09:29",
        "the server rejected the callback", "HTTP status 401", "[http_4xx]", "WHAT TO DO", "signing key",
        "callback pl_01kkq3wz00e0080000000000cd --workspace ws_01kkq3wz00e0080000000000ab\n"}},
      {notice_kind::delivery_recovered,
       language::vi,
       "[Cửa hàng Hoa Mai] shop.example đã nhận được callback trở lại",
       {"Callback thất bại:    12", "08:15 15/03/2026", "mã HTTP 401", "không được tự động gửi lại"}},
      {notice_kind::delivery_recovered,
       language::en,
       "[Cửa hàng Hoa Mai] shop.example receives callbacks again",
       {"Failed callbacks:  12", "15 Mar 2026, 08:15", "HTTP status 401", "not sent again automatically"}},
  };
  for (const auto& [kind, lang, subject, parts] : cases) {
    const auto message = mail_of(sample(kind, lang));
    BOOST_TEST(message.subject == subject);
    BOOST_TEST((message.lang == lang && message.date == now && message.to.address == "owner@shop.example"));
    check_text(message.text);
    for (const auto* part : parts) BOOST_TEST(holds(message.text, part), part << " is not in:\n" << message.text);
    BOOST_TEST(holds(message.text, "https://shop.example/orders/*/paid\n"));
    BOOST_TEST(holds(message.text, list + " --callback-status failed\n"));
    BOOST_TEST(holds(message.text, "    https://pay.example.vn/console/w/ws_01kkq3wz00e0080000000000ab/deliveries?"
                                   "callback_status=failed\n"));
    const auto read = read_mail(wire_form(message));
    BOOST_TEST(header_of(read, "subject") == subject);
    BOOST_TEST(text_of_mail(read) == message.text);
  }
}

BOOST_AUTO_TEST_CASE(a_mail_about_a_webhook_or_a_chat_names_it_and_speaks_of_no_callback) {
  struct text_case {
    notice_kind kind;
    language lang;
    bool is_chat;
    const char* subject;
    std::vector<const char*> parts;
  };
  const text_case cases[] = {
      {notice_kind::delivery_failed,
       language::vi,
       false,
       "[Cửa hàng Hoa Mai] Không gửi được 12 thông báo đến webhook \"Đơn hàng\"",
       {"    https://shop.example/hook\n", "máy chủ từ chối thông báo, mã HTTP 401 [http_4xx]", "API key và secret"}},
      {notice_kind::delivery_failed,
       language::en,
       false,
       "[Cửa hàng Hoa Mai] 12 events did not reach the webhook \"Đơn hàng\"",
       {"    https://shop.example/hook\n", "the server rejected the event, HTTP status 401 [http_4xx]",
        "API key and secret"}},
      {notice_kind::delivery_failed,
       language::vi,
       true,
       "[Cửa hàng Hoa Mai] Không gửi được 12 thông báo đến nhóm chat \"Đơn hàng\"",
       {"    -1001234567890\n", "Telegram từ chối tin nhắn, mã HTTP 401 [http_4xx]", "token của bot"}},
      {notice_kind::delivery_failed,
       language::en,
       true,
       "[Cửa hàng Hoa Mai] 12 events did not reach the chat \"Đơn hàng\"",
       {"    -1001234567890\n", "Telegram rejected the message, HTTP status 401 [http_4xx]", "its token is valid"}},
      {notice_kind::delivery_recovered,
       language::vi,
       false,
       "[Cửa hàng Hoa Mai] Webhook \"Đơn hàng\" đã nhận được thông báo trở lại",
       {"    https://shop.example/hook\n", "Thông báo thất bại:   12", "08:15 15/03/2026"}},
      {notice_kind::delivery_recovered,
       language::en,
       false,
       "[Cửa hàng Hoa Mai] The webhook \"Đơn hàng\" receives events again",
       {"    https://shop.example/hook\n", "Failed events:  12", "15 Mar 2026, 08:15"}},
      {notice_kind::delivery_recovered,
       language::vi,
       true,
       "[Cửa hàng Hoa Mai] Nhóm chat \"Đơn hàng\" đã nhận được thông báo trở lại",
       {"    -1001234567890\n"}},
      {notice_kind::delivery_recovered,
       language::en,
       true,
       "[Cửa hàng Hoa Mai] The chat \"Đơn hàng\" receives events again",
       {"    -1001234567890\n"}},
  };
  const std::string of_webhook =
      " --workspace ws_01kkq3wz00e0080000000000ab --webhook wh_01kkq3wz00e0080000000000gh --status failed\n";
  for (const auto& [kind, lang, is_chat, subject, parts] : cases) {
    auto one = sample(kind, lang);
    one.endpoint = "wh_01kkq3wz00e0080000000000gh";
    one.last.link = {};
    one.webhook =
        noticed_webhook{*webhook_id::parse(one.endpoint), "Đơn hàng",
                        is_chat ? "" : "https://shop.example/hook?key=canary", is_chat ? "-1001234567890" : ""};
    const auto message = mail_of(one);
    BOOST_TEST(message.subject == subject);
    check_text(message.text);
    for (const auto* part : parts) BOOST_TEST(holds(message.text, part), part << " is not in:\n" << message.text);
    for (const std::string verb : {"list", "resend"})
      BOOST_TEST(holds(message.text, "    paylink deliveries " + verb + of_webhook), message.text);
    BOOST_TEST(holds(message.text, "    https://pay.example.vn/console/w/ws_01kkq3wz00e0080000000000ab/deliveries?"
                                   "tab=webhooks&status=failed&webhook_id=wh_01kkq3wz00e0080000000000gh\n"));
    for (const char* strange : {"callback", "payment-links", "canary", "khóa ký", "signing key"})
      BOOST_TEST(!holds(message.text, strange), message.text);
    BOOST_TEST(text_of_mail(read_mail(wire_form(message))) == message.text);
  }
  for (int value = 1; parse_failure_class(to_text(static_cast<failure_class>(value))); ++value)
    for (const auto lang : {language::vi, language::en})
      for (const auto sent : {delivery_kind::webhook, delivery_kind::telegram}) {
        const auto failed_by = static_cast<failure_class>(value);
        for (const int status : {0, 400, 401, 403, 404, 405, 410}) {
          const auto advice = std::string{advice_on(failed_by, status, lang, sent)};
          BOOST_TEST((advice.size() > 20 && advice.ends_with('.') && !holds(advice, "callback")), advice);
          BOOST_TEST((!holds(advice, "payment link") && !holds(advice, "link thanh toán")), advice);
        }
        BOOST_TEST(!holds(std::string{reason_of(failed_by, lang, sent)}, "callback"));
      }
}

BOOST_AUTO_TEST_CASE(what_is_not_known_is_left_out) {
  auto one = sample(notice_kind::delivery_failed, language::en);
  one.failures = 1;
  one.last = {.at = one.began_at, .failed_by = failure_class::timeout, .status_code = 0, .link = {}};
  const auto message = mail_of(one);
  check_text(message.text);
  BOOST_TEST(message.subject == "[Cửa hàng Hoa Mai] A callback did not reach shop.example");
  BOOST_TEST(message.text.starts_with("A callback to\n"));
  BOOST_TEST(holds(message.text, "there was no response in time [timeout]\n"));
  BOOST_TEST(!holds(message.text, "HTTP status"));
  BOOST_TEST(!holds(message.text, "payment-links callback"));
  BOOST_TEST(!holds(message.text, "Other callbacks"));
  one.is_failing = false;
  check_text(mail_of(one).text);
  BOOST_TEST(holds(mail_of(one).text, "Other callbacks have since reached this endpoint"));
}

BOOST_AUTO_TEST_CASE(a_merchants_texts_stay_on_their_line_and_are_no_template) {
  auto one = sample(notice_kind::delivery_failed, language::en);
  one.workspace_name = "Shop\r\nBcc: x y\n{{brand}} <b> & \"c\"";
  one.endpoint = "https://shop.example/{{list_url}}\nfree text";
  const auto message = mail_of(one);
  BOOST_TEST(holds(message.text, "Workspace:      Shop  Bcc: x y {{brand}} <b> & \"c\"\n"));
  BOOST_TEST(holds(message.text, "    https://shop.example/{{list_url}} free text\n"));
  BOOST_TEST(message.subject.find('\n') == std::string::npos);
  BOOST_TEST(!read_mail(wire_form(message)).at("headers").as_object().contains("bcc"));
}

// A mail holds no payer's text; names of Workspaces and webhooks are the foreign texts in it.
BOOST_AUTO_TEST_CASE(a_name_adds_no_line_no_header_and_no_value) {
  const std::string names[]{
      "\"}, {\"brand\": \"x",
      "{{#one}}{{failures}}{{/one}}{{{failed}}}{{>sign_up}}{{=<% %>=}}",
      "A\r\n\r\nWHAT TO DO\r\n.\r\nQUIT",
      "A\n:61:260315C700000,NTRFX",
      "=?UTF-8?Q?not_ours?=",
      "\x1b[2J\u009b2J\u0085\u2028\u2029",
      "\u202e\u2066\u061c",
      std::string{"a\0b", 3},
      "=cmd|' /C calc'!A0",
      "<b>&lt;&amp;</b> *x* [y](z)",
  };
  const auto lines_of = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  for (const auto lang : {language::vi, language::en})
    for (const bool is_of_webhook : {false, true}) {
      const auto with_name = [&](const std::string& name) {
        auto one = sample(notice_kind::delivery_failed, lang);
        one.workspace_name = name;
        if (is_of_webhook)
          one.webhook =
              noticed_webhook{*webhook_id::parse("wh_01kkq3wz00e0080000000000gh"), name, "https://shop.example/", ""};
        return mail_of(one);
      };
      const auto honest = with_name("Cửa hàng");
      const auto headers = read_mail(wire_form(honest)).at("headers").as_object();
      for (const auto& name : names) BOOST_TEST_CONTEXT(name) {
          const auto mail = with_name(name);
          BOOST_TEST(lines_of(mail.text) == lines_of(honest.text));
          BOOST_TEST(on_one_line(mail.subject) == mail.subject);
          BOOST_TEST(holds(mail.subject, on_one_line(name)));
          const auto read = read_mail(wire_form(mail));
          BOOST_TEST(read.at("headers").as_object().size() == headers.size());
          BOOST_TEST(header_of(read, "subject") == mail.subject);
          BOOST_TEST(text_of_mail(read) == mail.text);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_mail_has_an_id_of_its_own_and_keeps_it) {
  const auto one = sample(notice_kind::delivery_failed, language::vi);
  const notice_recipient owner{*user_id::parse("usr_01kkq3wz00e0080000000000ef"), "owner@shop.example"};
  const notice_recipient admin{*user_id::parse("usr_01kkq3wz00e0080000000000eg"), "admin@shop.example"};
  auto later = one;
  later.tries = 5;
  auto other = one;
  other.row = 8;
  const auto id = write_notice_mail(one, owner, head, now).id;
  BOOST_TEST(id == "1773541800000.7.usr_01kkq3wz00e0080000000000ef@example.vn");
  BOOST_TEST(write_notice_mail(later, owner, head, now + std::chrono::hours{1}).id == id);
  BOOST_TEST(write_notice_mail(one, admin, head, now).id != id);
  BOOST_TEST(write_notice_mail(other, owner, head, now).id != id);
}

BOOST_AUTO_TEST_CASE(every_class_of_failures_has_its_words_in_both_languages) {
  for (int value = 1; parse_failure_class(to_text(static_cast<failure_class>(value))); ++value) {
    const auto failed_by = static_cast<failure_class>(value);
    const auto& text = text_of(failed_by);
    BOOST_TEST((text.failed_by == failed_by));
    for (const auto lang : {language::vi, language::en}) {
      BOOST_TEST((!text.reason(lang).empty() && !text.reason(lang).ends_with('.')));
      BOOST_TEST((text.advice(lang).size() > 20 && text.advice(lang).ends_with('.')));
    }
    BOOST_TEST(text.reason(language::vi) != text.reason(language::en));
  }
  BOOST_TEST((text_of(failure_class::none).failed_by == failure_class::reset));
}

BOOST_AUTO_TEST_CASE(the_advice_is_about_the_status_that_came) {
  for (const auto lang : {language::vi, language::en}) {
    auto one = sample(notice_kind::delivery_failed, lang);
    one.last.status_code = 404;
    const auto text = mail_of(one).text;
    BOOST_TEST(holds(text, lang == language::vi ? "đường dẫn này không tồn tại" : "this path does not exist"), text);
    for (const char* other : {"401", "403", "405", "signing key", "khóa ký"}) BOOST_TEST(!holds(text, other), text);
    BOOST_TEST(advice_on(failure_class::http_4xx, 418, lang) == text_of(failure_class::http_4xx).advice(lang));
    BOOST_TEST(advice_on(failure_class::timeout, 404, lang) == text_of(failure_class::timeout).advice(lang));
  }
}

BOOST_AUTO_TEST_CASE(a_name_that_leads_elsewhere_gives_way_to_the_id) {
  for (const auto lang : {language::vi, language::en}) {
    auto one = sample(notice_kind::delivery_failed, lang);
    one.workspace_name = "Vào evil.example";
    const auto mail = mail_of(one);
    BOOST_TEST(!holds(mail.subject + mail.text, "evil"), mail.text);
    BOOST_TEST(holds(mail.subject, one.workspace.text()), mail.subject);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
