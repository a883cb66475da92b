#include "chat/telegram/telegram_answer.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;
using step = chat_outcome::step;

namespace {

const timestamp now = *parse_rfc3339("2026-03-15T02:30:00Z");

attempt answered(int status, std::string body, std::string retry_after = {}) {
  attempt made;
  made.status_code = status;
  made.response_body = std::move(body);
  if (!retry_after.empty()) made.response_headers = {{"Retry-After", std::move(retry_after)}};
  return made;
}

std::string refusal(int code, const std::string& description, const std::string& parameters = "") {
  return R"({"ok":false,"error_code":)" + std::to_string(code) + R"(,"description":")" + description + "\"" +
         (parameters.empty() ? "" : ",\"parameters\":{" + parameters + "}") + "}";
}

chat_outcome judge_it(const attempt& made, const chat_try& sent = {.back_off = 10s}) {
  return judge_telegram_answer(made, sent, now);
}

const chat_outcome delivered{.next = step::delivered};
const chat_outcome plain_text{.next = step::plain_text};
chat_outcome ended(chat_fault fault) { return {.next = step::ended, .fault = fault}; }
chat_outcome retry(std::chrono::milliseconds wait, bool holds_chat = false) {
  return {.next = step::retry, .wait = wait, .holds_chat = holds_chat};
}
chat_outcome moved(const std::string& chat) { return {.next = step::moved, .moved_to = chat}; }

struct example {
  attempt made;
  chat_outcome outcome;
};

void check_all(std::initializer_list<example> examples, const chat_try& sent = {.back_off = 10s}) {
  for (const auto& [made, outcome] : examples)
    BOOST_TEST_CONTEXT(made.status_code << " " << made.response_body.substr(0, 100)) {
      const auto found = judge_it(made, sent);
      BOOST_TEST(static_cast<int>(found.next) == static_cast<int>(outcome.next));
      BOOST_TEST(found.wait.count() == outcome.wait.count());
      BOOST_TEST(to_text(found.fault) == to_text(outcome.fault));
      BOOST_TEST((found == outcome));
    }
}

// As the server prints them.
const std::string accepted =
    R"({"ok":true,"result":{"message_id":123,"chat":{"id":-1001234567890,"type":"supergroup"},"date":1773541806,"text":"…"}})";
const std::string upgraded = "Bad Request: group chat was upgraded to a supergroup chat";

} // namespace

BOOST_AUTO_TEST_SUITE(telegram_answers)

BOOST_AUTO_TEST_CASE(each_documented_answer_has_its_consequence) {
  check_all({
      {answered(200, accepted), delivered},
      {answered(400, refusal(400, upgraded, R"("migrate_to_chat_id":-1001234567890)")), moved("-1001234567890")},
      {answered(400, refusal(400, "Bad Request: chat not found")), ended(chat_fault::chat_not_found)},
      {answered(400, refusal(400, "Bad Request: private chat not found")), ended(chat_fault::chat_not_found)},
      {answered(400, refusal(400, "Bad Request: PEER_ID_INVALID")), ended(chat_fault::chat_not_found)},
      {answered(400, refusal(400, "Bad Request: message thread not found")), ended(chat_fault::thread_not_found)},
      {answered(400, refusal(400, "Bad Request: can't parse entities: Unsupported start tag")), plain_text},
      {answered(400, refusal(400, "Bad Request: message is too long")), plain_text},
      {answered(400, refusal(400, "Bad Request: text is too long")), plain_text},
      {answered(400, refusal(400, "Bad Request: message text is empty")), plain_text},
      {answered(400, refusal(400, "Bad Request: Unsupported parse_mode")), plain_text},
      {answered(400, refusal(400, "Bad Request: not enough rights to send text messages to the chat")),
       ended(chat_fault::no_rights)},
      {answered(400, refusal(400, "Bad Request: something new")), ended(chat_fault::refused)},
      {answered(401, refusal(401, "Unauthorized")), ended(chat_fault::token_refused)},
      {answered(401, refusal(401, "Unauthorized: invalid token specified")), ended(chat_fault::token_refused)},
      {answered(403, refusal(403, "Forbidden: bot was blocked by the user")), ended(chat_fault::forbidden)},
      {answered(403, refusal(403, "Forbidden: user is deactivated")), ended(chat_fault::forbidden)},
      {answered(403, refusal(403, "Forbidden: bot can't initiate conversation with a user")),
       ended(chat_fault::forbidden)},
      {answered(403, refusal(403, "Forbidden: bot was kicked from the supergroup chat")), ended(chat_fault::forbidden)},
      {answered(403, refusal(403, "Forbidden: the group chat was deleted")), ended(chat_fault::forbidden)},
      {answered(404, refusal(404, "Not Found")), ended(chat_fault::wrong_address)},
      {answered(409, refusal(409, "Conflict: terminated by other getUpdates request")), ended(chat_fault::refused)},
      {answered(418, refusal(418, "I'm a teapot")), ended(chat_fault::refused)},
      {answered(421, refusal(421, "Misdirected Request: unallowed token specified")), ended(chat_fault::wrong_address)},
      {answered(500, refusal(500, "Internal Server Error: restart")), retry(10s)},
      {answered(502, "<html>Bad Gateway</html>"), retry(10s)},
      {answered(503, ""), retry(10s)},
      {answered(599, ""), retry(10s)},
  });
}

BOOST_AUTO_TEST_CASE(a_flood_waits_the_longest_of_what_is_asked_and_our_own_wait) {
  const auto flood = [](int seconds) {
    return refusal(429, "Too Many Requests: retry after " + std::to_string(seconds),
                   "\"retry_after\":" + std::to_string(seconds));
  };
  check_all({
      {answered(429, flood(7)), retry(10s, true)},
      {answered(429, flood(10)), retry(10s, true)},
      {answered(429, flood(11)), retry(11s, true)},
      {answered(429, flood(3'600)), retry(1h, true)},
      {answered(429, flood(86'400)), retry(24h, true)},
      {answered(429, flood(86'401)), retry(24h, true)},
      {answered(429, flood(-5)), retry(10s, true)},
      {answered(429, flood(7), "30"), retry(30s, true)},
      {answered(429, flood(40), "30"), retry(40s, true)},
      {answered(429, "<html>", "30"), retry(30s, true)},
      {answered(429, "<html>"), retry(10s, true)},
      {answered(429, "", "Sun, 15 Mar 2026 02:31:30 GMT"), retry(90s, true)},
      {answered(429, refusal(429, "x", R"("retry_after":"30")")), retry(10s, true)},
      {answered(429, refusal(429, "x", R"("retry_after":30.5)")), retry(10s, true)},
      {answered(429, refusal(429, "x", R"("retry_after":null)")), retry(10s, true)},
      // A gateway that asks for a pause is not about the chat.
      {answered(503, "", "30"), retry(30s)},
      {answered(500, refusal(500, "x", R"("retry_after":30)")), retry(10s)},
      {answered(408, ""), retry(10s)},
  });
}

BOOST_AUTO_TEST_CASE(what_has_been_tried_is_not_tried_again_at_once) {
  const auto bad_markup = answered(400, refusal(400, "Bad Request: can't parse entities: x"));
  BOOST_TEST((judge_it(bad_markup, {.is_plain_text = true}) == ended(chat_fault::text_refused)));
  BOOST_TEST((judge_it(bad_markup, {.has_moved = true}) == plain_text));
  const auto migrate = answered(400, refusal(400, upgraded, R"("migrate_to_chat_id":-1001)"));
  BOOST_TEST((judge_it(migrate, {.is_plain_text = true}) == moved("-1001")));
  BOOST_TEST((judge_it(migrate, {.has_moved = true, .back_off = 20s}) == retry(20s)));
}

BOOST_AUTO_TEST_CASE(a_chat_moves_only_to_what_can_be_a_chat) {
  const auto asked = [](const std::string& to) {
    return answered(400, refusal(400, upgraded, "\"migrate_to_chat_id\":" + to));
  };
  check_all({
      {asked("0"), ended(chat_fault::refused)},
      {asked("4503599627370496"), ended(chat_fault::refused)},
      {asked("-9223372036854775808"), ended(chat_fault::refused)},
      {asked("\"@shop\""), ended(chat_fault::refused)},
      {asked("-4503599627370495"), moved("-4503599627370495")},
      {answered(403, refusal(403, "Forbidden", R"("migrate_to_chat_id":-1001)")), ended(chat_fault::forbidden)},
      {answered(400, refusal(400, upgraded)), ended(chat_fault::refused)},
  });
}

BOOST_AUTO_TEST_CASE(without_readable_json_the_status_decides) {
  const auto cut = [](const std::string& body) { return body.substr(0, body.size() / 2); };
  auto broken_off = answered(200, cut(accepted));
  broken_off.failed_by = failure_class::reset;
  const std::string deep = R"({"ok":false,"error_code":403,"x":)" + std::string(9, '[') + std::string(9, ']') + "}";
  const std::string just_deep =
      R"({"ok":false,"error_code":403,"x":)" + std::string(7, '[') + std::string(7, ']') + "}";
  const auto long_body = [](std::size_t size) {
    auto body = refusal(403, "Forbidden: ");
    return body.insert(body.size() - 2, std::string(size - body.size(), 'x'));
  };
  check_all({
      {answered(200, cut(accepted)), delivered},
      {broken_off, delivered},
      {answered(200, ""), delivered},
      {answered(200, "<html>"), delivered},
      {answered(200, "[true]"), delivered},
      {answered(200, "{}"), delivered},
      {answered(200, R"({"ok":"no"})"), delivered},
      {answered(201, ""), delivered},
      {answered(400, cut(refusal(400, "Bad Request: chat not found"))), ended(chat_fault::refused)},
      {answered(400, "<html>chat not found"), ended(chat_fault::refused)},
      {answered(401, "x"), ended(chat_fault::token_refused)},
      {answered(403, ""), ended(chat_fault::forbidden)},
      {answered(301, ""), ended(chat_fault::wrong_address)},
      {answered(302, accepted), ended(chat_fault::wrong_address)},
      {answered(502, accepted), retry(10s)},
      {answered(502, deep), retry(10s)},
      {answered(502, just_deep), ended(chat_fault::forbidden)},
      {answered(502, long_body(4'096)), ended(chat_fault::forbidden)},
      {answered(502, long_body(4'097)), retry(10s)},
  });
}

BOOST_AUTO_TEST_CASE(the_code_in_the_answer_counts_more_than_the_status) {
  check_all({
      {answered(200, refusal(400, "Bad Request: chat not found")), ended(chat_fault::chat_not_found)},
      {answered(200, R"({"ok":false})"), retry(10s)},
      {answered(200, refusal(399, "x")), retry(10s)},
      {answered(200, refusal(600, "x")), retry(10s)},
      {answered(200, refusal(599, "x")), retry(10s)},
      {answered(403, R"({"ok":false,"error_code":"401","description":7,"parameters":[]})"),
       ended(chat_fault::forbidden)},
  });
}

BOOST_AUTO_TEST_CASE(without_an_answer_the_network_decides) {
  attempt timed_out;
  timed_out.failed_by = failure_class::timeout;
  auto no_certificate = timed_out;
  no_certificate.failed_by = failure_class::tls;
  no_certificate.final = true;
  BOOST_TEST((judge_it(answered(500, ""), {}) == retry(0ms)));
  check_all({{attempt{}, retry(10s)}, {timed_out, retry(10s)}, {no_certificate, ended(chat_fault::wrong_address)}});
}

BOOST_AUTO_TEST_SUITE_END()
