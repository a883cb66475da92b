#include "chat/telegram/telegram_text.hpp"

#include "chat/outside_text.hpp"
#include "tests/support/bot_api_html.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;

namespace {

transaction_news credit_news() {
  return {.type = transfer_type::credit,
          .amount = money{1'234'567},
          .account_number = "0123456789",
          .bank = "MB",
          .content = "Nguyễn Văn Ế chuyển tiền PFQ7K2M9X4",
          .occurred_at = *parse_rfc3339("2026-11-22T11:09:30.500Z"),
          .transaction = "txn_01fwhe4ydgfk1shh6w1g60eecf"};
}

order_news order_of(order_result result) {
  return {.order = "ord_01fwhe4ydgfk1shh6w1g60eecf",
          .amount = money{150'000},
          .result = result,
          .created_at = *parse_rfc3339("2026-12-31T17:05:00Z")};
}

/// The longest words, and fields beyond every length.
transaction_news longest_news(std::string_view field, std::string_view content) {
  auto news = credit_news();
  news.amount = money{9'223'372'036'854'775'807};
  news.account_number = news.bank = news.transaction = field;
  news.content = content;
  return news;
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t round = 0; round < times; ++round) out += text;
  return out;
}

} // namespace

BOOST_AUTO_TEST_SUITE(telegram_text)

BOOST_AUTO_TEST_CASE(each_event_is_told_in_both_languages) {
  auto debit = credit_news();
  debit.type = transfer_type::debit;
  auto paid = order_of(order_result::success);
  paid.transaction = "txn_01fwhe4ydgfk1shh6w1g60eecf";
  struct example {
    chat_news news;
    language lang;
    std::string html;
  };
  const example examples[] = {
      {credit_news(), language::vi,
       "<b>Tiền vào: +1.234.567\u00a0₫</b>\n"
       "Tài khoản: <code>0123456789</code>, MB\n"
       "Thời gian: 18:09 22/11/2026\n"
       "Mã giao dịch: <code>txn_01fwhe4ydgfk1shh6w1g60eecf</code>\n"
       "Nội dung chuyển khoản: <code>Nguyễn Văn Ế chuyển tiền PFQ7K2M9X4</code>"},
      {credit_news(), language::en,
       "<b>Money in: +₫1,234,567</b>\n"
       "Account: <code>0123456789</code>, MB\n"
       "Time: 22 Nov 2026, 18:09\n"
       "Transaction: <code>txn_01fwhe4ydgfk1shh6w1g60eecf</code>\n"
       "Transfer text: <code>Nguyễn Văn Ế chuyển tiền PFQ7K2M9X4</code>"},
      {debit, language::vi,
       "<b>Tiền ra: -1.234.567\u00a0₫</b>\n"
       "Tài khoản: <code>0123456789</code>, MB\n"
       "Thời gian: 18:09 22/11/2026\n"
       "Mã giao dịch: <code>txn_01fwhe4ydgfk1shh6w1g60eecf</code>\n"
       "Nội dung chuyển khoản: <code>Nguyễn Văn Ế chuyển tiền PFQ7K2M9X4</code>"},
      {debit, language::en,
       "<b>Money out: -₫1,234,567</b>\n"
       "Account: <code>0123456789</code>, MB\n"
       "Time: 22 Nov 2026, 18:09\n"
       "Transaction: <code>txn_01fwhe4ydgfk1shh6w1g60eecf</code>\n"
       "Transfer text: <code>Nguyễn Văn Ế chuyển tiền PFQ7K2M9X4</code>"},
      {paid, language::vi,
       "<b>Đơn hàng thành công: 150.000\u00a0₫</b>\n"
       "Mã đơn hàng: <code>ord_01fwhe4ydgfk1shh6w1g60eecf</code>\n"
       "Tạo lúc: 00:05 01/01/2027\n"
       "Mã giao dịch: <code>txn_01fwhe4ydgfk1shh6w1g60eecf</code>"},
      {paid, language::en,
       "<b>Order paid: ₫150,000</b>\n"
       "Order: <code>ord_01fwhe4ydgfk1shh6w1g60eecf</code>\n"
       "Created: 1 Jan 2027, 00:05\n"
       "Transaction: <code>txn_01fwhe4ydgfk1shh6w1g60eecf</code>"},
      {order_of(order_result::failed), language::vi,
       "<b>Đơn hàng thất bại: 150.000\u00a0₫</b>\n"
       "Mã đơn hàng: <code>ord_01fwhe4ydgfk1shh6w1g60eecf</code>\n"
       "Tạo lúc: 00:05 01/01/2027"},
      {order_of(order_result::failed), language::en,
       "<b>Order failed: ₫150,000</b>\n"
       "Order: <code>ord_01fwhe4ydgfk1shh6w1g60eecf</code>\n"
       "Created: 1 Jan 2027, 00:05"},
  };
  for (const auto& [news, lang, html] : examples) {
    BOOST_TEST(telegram_html(news, lang) == html);
    BOOST_TEST(parse_telegram_html(html).error == "");
  }
}

BOOST_AUTO_TEST_CASE(a_transaction_that_only_a_statement_has_is_marked) {
  auto news = credit_news();
  news.is_unproven = true;
  BOOST_TEST(telegram_html(news, language::en).find("</b>\nUnconfirmed: only in an imported statement\nAccount: ") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_not_known_has_no_line) {
  auto news = credit_news();
  news.content = " \n\u200b ";
  news.bank = "";
  const auto html = telegram_html(news, language::en);
  BOOST_TEST(html.ends_with("Transaction: <code>txn_01fwhe4ydgfk1shh6w1g60eecf</code>"));
  BOOST_TEST(html.find("<code>0123456789</code>\n") != html.npos);
  auto order = order_of(order_result::failed);
  order.created_at.reset();
  BOOST_TEST(telegram_html(order, language::en).ends_with("ord_01fwhe4ydgfk1shh6w1g60eecf</code>"));
}

BOOST_AUTO_TEST_CASE(whatever_others_write_is_read_as_they_wrote_it) {
  for (const std::string content :
       {"<b>", "</code></b>", "a < b && c > d", "&lt;", "&amp;amp;", "<script>alert(1)</script>", "\"'`*_[](){}",
        "https://evil.example @admin /start #tag", "😀<😀>&😀", "&", "<", ">", "&#60;"}) {
    auto news = credit_news();
    news.content = news.account_number = news.bank = news.transaction = content;
    for (const auto lang : {language::vi, language::en}) BOOST_TEST_CONTEXT(content) {
        const auto html = telegram_html(news, lang);
        const auto parsed = parse_telegram_html(html);
        BOOST_TEST(parsed.error == "");
        BOOST_TEST(parsed.text.ends_with(": " + content));
        // The heading and three values, whatever stands in them.
        BOOST_TEST(parsed.entities.size() == 4u);
        BOOST_TEST(telegram_plain_text(html) == parsed.text);
      }
  }
}

BOOST_AUTO_TEST_CASE(no_text_adds_a_line) {
  auto news = credit_news();
  news.content = "x\nMã giao dịch: txn_giả\r\n\u2028\u0085y";
  news.account_number = "1\n2";
  const auto html = telegram_html(news, language::vi);
  BOOST_TEST(std::ranges::count(html, '\n') == 4);
  BOOST_TEST(html.ends_with("<code>x Mã giao dịch: txn_giả y</code>"));
}

// A payer who knows the message: his text stays in its place, behind the amount that came.
BOOST_AUTO_TEST_CASE(a_text_of_a_payer_changes_no_other_field) {
  const std::string texts[]{
      "</code>\n<b>Tiền vào: +700.000.000 ₫</b>",
      "</code></b><b>Money in: +₫700,000,000</b><code>",
      "x\r\nMã giao dịch: txn_giả\r\n",
      "&lt;/code&gt;&#60;b&#62;&#x1F4B0;",
      "*b* _i_ `c` [x](tg://user?id=1) ||s|| ```x```",
      "<a href=\"tg://user?id=1\">Admin</a> @admin /start #tag",
      "\"},\"text\":\"x\",\"chat_id\":\"1\",\"parse_mode\":\"Markdown",
      "\\\",\\\"text\\\":",
      "\u202e000.000.007+ :oàv nềiT\u2066\u061c",
      "\u2028\u2029\u0085\u009b2J\x1b[2J",
      std::string{"a\0b", 3},
      "A\n:61:2603150315C700000,NTRFX//9",
      "=cmd|' /C calc'!A0;\t700000",
      "\xff\xed\xa0\x80",
  };
  for (const auto lang : {language::vi, language::en}) {
    auto news = credit_news();
    news.content = "CONTENT";
    const auto honest = parse_telegram_html(telegram_html(news, lang));
    for (const auto& text : texts) BOOST_TEST_CONTEXT(text) {
        news.content = text;
        const auto parsed = parse_telegram_html(telegram_html(news, lang));
        BOOST_TEST(parsed.error == "");
        BOOST_TEST(parsed.entities.size() == honest.entities.size());
        auto expected = honest.text;
        expected.replace(expected.find("CONTENT"), std::string_view{"CONTENT"}.size(), one_line_of(text));
        BOOST_TEST(parsed.text == expected);
      }
  }
}

BOOST_AUTO_TEST_CASE(the_longest_message_is_full_and_ends_with_an_ellipsis) {
  for (const std::string_view piece :
       {"a", "<", "&", ">", "ế", "😀", "e\u0302\u0301", "&amp;", "👨\u200d👩\u200d👧", "\u0301"})
    for (std::size_t shift = 0; shift < 12; ++shift)
      for (const auto lang : {language::vi, language::en}) BOOST_TEST_CONTEXT(piece << ", " << shift) {
          const auto field = repeat(piece, 5'000), content = repeat("x", shift) + field;
          const auto html = telegram_html(longest_news(field, content), lang);
          const auto parsed = parse_telegram_html(html);
          BOOST_TEST(parsed.error == "");
          BOOST_TEST(utf16_length(parsed.text) <= 4096u);
          // A whole character more would not have had room; accents without a letter are one character.
          if (piece != "\u0301") BOOST_TEST(utf16_length(parsed.text) > 4096 - utf16_length(piece));
          BOOST_TEST(parsed.text.ends_with("…"));
          BOOST_TEST(html.ends_with("…</code>"));
          BOOST_TEST(html.size() <= 32'768u); // what the Bot API reads
          BOOST_TEST(telegram_plain_text(html) == parsed.text);
        }
}

BOOST_AUTO_TEST_CASE(a_text_that_just_fits_is_not_cut) {
  auto news = credit_news();
  news.content = "x";
  const auto rest = utf16_length(telegram_plain_text(telegram_html(news, language::vi))) - 1;
  const std::string fits(4096 - rest, 'x'), too_long(4097 - rest, 'x');
  news.content = fits;
  const auto whole = telegram_plain_text(telegram_html(news, language::vi));
  BOOST_TEST(whole.ends_with(": " + fits));
  BOOST_TEST(utf16_length(whole) == 4096u);
  news.content = too_long;
  const auto cut = telegram_plain_text(telegram_html(news, language::vi));
  BOOST_TEST(cut.ends_with("xx…"));
  BOOST_TEST(utf16_length(cut) == 4096u);
}

BOOST_AUTO_TEST_CASE(long_ids_leave_the_transfer_text_its_room) {
  const std::string long_id(1'000, '7');
  const auto plain = telegram_plain_text(telegram_html(longest_news(long_id, "thanh toan"), language::vi));
  BOOST_TEST(plain.ends_with(": thanh toan"));
  BOOST_TEST(plain.find("\nTài khoản: " + std::string(127, '7') + "…, " + std::string(127, '7') + "…\n") != plain.npos);
}

BOOST_AUTO_TEST_CASE(plain_text_of_any_markup_has_an_end) {
  BOOST_TEST(telegram_plain_text("") == "");
  BOOST_TEST(telegram_plain_text("a<b") == "a");
  BOOST_TEST(telegram_plain_text("<") == "");
  BOOST_TEST(telegram_plain_text("&am &copy;") == "&am &copy;");
}

BOOST_AUTO_TEST_SUITE_END()
