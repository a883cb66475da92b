#include "api/calls/call.hpp"

#include "api/calls/route.hpp"
#include "domain/addresses/household.hpp"
#include "domain/values/ascii.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <algorithm>

namespace paylink {

namespace {

log::level level_of(unsigned status) {
  if (status >= 500) return log::level::warning;
  return status >= 400 ? log::level::info : log::level::debug;
}

} // namespace

void http_call::answer(http_response response) {
  const std::lock_guard hold{mutex_};
  if (is_answered_.exchange(true)) return;
  hash_turn.reset();
  place.reset();
  // Only the actor that has read for the call gives it a large answer, and nobody else changes whose it is.
  if (services && !response.is_event_stream && response.body.size() > answer_share::free_bytes)
    hold_until_sent(response);
  if (limit_) limit_->append_headers(response);
  if (const auto at = level_of(response.status); log::is_written(at)) {
    const auto spent = std::chrono::steady_clock::now() - arrived_at;
    // The pattern, not the path: a path may contain a secret.
    log::write(at, "http.answered",
               {{"trace_id", request.trace_id},
                {"method", to_text(request.method)},
                {"route", route ? route->pattern : std::string_view{"none"}},
                {"status", response.status},
                {"took_us", std::chrono::duration_cast<std::chrono::microseconds>(spent).count()}});
  }
  reply.answer(std::move(response));
}

bool http_call::take_hash_turn(const hash_place& wanted) {
  const std::lock_guard hold{mutex_};
  return hash_turn || (hash_turn = services->places_for_hashes.take(wanted));
}

std::string http_call::asker() const {
  if (!workspace.empty()) return workspace.text();
  return who.user.empty() ? household_of(request.peer) : who.user.text();
}

answer_asker http_call::answered_to() const {
  if (who.user.empty()) return {.person = household_of(request.peer), .is_stranger = true};
  return {.workspace = workspace.text(), .person = who.user.text()};
}

// What a command has done is always answered; a reading can be repeated.
void http_call::hold_until_sent(http_response& response) const {
  const auto to = answered_to();
  const auto now = services->clock.uptime();
  const bool is_read = request.method == http_method::get || request.method == http_method::head;
  // A list has had its turn, which needed room.
  const bool is_list = route && route->read == pace::in_turn;
  if (const auto room = services->answers->room_for(to, now);
      is_read && !is_list && room != answer_budget::room::free) {
    const bool is_own = room == answer_budget::room::own_is_used;
    if (!is_own) services->answers->make_room(now, to.is_stranger); // for when it is repeated
    response = failure(is_own ? errc::rate_limited : errc::service_unavailable, request.trace_id, services->clock.now(),
                       is_own ? "Too many large responses to this caller are being sent. Read them, then try again."
                              : "Too many large responses are being sent. Try again.");
    if (is_own) response.headers.emplace_back("Retry-After", "1");
    return;
  }
  auto share = std::make_shared<answer_share>(services->answers, to);
  share->hold(response.body.size(), now);
  if (!is_read) services->answers->make_room(now);
  response.may_end = share->end();
  response.kept = std::move(share);
}

void http_call::count_against(const rate_reading& reading) {
  const std::lock_guard hold{mutex_};
  limit_ = reading;
}

void http_call::subscribe(std::string topic) {
  const std::lock_guard hold{mutex_};
  if (!is_answered_) reply.subscribe(std::move(topic));
}

http_response reply_context::fail(errc error, std::string_view message, std::span<const field_fault> details) const {
  return failure(error, call.request.trace_id, now, message, details);
}

act call_context::by_caller() const {
  act made{.id = audit_id::make(now, services.random), .by = {}, .address = call.request.peer};
  if (who.is_session())
    made.by = {audit_actor::kind::user, who.user.text()};
  else if (!who.token.empty())
    made.by = {audit_actor::kind::api_token, who.token.text()};
  return made;
}

http_response reply_context::come_again(std::string_view message) const {
  auto response = fail(errc::rate_limited, message);
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

http_response reply_context::fail_to_find(std::string_view kind, const boost::system::error_code& error,
                                          std::size_t place) const {
  if (to_errc(error) != errc::not_found) return fail(to_errc(error));
  // Only text that could be an id is repeated.
  constexpr std::size_t id_characters_max = 64;
  const auto named = call.path[place];
  const bool is_like_an_id = named.size() <= id_characters_max && std::ranges::all_of(named, [](char c) {
                               return is_ascii_alphanumeric(c) || c == '_' || c == '-';
                             });
  std::string message = "There is no " + std::string{kind};
  message.append(is_like_an_id ? " " : " with this id").append(is_like_an_id ? named : std::string_view{});
  return fail(errc::not_found, message + " in this Workspace.");
}

} // namespace paylink
