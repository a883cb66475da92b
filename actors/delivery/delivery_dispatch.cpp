#include "actors/delivery/delivery_dispatch.hpp"

#include "chat/services/chat_service.hpp"
#include "http/outbound/delivery_request.hpp"

namespace paylink {

namespace {

outbound_request stored_request(const delivery_job& job, const attempt_seal& seal, const attempt_course&) {
  return request_of(job, seal);
}

answer_result by_table(delivery_kind, attempt&, attempt_course&, timestamp) { return {}; }

outbound_request chat_message(const delivery_job& job, const attempt_seal& seal, const attempt_course& course) {
  const auto& chat_id = course.chat_moved_to.empty() ? job.webhook->chat_id : course.chat_moved_to;
  auto sent = find_chat_service(job.kind)->request(job.url, seal.bot_token, chat_id, job.body, course.is_plain_text);
  auto request = request_of(job, seal);
  request.shown_url = job.url;
  request.url = std::move(sent.url);
  request.body = std::move(sent.body);
  return request;
}

// Whatever answers may repeat the URL.
void take_tokens_out(attempt& made, const chat_service& of) {
  made.error = of.without_tokens(made.error);
  made.response_body = of.without_tokens(made.response_body);
  for (auto& [name, value] : made.response_headers) value = of.without_tokens(value);
}

// An answer whose JSON says that nothing was sent has failed, whatever its status says.
void note_failure(attempt& made, const chat_service& of, chat_fault fault) {
  if (made.status_code == 0) return;
  if (made.failed_by == failure_class::none) made.failed_by = failure_class::http_4xx;
  made.error = std::string{of.name} + " answered " + std::to_string(made.status_code);
  if (fault != chat_fault::none) made.error.append(" (").append(to_text(fault)).append(")");
  made.error += "; see its answer.";
}

// Without an answer, the verdict is not the service's but ours.
verdict ended_by(const attempt& made) { return made.status_code == 0 ? judge(made) : verdict::failed; }

answer_result judge_chat(delivery_kind kind, attempt& made, attempt_course& course, timestamp now) {
  const auto& service = *find_chat_service(kind);
  const chat_try sent{.is_plain_text = course.is_plain_text, .has_moved = !course.chat_moved_to.empty()};
  const auto outcome = service.judge(made, sent, now);
  take_tokens_out(made, service);
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
    note_failure(made, service, outcome.fault);
    judged.what = outcome.next == retry ? verdict::retry : ended_by(made);
    judged.wait = outcome.wait;
    judged.holds_chat = outcome.holds_chat;
    judged.disables_channel = disables_channel(outcome.fault);
  }
  return {.judged = judged};
}

constexpr delivery_dispatch to_endpoint{.request = stored_request, .judge = by_table};
constexpr delivery_dispatch to_chat{.request = chat_message, .judge = judge_chat};

} // namespace

const delivery_dispatch& dispatch_of(delivery_kind kind) { return is_chat(kind) ? to_chat : to_endpoint; }

} // namespace paylink
