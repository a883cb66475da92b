#include "tests/support/bot_api.hpp"

#include "chat/telegram/telegram_request.hpp"
#include "chat/telegram/telegram_text.hpp"
#include "chat/telegram/telegram_token.hpp"
#include "tests/support/raw_client.hpp"

#include <atomic>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;
namespace json = boost::json;

// The stand-in is what tests of chats believe, so it is tested itself: by what Telegram documents.
BOOST_AUTO_TEST_SUITE(bot_api_stand_in)

namespace {

constexpr std::int64_t person = 42, other_person = 43, group = -77, channel = -1'001'234'567'890;

struct world {
  std::atomic<std::int64_t> time{1'000'000};
  bot_api api{{{.id = person}, {.id = other_person}, {.id = group}, {.id = channel, .name = "@Shop_payments"}},
              [this] { return std::chrono::milliseconds{time}; }};

  raw_answer post(const std::string& target, const std::string& body,
                  const std::string& type = "application/json") const {
    raw_client client{api.port()};
    return client.ask("POST " + target + " HTTP/1.1\r\nHost: bot\r\nContent-Type: " + type +
                      "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  std::string path() const { return telegram_url("", bot_api::token); }
  raw_answer send(std::int64_t chat, const std::string& text, telegram_markup markup = telegram_markup::html) const {
    return post(path(), telegram_body({.number = chat}, text, markup));
  }
  void pass(std::chrono::milliseconds by) { time += by.count(); }
  std::size_t count() const { return api.messages().size(); }
};

std::string description(const raw_answer& answer) {
  const auto body = json::parse(answer.body);
  BOOST_TEST(body.at("ok").as_bool() == false);
  BOOST_TEST(body.at("error_code").as_int64() == answer.status);
  return std::string{body.at("description").as_string()};
}

} // namespace

BOOST_AUTO_TEST_CASE(a_message_is_kept_and_answered_with_its_number) {
  world at;
  BOOST_TEST(!fault_of_telegram_token(bot_api::token));
  const auto answer = at.send(channel, "<b>Tiền</b> &lt;😀&gt; ");
  BOOST_TEST(answer.status == 200u);
  const auto body = json::parse(answer.body);
  BOOST_TEST(body.at("ok").as_bool());
  BOOST_TEST(body.at_pointer("/result/message_id").as_int64() == 1);
  BOOST_TEST(body.at_pointer("/result/chat/id").as_int64() == channel);
  BOOST_TEST(body.at_pointer("/result/chat/type").as_string() == "supergroup");
  BOOST_TEST(body.at_pointer("/result/text").as_string() == "Tiền <😀>");
  BOOST_REQUIRE(at.count() == 1u);
  const auto kept = at.api.messages().front();
  BOOST_TEST(kept.chat == channel);
  BOOST_TEST(kept.raw == "<b>Tiền</b> &lt;😀&gt; ");
  BOOST_TEST(kept.text == "Tiền <😀>");
  BOOST_TEST((kept.entities == std::vector<text_entity>{{"b", 0, 4}}));
  BOOST_TEST(at.send(person, "<b>x", telegram_markup::none).status == 200u);
  BOOST_TEST(at.api.messages().back().text == "<b>x");
  BOOST_TEST(!at.api.messages().back().has_markup);
}

BOOST_AUTO_TEST_CASE(a_wrong_address_is_refused) {
  const world at;
  const auto body = telegram_body({.number = person}, "x", telegram_markup::html);
  std::string other{bot_api::token};
  other.back() = 'X';
  struct example {
    std::string target;
    unsigned status;
    std::string description;
  };
  const example examples[] = {
      {telegram_url("", other), 401, "Unauthorized"},
      {telegram_url("", "nonsense"), 404, "Not Found"},
      {telegram_url("", "0" + other), 404, "Not Found"},
      {telegram_url("", "1:" + std::string(80, 'a')), 404, "Not Found"},
      {"/bot" + std::string{bot_api::token} + "/sendNothing", 404, "Not Found"},
      {"/" + std::string{bot_api::token} + "/sendMessage", 404, "Not Found"},
      {"/", 404, "Not Found"},
      {"/bot", 404, "Not Found"},
  };
  for (const auto& [target, status, why] : examples) {
    const auto answer = at.post(target, body);
    BOOST_TEST(answer.status == status);
    BOOST_TEST(description(answer) == why);
  }
  BOOST_TEST(at.count() == 0u);
  BOOST_TEST(at.post("/bot" + std::string{bot_api::token} + "/SENDMESSAGE", body).status == 200u);
}

BOOST_AUTO_TEST_CASE(a_wrong_message_is_refused) {
  const world at;
  struct example {
    std::string body, description;
  };
  const example examples[] = {
      {"{", "Bad Request: can't parse JSON object"},
      {"[]", "Bad Request: can't parse JSON object"},
      {R"({"text":"x"})", "Bad Request: chat_id is empty"},
      {R"({"chat_id":44,"text":"x"})", "Bad Request: chat not found"},
      {R"({"chat_id":"@nobody","text":"x"})", "Bad Request: chat not found"},
      {R"({"chat_id":42})", "Bad Request: message text is empty"},
      {R"({"chat_id":42,"text":" \n "})", "Bad Request: message text is empty"},
      {R"({"chat_id":42,"text":"<b></b>","parse_mode":"HTML"})", "Bad Request: message text is empty"},
      {R"({"chat_id":42,"text":"x","parse_mode":"HTM"})", "Bad Request: unsupported parse_mode"},
      {R"({"chat_id":42,"text":"<x>","parse_mode":"html"})",
       "Bad Request: can't parse entities: Unsupported start tag \"x\" at byte offset 0"},
      {"{\"chat_id\":42,\"text\":\"\xff\"}", "Bad Request: strings must be encoded in UTF-8"},
      {telegram_body({.number = person}, std::string(4'097, 'x'), telegram_markup::html),
       "Bad Request: message is too long"},
      {telegram_body({.number = person}, std::string(32'769, 'x'), telegram_markup::html),
       "Bad Request: text is too long"},
  };
  for (const auto& [body, why] : examples) {
    const auto answer = at.post(at.path(), body);
    BOOST_TEST(answer.status == 400u);
    BOOST_TEST(description(answer) == why);
  }
  BOOST_TEST(at.post(at.path(), R"({"chat_id":42,"text":"x"})", "text/plain").status == 400u);
  BOOST_TEST(at.count() == 0u);
}

BOOST_AUTO_TEST_CASE(length_counts_after_the_markup_is_read) {
  const world at;
  std::string escaped;
  for (int place = 0; place < 4'096; ++place) escaped += "&amp;";
  BOOST_TEST(at.send(person, "<b>" + escaped + "</b>").status == 200u);
  BOOST_TEST(at.send(person, escaped + "x").status == 400u);
  std::string pairs;
  for (int place = 0; place < 2'048; ++place) pairs += "😀";
  BOOST_TEST(at.send(person, pairs).status == 200u);
  BOOST_TEST(at.send(person, pairs + "x").status == 400u);
}

BOOST_AUTO_TEST_CASE(chats_are_found_by_number_and_name) {
  const world at;
  for (const std::string chat : {"-1001234567890", R"("-1001234567890")", R"("@shop_PAYMENTS")"}) {
    BOOST_TEST(at.post(at.path(), R"({"text":"x","chat_id":)" + chat + "}").status == 200u);
    BOOST_TEST(at.api.messages().back().chat == channel);
  }
}

BOOST_AUTO_TEST_CASE(moods_of_chats_are_answered_as_documented) {
  world at;
  struct example {
    std::int64_t chat;
    chat_mood mood;
    unsigned status;
    const char* description;
  };
  const example examples[] = {
      {person, chat_mood::blocked, 403, "Forbidden: bot was blocked by the user"},
      {group, chat_mood::kicked, 403, "Forbidden: bot was kicked from the group chat"},
      {channel, chat_mood::kicked, 403, "Forbidden: bot was kicked from the supergroup chat"},
      {group, chat_mood::no_rights, 400, "Bad Request: not enough rights to send text messages to the chat"},
  };
  for (const auto& [chat, mood, status, why] : examples) {
    at.api.set_mood(chat, mood);
    const auto answer = at.send(chat, "x");
    BOOST_TEST(answer.status == status);
    BOOST_TEST(description(answer) == why);
  }
  at.api.set_mood(group, chat_mood::upgraded, channel);
  const auto answer = at.send(group, "x");
  BOOST_TEST(answer.status == 400u);
  BOOST_TEST(description(answer) == "Bad Request: group chat was upgraded to a supergroup chat");
  BOOST_TEST(json::parse(answer.body).at_pointer("/parameters/migrate_to_chat_id").as_int64() == channel);
  BOOST_TEST(at.count() == 0u);
  at.api.set_mood(person, chat_mood::open);
  BOOST_TEST(at.send(person, "x").status == 200u);
}

BOOST_AUTO_TEST_CASE(a_person_gets_one_a_second_after_a_short_burst) {
  world at;
  for (int sent = 0; sent < 5; ++sent) BOOST_TEST(at.send(person, "x").status == 200u);
  const auto refused = at.send(person, "x");
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST(description(refused) == "Too Many Requests: retry after 5");
  BOOST_TEST(json::parse(refused.body).at_pointer("/parameters/retry_after").as_int64() == 5);
  BOOST_TEST(refused.header("retry-after") == "5");
  BOOST_TEST(at.send(other_person, "x").status == 200u);
  at.pass(4'999ms);
  BOOST_TEST(at.send(person, "x").header("retry-after") == "1");
  at.pass(1ms);
  BOOST_TEST(at.send(person, "x").status == 200u); // what was refused did not count
  for (int second = 0; second < 20; ++second) {
    at.pass(1s);
    BOOST_TEST(at.send(person, "x").status == 200u);
  }
}

BOOST_AUTO_TEST_CASE(a_group_gets_twenty_a_minute) {
  world at;
  for (int sent = 0; sent < 20; ++sent) {
    BOOST_TEST(at.send(group, "x").status == 200u);
    at.pass(1s);
  }
  BOOST_TEST(at.send(group, "x").header("retry-after") == "40");
  BOOST_TEST(at.send(channel, "x").status == 200u);
  at.pass(40s);
  BOOST_TEST(at.send(group, "x").status == 200u);
  BOOST_TEST(at.send(group, "x").header("retry-after") == "1");
}

BOOST_AUTO_TEST_CASE(a_bot_sends_thirty_a_second) {
  std::vector<bot_chat> people;
  for (std::int64_t id = 1; id <= 31; ++id) people.push_back({.id = id});
  world at;
  bot_api api{people, [&] { return std::chrono::milliseconds{at.time}; }};
  const auto send = [&](std::int64_t chat) {
    raw_client client{api.port()};
    const auto body = telegram_body({.number = chat}, "x", telegram_markup::none);
    return client.ask("POST " + at.path() + " HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: " +
                      std::to_string(body.size()) + "\r\n\r\n" + body);
  };
  for (std::int64_t id = 1; id <= 30; ++id) BOOST_TEST(send(id).status == 200u);
  BOOST_TEST(send(31).header("retry-after") == "1");
  at.pass(1s);
  BOOST_TEST(send(31).status == 200u);
}

BOOST_AUTO_TEST_CASE(faults_come_one_to_a_request) {
  world at;
  at.api.script({bot_fault::internal_error, bot_fault::unauthorized, bot_fault::not_found, bot_fault::flood,
                 bot_fault::bad_markup, bot_fault::none});
  for (const unsigned status : {500u, 401u, 404u, 429u, 400u}) {
    const auto answer = at.send(person, "x");
    BOOST_TEST(answer.status == status);
    BOOST_TEST(!description(answer).empty());
    BOOST_TEST(answer.header("retry-after") == (status == 429 ? "7" : ""));
  }
  BOOST_TEST(at.count() == 0u);
  BOOST_TEST(at.send(person, "x").status == 200u);
  BOOST_TEST(at.count() == 1u);
  BOOST_TEST(at.api.requests().size() == 6u);
}

BOOST_AUTO_TEST_CASE(an_answer_may_fail_to_come) {
  world at;
  at.api.script({bot_fault::reset, bot_fault::cut, bot_fault::hang});
  const auto body = telegram_body({.number = person}, "x", telegram_markup::html);
  const auto request = "POST " + at.path() +
                       " HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                       "\r\n\r\n" + body;
  raw_client reset{at.api.port()};
  reset.send(request);
  BOOST_TEST(reset.read_to_end() == "");
  BOOST_TEST(at.count() == 0u);
  raw_client cut{at.api.port()};
  cut.send(request);
  const auto half = cut.read_to_end();
  BOOST_TEST(half.starts_with("HTTP/1.1 200 "));
  BOOST_TEST(half.find("\r\n\r\n{\"ok\":true") != half.npos);
  BOOST_TEST(half.back() != '}');
  BOOST_TEST(at.count() == 1u);
  raw_client hung{at.api.port()};
  hung.send(request);
  BOOST_TEST(!hung.has_data(50ms));
  BOOST_TEST(at.count() == 1u);
}

BOOST_AUTO_TEST_CASE(what_the_renderer_writes_is_taken) {
  world at;
  std::string emoji, markup;
  for (int place = 0; place < 5'000; ++place) emoji += "😀", markup += "<b>&";
  for (const auto& content : {std::string{"Nguyễn Văn Ế chuyển tiền"}, std::string{"👨\u200d👩\u200d👧 cảm ơn"},
                              std::string{"<b>"}, std::string(5'000, 'x'), emoji, markup, std::string{"\x01\x80\n"}})
    for (const auto lang : {language::vi, language::en}) {
      const transaction_news news{.type = transfer_type::credit,
                                  .amount = money{1'234'567},
                                  .account_number = "0123456789",
                                  .bank = "MB",
                                  .content = content,
                                  .occurred_at = timestamp{},
                                  .transaction = "txn_01fwhe4ydgfk1shh6w1g60eecf"};
      const auto html = telegram_html(news, lang);
      BOOST_TEST(at.send(person, html).status == 200u);
      const auto seen = at.api.messages().back().text;
      BOOST_TEST(seen.find("1,234,567") + seen.find("1.234.567") != 2 * seen.npos);
      if (content == "<b>" || content.starts_with("Ng")) BOOST_TEST(seen.ends_with(": " + content));
      if (content.size() >= 5'000) BOOST_TEST(seen.ends_with("…"));
      at.pass(1s);
      BOOST_TEST(at.send(person, telegram_plain_text(html), telegram_markup::none).status == 200u);
      BOOST_TEST(at.api.messages().back().text == seen);
      at.pass(1s);
    }
}

BOOST_AUTO_TEST_SUITE_END()
