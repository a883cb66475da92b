// The real service tells chats through a Bot API that checks and limits as Telegram's does.
#include "tests/e2e/sandbox_service.hpp"
#include "tests/support/bot_api.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>

namespace paylink::test {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t person = 5'123'456'789, group = -4001, supergroup = -1'001'234'567'890;

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

class chat_service_run {
public:
  chat_service_run()
      : api{{{.id = person}, {.id = group}, {.id = supergroup}}},
        service{
            {{"PAYLINK_TELEGRAM_API_BASE", base()}, {"WEBHOOK_INITIAL_DELAY", "1s"}, {"PAYLINK_LOG_LEVEL", "debug"}}} {
    service.start();
  }

  api_answer make(std::int64_t chat, std::string_view token = test::bot_api::token) {
    auto answer = service.call(http_method::post, path(),
                               R"({"type":"telegram","name":"Bán hàng","events":["transaction.credit"],"chat_id":")" +
                                   std::to_string(chat) + R"(","bot_token":")" + std::string{token} + "\"}");
    answers += answer.body;
    return answer;
  }
  json::object show(const std::string& id) {
    const auto answer = service.call(http_method::get, path() + "/" + id);
    answers += answer.body;
    return json::parse(answer.body).at("data").as_object();
  }
  std::string id_of(const api_answer& made) {
    BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
    return json::value_to<std::string>(json::parse(made.body).at("data").at("id"));
  }
  /// The messages to a chat, once there are so many, or when time is up.
  std::vector<test::bot_message> messages(std::int64_t chat, std::size_t wanted) const {
    std::vector<test::bot_message> found;
    test::until([&] {
      found = api.messages();
      std::erase_if(found, [&](const auto& one) { return one.chat != chat; });
      return found.size() >= wanted;
    });
    return found;
  }
  void pay(const std::string& bank_reference, const std::string& content) {
    const auto answer = service.notify(bank_reference, content);
    BOOST_REQUIRE((answer && answer->status == 200));
  }

  test::bot_api api;
  sandbox_service service;
  std::string answers; ///< All that the API has said.

private:
  std::string base() const {
    auto url = api.base();
    while (url.ends_with('/')) url.pop_back();
    return url;
  }
  std::string path() { return "/v1.1/webhooks/" + service.workspace(); }
};

} // namespace

BOOST_AUTO_TEST_CASE(a_chat_is_told_in_vietnamese_at_its_pace_and_followed_when_it_moves) {
  chat_service_run shop;
  const auto id = shop.id_of(shop.make(group));
  BOOST_TEST(shop.messages(group, 1).size() == 1u); // the test message
  shop.pay("FT-1", "Trả <b>nợ</b> & tiền nhà");
  const auto seen = shop.messages(group, 2);
  BOOST_REQUIRE(seen.size() == 2u);
  BOOST_TEST(seen[1].text.find("Tiền vào: +150.000\u00a0₫") == 0u);
  BOOST_TEST(seen[1].text.find("Trả <b>nợ</b> & tiền nhà") != std::string::npos);
  BOOST_TEST(seen[1].raw.find("Trả &lt;b&gt;nợ&lt;/b&gt; &amp; tiền nhà") != std::string::npos);
  BOOST_TEST((seen[1].has_markup && seen[1].at - seen[0].at > 2s));

  shop.api.set_mood(group, test::chat_mood::upgraded, supergroup);
  shop.pay("FT-2", "thanh toan");
  BOOST_TEST(shop.messages(supergroup, 1).size() == 1u);
  const auto chat_id = [&] { return json::value_to<std::string>(shop.show(id).at("chat_id")); };
  BOOST_TEST(test::until([&] { return chat_id() == std::to_string(supergroup); }));
}

BOOST_AUTO_TEST_CASE(a_burst_and_a_flood_lose_no_message_and_send_none_twice) {
  chat_service_run shop;
  shop.id_of(shop.make(person));
  BOOST_REQUIRE(shop.messages(person, 1).size() == 1u);
  shop.api.script({test::bot_fault::flood, test::bot_fault::internal_error, test::bot_fault::bad_markup});
  for (int i = 0; i < 8; ++i) shop.pay("FT-" + std::to_string(i), "don hang " + std::to_string(i));
  const auto seen = shop.messages(person, 9);
  BOOST_TEST(seen.size() == 9u);
  for (int i = 0; i < 8; ++i) {
    const auto about = "don hang " + std::to_string(i);
    BOOST_TEST(std::ranges::count_if(seen, [&](const auto& one) { return one.text.find(about) != one.text.npos; }) == 1,
               about);
  }
  // After the flood nothing was sent for as long as asked.
  BOOST_TEST((seen[1].at - seen[0].at >= 7s));
}

BOOST_AUTO_TEST_CASE(a_chat_that_blocks_the_bot_is_disabled_with_a_mail_and_its_token_stands_nowhere) {
  chat_service_run shop;
  const auto id = shop.id_of(shop.make(person));
  BOOST_REQUIRE(shop.messages(person, 1).size() == 1u);
  const std::string token{test::bot_api::token};
  BOOST_TEST(shop.make(person, token + "x").status == 422u);
  BOOST_TEST(shop.service
                 .call(http_method::patch, "/v1.1/webhooks/" + shop.service.workspace() + "/" + id,
                       R"({"bot_token":")" + token + R"(","url":"https://shop.example/"})")
                 .status == 422u);
  shop.api.set_mood(person, test::chat_mood::blocked);
  shop.pay("FT-1", "thanh toan");
  BOOST_REQUIRE(test::until([&] { return !shop.show(id).at("enabled").as_bool(); }));
  BOOST_TEST(json::value_to<std::string>(shop.show(id).at("disabled_reason")) == "chat_refused");
  const auto mails = shop.service.folder() / "mail";
  BOOST_TEST(test::until([&] { return std::filesystem::exists(mails) && !std::filesystem::is_empty(mails); }));

  shop.service.end(SIGABRT);
  const auto secret = token.substr(token.find(':') + 1);
  std::size_t searched = 0;
  for (const auto& found : std::filesystem::recursive_directory_iterator{shop.service.folder()}) {
    if (!found.is_regular_file()) continue;
    ++searched;
    BOOST_TEST(content_of(found.path()).find(secret) == std::string::npos, found.path());
  }
  BOOST_TEST(searched >= 3u);
  BOOST_TEST(shop.answers.find(secret) == std::string::npos);
}

} // namespace paylink::test
