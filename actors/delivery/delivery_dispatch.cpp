#include "actors/delivery/delivery_dispatch.hpp"

#include "chat/telegram/telegram_answer.hpp"
#include "chat/telegram/telegram_request.hpp"
#include "chat/telegram/telegram_text.hpp"
#include "chat/telegram/telegram_token.hpp"
#include "http/outbound/delivery_request.hpp"

namespace paylink {

namespace {

outbound_request stored_request(const delivery_job& job, const attempt_seal& seal, const attempt_course&) {
  return request_of(job, seal);
}

answer_result by_table(attempt&, attempt_course&, timestamp) { return {}; }

outbound_request telegram_message(const delivery_job& job, const attempt_seal& seal, const attempt_course& course) {
  // One that cannot be read is no chat, as Telegram will say.
  const auto chat = parse_telegram_chat(course.chat_moved_to.empty() ? job.webhook->chat_id : course.chat_moved_to)
                        .value_or(telegram_chat{});
  auto request = request_of(job, seal);
  request.shown_url = job.url;
  request.url = telegram_url(job.url, seal.bot_token);
  request.body = course.is_plain_text ? telegram_body(chat, telegram_plain_text(job.body), telegram_markup::none)
                                      : telegram_body(chat, job.body, telegram_markup::html);
  return request;
}

// Whatever answers may repeat the URL.
void take_tokens_out(attempt& made) {
  made.error = without_telegram_tokens(made.error);
  made.response_body = without_telegram_tokens(made.response_body);
  for (auto& [name, value] : made.response_headers) value = without_telegram_tokens(value);
}

// An answer whose JSON says that nothing was sent has failed, whatever its status says.
void note_failure(attempt& made, chat_fault fault) {
  if (made.status_code == 0) return;
  if (made.failed_by == failure_class::none) made.failed_by = failure_class::http_4xx;
  made.error = "Telegram answered " + std::to_string(made.status_code);
  if (fault != chat_fault::none) made.error.append(" (").append(to_text(fault)).append(")");
  made.error += "; see its answer.";
}

// Without an answer, the verdict is not Telegram's but ours.
verdict ended_by(const attempt& made) { return made.status_code == 0 ? judge(made) : verdict::failed; }

answer_result judge_telegram(attempt& made, attempt_course& course, timestamp now) {
  const telegram_try sent{.is_plain_text = course.is_plain_text, .has_moved = !course.chat_moved_to.empty()};
  const auto outcome = judge_telegram_answer(made, sent, now);
  take_tokens_out(made);
  using enum chat_outcome::step;
  if (outcome.next == moved) {
    course.chat_moved_to = outcome.moved_to;
    return {.is_sent_again = true};
  }
  if (outcome.next == plain_text) {
    course.is_plain_text = true;
    return {.is_sent_again = true};
  }
  attempt_judgement judged{.what = verdict::acknowledged, .moved_to = course.chat_moved_to};
  if (outcome.next != delivered) {
    note_failure(made, outcome.fault);
    judged.what = outcome.next == retry ? verdict::retry : ended_by(made);
    judged.wait = outcome.wait;
    judged.holds_chat = outcome.holds_chat;
    judged.disables_channel = disables_channel(outcome.fault);
  }
  return {.judged = judged};
}

constexpr delivery_dispatch dispatches[delivery_kind_count]{
    {.kind = delivery_kind::link_callback, .request = stored_request, .judge = by_table},
    {.kind = delivery_kind::webhook, .request = stored_request, .judge = by_table},
    {.kind = delivery_kind::chat, .request = telegram_message, .judge = judge_telegram},
};

constexpr bool is_in_order() {
  for (std::size_t place = 0; place < delivery_kind_count; ++place)
    if (static_cast<std::size_t>(dispatches[place].kind) != place) return false;
  return true;
}
static_assert(is_in_order());

} // namespace

const delivery_dispatch& dispatch_of(delivery_kind kind) { return dispatches[static_cast<std::size_t>(kind)]; }

} // namespace paylink
