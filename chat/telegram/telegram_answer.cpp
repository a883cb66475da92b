#include "chat/telegram/telegram_answer.hpp"

#include "chat/telegram/telegram_chat.hpp"
#include "domain/deliveries/retry_after.hpp"
#include "domain/values/ascii.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

using step = chat_outcome::step;

// The store keeps so much of an answer. A longer one has been cut, or does not come from the Bot API.
constexpr std::size_t answer_bytes_max = 4096;
constexpr std::size_t answer_depth_max = 8;

/// What counts in an answer.
struct telegram_answer {
  int code = 0;
  bool is_refusal = false;   ///< Its JSON says that the message was not sent.
  std::string description{}; ///< In lower case.
  std::chrono::milliseconds retry_after{0};
  std::int64_t moved_to = 0; ///< 0: has not moved.
};

/// A whole number in an object; 0 if it has none with this name.
std::int64_t number_in(const json::object& object, std::string_view name) {
  const auto* member = object.if_contains(name);
  const auto* number = member ? member->if_int64() : nullptr;
  return number ? *number : 0;
}

void read_parameters(const json::object& parameters, telegram_answer& answer) {
  const auto seconds = number_in(parameters, "retry_after");
  const auto seconds_max = std::chrono::seconds{telegram_wait_max}.count();
  answer.retry_after = std::chrono::seconds{std::clamp<std::int64_t>(seconds, 0, seconds_max)};
  const auto moved_to = number_in(parameters, "migrate_to_chat_id");
  if (is_telegram_chat_number(moved_to)) answer.moved_to = moved_to;
}

telegram_answer read_answer(const attempt& made) {
  telegram_answer answer{.code = made.status_code};
  if (made.response_body.size() > answer_bytes_max) return answer;
  std::array<unsigned char, 4 * answer_bytes_max> memory;
  json::monotonic_resource resource{memory.data(), memory.size()};
  json::parse_options options;
  options.max_depth = answer_depth_max;
  json::error_code failed;
  const auto document = json::parse(made.response_body, failed, &resource, options);
  const auto* body = failed ? nullptr : document.if_object();
  const auto* ok = body ? body->if_contains("ok") : nullptr;
  if (!ok || !ok->is_bool() || ok->get_bool()) return answer;
  answer.is_refusal = true;
  const auto code = number_in(*body, "error_code");
  if (code >= 400 && code < 600) answer.code = static_cast<int>(code);
  if (const auto* text = body->if_contains("description"); text && text->is_string())
    answer.description = ascii_lowered(std::string_view{text->get_string()});
  if (const auto* parameters = body->if_contains("parameters"); parameters && parameters->is_object())
    read_parameters(parameters->get_object(), answer);
  return answer;
}

/// What a 400 is about can be seen from its description alone.
struct bad_request {
  std::string_view part; ///< Of the description, in lower case.
  chat_fault fault;
};
constexpr bad_request bad_requests[]{
    {"chat not found", chat_fault::chat_not_found}, // a private chat, too
    {"peer_id_invalid", chat_fault::chat_not_found},
    {"message thread not found", chat_fault::thread_not_found},
    {"can't parse entities", chat_fault::text_refused},
    {"is too long", chat_fault::text_refused},
    {"text is empty", chat_fault::text_refused},
    {"unsupported parse_mode", chat_fault::text_refused},
    {"rights", chat_fault::no_rights},
};

chat_fault fault_of_bad_request(std::string_view description) {
  for (const auto& [part, fault] : bad_requests)
    if (description.find(part) != description.npos) return fault;
  return chat_fault::refused;
}

/// Why an answer ends the delivery; `none` if another attempt may succeed.
chat_fault fault_of(const telegram_answer& answer) {
  switch (answer.code) {
  case 400:
    return fault_of_bad_request(answer.description);
  case 401:
    return chat_fault::token_refused;
  case 403:
    return chat_fault::forbidden;
  case 404:
  case 421:
    return chat_fault::wrong_address;
  case 408:
  case 429:
    return chat_fault::none;
  default:
    // The Bot API redirects nowhere.
    if (answer.code >= 300 && answer.code < 400) return chat_fault::wrong_address;
    return answer.code >= 400 && answer.code < 500 ? chat_fault::refused : chat_fault::none;
  }
}

chat_outcome ended_by(chat_fault fault) { return {.next = step::ended, .fault = fault}; }

} // namespace

chat_outcome judge_telegram_answer(const attempt& made, const chat_try& sent, timestamp now) {
  if (made.status_code == 0)
    return judge(made) == verdict::retry ? chat_outcome{.next = step::retry, .wait = sent.back_off}
                                         : ended_by(chat_fault::wrong_address);
  const auto answer = read_answer(made);
  if (!answer.is_refusal && answer.code >= 200 && answer.code < 300) return {.next = step::delivered};
  // Twice in one attempt would be a circle.
  if (answer.code == 400 && answer.moved_to != 0 && !sent.has_moved)
    return {.next = step::moved, .moved_to = std::to_string(answer.moved_to)};
  const bool is_circle = answer.code == 400 && answer.moved_to != 0;
  const auto fault = is_circle ? chat_fault::none : fault_of(answer);
  if (fault == chat_fault::text_refused && !sent.is_plain_text) return {.next = step::plain_text};
  if (fault != chat_fault::none) return ended_by(fault);
  const bool is_flood = answer.code == 429;
  const auto asked = std::max(asked_wait(made, now).value_or(std::chrono::milliseconds{0}),
                              is_flood ? answer.retry_after : std::chrono::milliseconds{0});
  return {.next = step::retry, .wait = std::max(sent.back_off, asked), .holds_chat = is_flood};
}

} // namespace paylink
