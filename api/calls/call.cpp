#include "api/calls/call.hpp"

#include "api/calls/route.hpp"
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
  const bool is_like_an_id =
      named.size() <= id_characters_max && std::ranges::all_of(named, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
      });
  std::string message = "There is no " + std::string{kind};
  message.append(is_like_an_id ? " " : " with this id").append(is_like_an_id ? named : std::string_view{});
  return fail(errc::not_found, message + " in this Workspace.");
}

} // namespace paylink
