#include "mail/file_transport.hpp"
#include "sandbox/mails/mail_file.hpp"
#include "tests/sandbox/running_bank.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::sandbox;
using namespace paylink::test;

namespace {

mail_message mail_of(std::string subject, std::string text, int second = 0) {
  return {.from = {"Cổng thanh toán của chúng tôi", "paylink@shop.test"},
          .to = {"", "lan@shop.test"},
          .subject = std::move(subject),
          .text = std::move(text),
          .lang = language::vi,
          .id = "mail-1@shop.test",
          .date = *parse_rfc3339("2026-03-15T02:30:0" + std::to_string(second) + "Z")};
}

} // namespace

BOOST_AUTO_TEST_SUITE(mailboxes)

BOOST_AUTO_TEST_CASE(a_mail_is_read_as_it_was_written) {
  const std::string long_line = "http://127.0.0.1:8080/console/confirm#" + std::string(120, 'k') + "=";
  for (const std::string subject :
       {"Your account", "Xác nhận địa chỉ thư điện tử của bạn để bắt đầu dùng cổng thanh toán, ngay hôm nay nhé",
        "=?UTF-8?Q?no_word?=", "a_b = c"}) {
    const auto written = mail_of(subject, "Chào Lan,\n\n" + long_line + "\n=3D stays\n. \n");
    const auto read = parse_mail(wire_form(written));
    BOOST_TEST(read.subject == subject);
    BOOST_TEST(read.text == written.text);
    BOOST_TEST(read.to == "<lan@shop.test>");
    BOOST_TEST(read.from == "Cổng thanh toán của chúng tôi <paylink@shop.test>");
    BOOST_TEST(read.date == "Sun, 15 Mar 2026 02:30:00 +0000");
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_mail_is_read_without_harm) {
  for (const auto* wire : {"", "Subject", "Subject:", "Subject: =?UTF-8?Q?",
                           "Subject: =?UTF-8?Q?=?=\r\n\r\n=\r\n=", "\r\n\r\n=4", "Subject: a\r\n\t"})
    BOOST_TEST(parse_mail(wire).subject.size() < 20u, wire);
  BOOST_TEST(newest_mails("/nowhere", 5).empty());
}

BOOST_AUTO_TEST_CASE(the_mailbox_shows_the_newest_mail_first_and_links_the_service_alone) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  BOOST_TEST(has(bank.send(http_method::get, "/mailbox").body, "None yet."));
  file_transport transport{folder / "mail"};
  const auto link = service.http.url() + "/console/confirm#to-ken_1";
  const auto first =
      mail_of("First", "Open " + link + ". Not https://evil.test/x or " + service.http.url() + ".evil/\n", 1);
  const auto second = mail_of("<script>alert(1)</script>", "<img src=x onerror=alert(1)> " + link + "\"onclick=x\n", 2);
  for (const auto& mail : {first, second}) BOOST_TEST((transport.send(mail).what == mail_outcome::kind::written));
  folder.write("mail/unfinished.eml.new", "Subject: Unfinished\r\n\r\n");
  const auto page = bank.send(http_method::get, "/mailbox").body;
  BOOST_TEST(page.find("&lt;script&gt;alert(1)") < page.find("<h2>First</h2>"));
  BOOST_TEST(has(page, "<a href=\"" + link + "\">" + link + "</a>. Not https://evil.test/x or "), page);
  BOOST_TEST(has(page, "<a href=\"" + link + "\">" + link + "</a>&quot;onclick=x"), page);
  for (const auto* never : {"<script", "<img", "href=\"https://evil", ".evil/\">", "Unfinished"})
    BOOST_TEST(!has(page, never), never);
  BOOST_TEST(bank.send(http_method::post, "/mailbox").status == 405u);
}

BOOST_AUTO_TEST_SUITE_END()
