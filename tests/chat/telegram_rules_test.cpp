#include "chat/chat_outcome.hpp"
#include "chat/telegram/telegram_chat.hpp"
#include "chat/telegram/telegram_pace.hpp"
#include "chat/telegram/telegram_request.hpp"
#include "chat/telegram/telegram_token.hpp"
#include "tests/support/bot_api.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

const std::string secret = "AAHk3Xw_9dQz-1vTn5LpR8sYbC2eFgJmU0o";
const std::string token = "7123456789:" + secret;

} // namespace

BOOST_AUTO_TEST_SUITE(telegram_rules)

BOOST_AUTO_TEST_CASE(a_token_has_a_number_a_colon_and_a_secret) {
  struct example {
    std::string token;
    bool is_good;
  };
  const example examples[] = {
      {token, true},
      {std::string{test::bot_api::token}, true},
      {"1:" + secret, true},
      {"18014398509481983:" + secret, true}, // 2^54 - 1
      {"18014398509481984:" + secret, false},
      {"99999999999999999999999999:" + secret, false},
      {"", false},
      {":", false},
      {"7123456789", false},
      {"7123456789:", false},
      {":" + secret, false},
      {secret, false},
      {"0123:" + secret, false},
      {"12a3:" + secret, false},
      {"-123:" + secret, false},
      {"bot" + token, false},
      {" " + token, false},
      {token + " ", false},
      {token + "x", false},
      {token.substr(0, token.size() - 1), false},
      {"123:" + secret.substr(1) + "/", false},
      {"123:" + secret.substr(1) + "?", false},
      {"123:" + secret.substr(1) + "%", false},
      {"123:" + secret.substr(1) + ":", false},
      {"123:" + secret.substr(2) + "é", false},
      {"123:@" + secret.substr(1), false},
      {"123:[" + secret.substr(1), false},
      {"123:`" + secret.substr(1), false},
      {"123:{" + secret.substr(1), false},
  };
  for (const auto& [given, is_good] : examples) {
    const auto fault = fault_of_telegram_token(given);
    BOOST_TEST_CONTEXT(given) {
      BOOST_TEST(!fault == is_good);
      if (!fault) continue;
      BOOST_TEST((fault->field == "bot_token" && fault->code == "format"));
      BOOST_TEST((given.size() < 5 || fault->message.find(given) == std::string::npos));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_chat_is_a_number_or_a_name) {
  struct example {
    std::string text;
    std::int64_t number; ///< 0: it is none, or a name.
    bool is_name = false;
    bool is_private = false;
  };
  const example examples[] = {
      {"1", 1, false, true},
      {"987654321", 987'654'321, false, true},
      {"-1", -1},
      {"-1001234567890", -1'001'234'567'890},
      {"4503599627370495", 4'503'599'627'370'495, false, true}, // 2^52 - 1
      {"4503599627370496", 0},
      {"-4503599627370495", -4'503'599'627'370'495},
      {"-4503599627370496", 0},
      {"99999999999999999999999", 0},
      {"@shop", 0, true},
      {"@Shop_payments2", 0, true},
      {"@abc", 0},
      {"@" + std::string(32, 'a'), 0, true},
      {"@" + std::string(33, 'a'), 0},
      {"@2shop", 0},
      {"@_shop", 0},
      {"@shop-payments", 0},
      {"@shop\"", 0},
      {"@cửahàng", 0},
      {"shop", 0},
      {"@", 0},
      {"", 0},
      {"0", 0},
      {"-0", 0},
      {"007", 0},
      {"+7", 0},
      {" 7", 0},
      {"7 ", 0},
      {"7.0", 0},
      {"1e3", 0},
      {"--7", 0},
  };
  for (const auto& [text, number, is_name, is_private] : examples) BOOST_TEST_CONTEXT(text) {
      const auto chat = parse_telegram_chat(text);
      const auto fault = fault_of_telegram_chat(text);
      BOOST_TEST(chat.has_value() == (number != 0 || is_name));
      BOOST_TEST(chat.has_value() == !fault);
      if (chat) {
        BOOST_TEST(chat->number == number);
        BOOST_TEST(chat->text() == text);
        BOOST_TEST(chat->is_private() == is_private);
      } else {
        BOOST_TEST((fault->field == "chat_id" && fault->code == "format"));
        BOOST_TEST((fault->message.find("4 to 32") != std::string::npos) == text.starts_with('@'));
      }
    }
}

BOOST_AUTO_TEST_CASE(no_part_of_a_secret_is_shown) {
  struct example {
    std::string text, shown;
  };
  const example examples[] = {
      {"", ""},
      {token, "7123456789:***"},
      {"https://api.telegram.org/bot" + token + "/sendMessage",
       "https://api.telegram.org/bot7123456789:***/sendMessage"},
      {"http://127.0.0.1:8081/bot" + token + "/test/sendMessage?x=1",
       "http://127.0.0.1:8081/bot7123456789:***/test/sendMessage?x=1"},
      {"/bot7123456789%3A" + secret + "/sendMessage", "/bot7123456789%3A***/sendMessage"},
      {"/bot7123456789%3a" + secret, "/bot7123456789%3a***"},
      {token + " and " + token, "7123456789:*** and 7123456789:***"},
      {"\"" + token + "\"", "\"7123456789:***\""},
      {"1:" + secret.substr(0, 12), "1:***"}, // cut off
      {"cannot connect to 149.154.167.220:443 at 2026-03-15T02:30:00Z: 12:34",
       "cannot connect to 149.154.167.220:443 at 2026-03-15T02:30:00Z: 12:34"},
      {"[2001:db8::1]:8443", "[2001:db8::1]:8443"},
      {"bot 7123456789 says no: 400", "bot 7123456789 says no: 400"},
      {"trailing 12:", "trailing 12:"},
      {"cửa hàng 😀", "cửa hàng 😀"},
  };
  for (const auto& [text, shown] : examples) BOOST_TEST(without_telegram_tokens(text) == shown);
}

BOOST_AUTO_TEST_CASE(a_request_says_what_the_bot_api_documents) {
  const std::string text = "<b>Tiền vào</b>\n\"x\" \\ 😀 \u2028";
  const auto body = telegram_body({.number = -1'001'234'567'890}, text, telegram_markup::html);
  const json::value expected{{"chat_id", -1'001'234'567'890},
                             {"link_preview_options", {{"is_disabled", true}}},
                             {"parse_mode", "HTML"},
                             {"text", text}};
  BOOST_TEST((json::parse(body) == expected));
  const auto plain = json::parse(telegram_body({.name = "@shop"}, "x", telegram_markup::none));
  const json::value expected_plain{
      {"chat_id", "@shop"}, {"link_preview_options", {{"is_disabled", true}}}, {"text", "x"}};
  BOOST_TEST((plain == expected_plain));
}

BOOST_AUTO_TEST_CASE(the_method_stands_below_the_base) {
  const auto path = "/bot" + token + "/sendMessage";
  BOOST_TEST(telegram_url("https://api.telegram.org", token) == "https://api.telegram.org" + path);
  BOOST_TEST(telegram_url("http://127.0.0.1:8081/", token) == "http://127.0.0.1:8081" + path);
  BOOST_TEST(telegram_url("https://proxy.example/telegram//", token) == "https://proxy.example/telegram" + path);
}

BOOST_AUTO_TEST_CASE(each_chat_and_each_bot_has_its_pace) {
  using paces = std::array<chat_pace, 2>;
  const chat_pace bot{"bot/d1", 40ms};
  BOOST_TEST((telegram_paces("d1", "42") == paces{{{"chat/d1/42", 1s}, bot}}));
  BOOST_TEST((telegram_paces("d1", "1") == paces{{{"chat/d1/1", 1s}, bot}}));
  BOOST_TEST((telegram_paces("d1", "-42") == paces{{{"chat/d1/-42", 3s}, bot}}));
  BOOST_TEST((telegram_paces("d1", "-1001234567890") == paces{{{"chat/d1/-1001234567890", 3s}, bot}}));
  BOOST_TEST((telegram_paces("d1", "@Shop") == paces{{{"chat/d1/@shop", 3s}, bot}}));
  BOOST_TEST((telegram_paces("d2", "42") == paces{{{"chat/d2/42", 1s}, {"bot/d2", 40ms}}}));
}

BOOST_AUTO_TEST_CASE(some_faults_disable_a_channel) {
  struct example {
    chat_fault fault;
    std::string_view word;
    bool disables;
  };
  const example examples[] = {
      {chat_fault::none, "none", false},
      {chat_fault::token_refused, "token_refused", true},
      {chat_fault::forbidden, "forbidden", true},
      {chat_fault::chat_not_found, "chat_not_found", true},
      {chat_fault::thread_not_found, "thread_not_found", false},
      {chat_fault::no_rights, "no_rights", false},
      {chat_fault::text_refused, "text_refused", false},
      {chat_fault::wrong_address, "wrong_address", false},
      {chat_fault::refused, "refused", false},
  };
  for (const auto& [fault, word, disables] : examples) {
    BOOST_TEST(to_text(fault) == word);
    BOOST_TEST(disables_channel(fault) == disables);
  }
}

BOOST_AUTO_TEST_SUITE_END()
