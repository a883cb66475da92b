#include "actors/front/http_frontend.hpp"

#include "actors/crash_report.hpp"
#include "api/calls/admission.hpp"
#include "api/calls/csv_list.hpp"
#include "api/payers/payer_pages.hpp"
#include "api/route_table.hpp"
#include "domain/values/decimal.hpp"
#include "failpoints/failpoint.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace paylink {

namespace {

std::vector<std::string_view> patterns() {
  std::vector<std::string_view> all;
  for (const auto& route : api_routes()) all.push_back(route.pattern);
  return all;
}

/// HEAD is answered as GET; the server leaves the body out.
http_method routed_method(http_method method) { return method == http_method::head ? http_method::get : method; }

/// Answers the call, gives it to a reader, or to the front end if it continues elsewhere. On any thread.
void pass_on(const http_frontend_actor& front, reader_choice& readers, const call_ptr& call, handled made) {
  if (auto* response = std::get_if<http_response>(&made)) return call->answer(std::move(*response));
  auto* next = std::get_if<next_step>(&made);
  if (!next) return caf::anon_send(front, call_prepared{call, std::make_shared<handled>(std::move(made))});
  call->next = std::move(*next);
  caf::send_as(front, readers.next(), serve_call{call});
}

template <class... Functions>
struct overloaded : Functions... {
  using Functions::operator()...;
};

} // namespace

void http_frontend_state::on_call(const call_ptr& call) {
  std::string allowed;
  for (const auto& [position, path] : routes->find(call->request.segments)) {
    const auto& route = api_routes()[position];
    if (route.method != routed_method(call->request.method)) {
      allowed += (allowed.empty() ? "" : ", ") + std::string{to_text(route.method)};
      if (route.method == http_method::get) allowed += ", HEAD";
      continue;
    }
    call->route = &route;
    call->path = path;
    call->services = services;
    if (route.open_to == access::signed_by_bank) return on_feed(call);
    if (route.open_to == access::answered_in_place) return call->answer(route.in_place(*call, *services));
    note_credentials(*call, *services);
    if (auto refused = refuse_at_once(*call)) return call->answer(std::move(*refused));
    wait(call);
    self->send(readers->next(), serve_call{call});
    return;
  }
  refuse_unrouted(call, allowed);
}

std::optional<http_response> http_frontend_state::refuse_at_once(http_call& call) {
  if (call.route->open_to == access::before_sign_in) return refuse_stranger(call);
  if (call.credential.digest.empty()) return std::nullopt;
  const auto caller = services->limits.known(call.credential.digest);
  if (!caller) return std::nullopt;
  const auto now = services->clock.uptime();
  if (const auto spent = services->limits.find_spent(*caller, now)) {
    call.count_against(*spent);
    return about(call).fail(errc::rate_limited);
  }
  if (call.route->read != pace::in_turn) return std::nullopt;
  const auto refused = wants_csv(call) ? lists->refuse_portions(*caller) : lists->refuse_search(call, *caller);
  if (!refused) return std::nullopt;
  call.count_against(services->limits.count_caller(*caller, now));
  return about(call).come_again(refused->message);
}

std::optional<http_response> http_frontend_state::refuse_stranger(http_call& call) {
  const auto counted = services->limits.count_address(call.request.peer, services->clock.uptime());
  call.count_against(counted);
  if (!counted.is_allowed()) return about(call).fail(errc::rate_limited);
  return std::nullopt;
}

void http_frontend_state::refuse_unrouted(const call_ptr& call, const std::string& allowed) {
  // Requests below /l/ are a payer's, and were already counted by the page gate.
  const bool is_payer = !call->request.segments.empty() && call->request.segments[0] == "l" && allowed.empty() &&
                        routed_method(call->request.method) == http_method::get;
  if (is_payer) return call->answer(answer_unknown_page(*call, *services));
  // The caller is unknown: requests for unknown paths count against the address.
  if (auto refused = refuse_stranger(*call)) return call->answer(std::move(*refused));
  if (!allowed.empty()) {
    auto response = about(*call).fail(errc::method_not_allowed);
    response.headers.emplace_back("Allow", allowed);
    return call->answer(std::move(response));
  }
  constexpr std::string_view version = "v1.1";
  const auto& segments = call->request.segments;
  const bool is_versioned = !segments.empty() && segments[0].size() > 1 && segments[0][0] == 'v' &&
                            std::ranges::all_of(segments[0].substr(1), [](char c) { return is_digit(c) || c == '.'; });
  auto with_version = segments;
  with_version.insert(with_version.begin(), std::string{version});
  const bool lacks_version = !segments.empty() && !routes->find(with_version).empty();
  if ((is_versioned && segments[0] != version) || lacks_version)
    return call->answer(about(*call).fail(errc::unsupported_version));
  call->answer(about(*call).fail(errc::not_found));
}

void http_frontend_state::on_feed(const call_ptr& call) {
  const auto now = services->clock.now();
  // The signature covers the body, so it cannot be checked before the body is here.
  if (call->request.body_state == body_state::expected) return call->answer(send_the_body());
  if (call->request.body_state == body_state::too_large)
    return call->answer(about(*call).fail(errc::payload_too_large));
  if (auto refused = gate->refuse(call->request, call->path[0], now)) return call->answer(std::move(*refused));
  const std::string feed{call->path[0]};
  auto decoded = gate->decode(call->request, feed);
  if (auto* refusal = std::get_if<json_refusal>(&decoded))
    return call->answer(about(*call).fail(errc::malformed_request, refusal->message));
  wait(call);
  if (const auto* notice = std::get_if<connection_notice>(&decoded))
    return pass_on(http_frontend_actor{self}, *readers, call, gate->answer_notice(*call, *notice));
  auto& entries = std::get<std::vector<decoded_entry>>(decoded);
  if (entries.empty()) return call->answer(success(200, encode_entry_answers({}), now));
  take_entries(self, directory, store, feed, entries, [this, call](taken_entries& taken) { answer_bank(call, taken); });
}

void http_frontend_state::answer_bank(const call_ptr& call, const taken_entries& taken) const {
  if (taken.failed != errc::ok) {
    const auto error = taken.failed == errc::internal_error ? errc::internal_error : errc::service_unavailable;
    return call->answer(about(*call).fail(error, "Not all entries could be stored. Send them again."));
  }
  PAYLINK_FAILPOINT(before_bank_acknowledged);
  call->answer(success(200, encode_entry_answers(taken.answers), services->clock.now()));
  PAYLINK_FAILPOINT(after_bank_acknowledged);
}

void http_frontend_state::wait(const call_ptr& call) {
  waiting.add(call, services->clock.uptime());
  if (!std::exchange(is_looking, true))
    self->delayed_send(http_frontend_actor{self}, waiting_calls::look_interval, waiting_due{});
}

void http_frontend_state::look_at_waiting() {
  const auto now = services->clock.uptime();
  is_looking = waiting.look(now, services->state, [this](const call_ptr& call) { send_away(call); });
  if (is_looking) self->delayed_send(http_frontend_actor{self}, waiting_calls::look_interval, waiting_due{});
}

void http_frontend_state::send_away(const call_ptr& call) {
  if (const auto answer = call->route->when_unavailable) return call->answer(answer(*call, *services));
  const bool is_read = call->request.method == http_method::get || call->request.method == http_method::head;
  call->answer(about(*call).fail(
      errc::service_unavailable,
      is_read ? "The database did not respond in time. Try again."
              : "This was not stored in time, but may still be. Send the same call again to find out."));
}

void http_frontend_state::on_prepared(const call_prepared& prepared) {
  const auto& call = prepared.call;
  // Nothing is stored yet, and a caller that was sent away may have asked again.
  if (call->is_answered()) return;
  const auto give = [&](const auto& to, auto& with, bool takes_long = false) {
    // What the caller may do is looked up again.
    if (takes_long) call->is_admitted = false;
    self->send(to, continued(call, std::move(with)));
  };
  const auto to_its_actor = overloaded{
      [&](continue_with<>& with) { carry_out(continued(call, std::move(with))); },
      [&](continue_with<password_check>& with) {
        give(password_hashers[next_hasher++ % password_hashers.size()], with);
      },
      [&](continue_with<endpoint_test>& with) { give(endpoint_tester, with, true); },
      [&](continue_with<connector_call>& with) { give(connector_router, with, true); },
      [&](continue_with<statement_import>& with) { give(statement_importer, with); },
      [&](answer_in_portions& answer) { on_portions(call, std::move(answer)); },
      [&](waits_for_turn) { on_list(call); },
      [&](next_step& next) { pass_on(http_frontend_actor{self}, *readers, call, std::move(next)); },
      [](const auto&) {}, // the reader has answered
  };
  std::visit(to_its_actor, *prepared.made);
}

template <class Work>
continued_call<Work> http_frontend_state::continued(const call_ptr& call, continue_with<Work> with) {
  auto go_on = [front = http_frontend_actor{self}, all = readers](const call_ptr& done, handled made) {
    pass_on(front, *all, done, std::move(made));
  };
  auto turn = std::same_as<Work, password_check> ? call->hash_turn : nullptr;
  using open_work = continued_call<Work>::open_work;
  return {call, std::make_shared<open_work>(call, std::move(with), std::move(go_on), std::move(turn))};
}

void http_frontend_state::carry_out(const continued_call<workspace_command>& wanted) {
  const auto is_written = [this, wanted](written& done) {
    if (done.outcome) count_written(*wanted.call, *services);
    wanted.finish(std::move(done.outcome));
  };
  const auto is_lost = [wanted](caf::error&) { wanted.refuse(errc::service_unavailable); };
  auto& command = wanted.work();
  if (command.workspace.empty())
    self->request(store, caf::infinite, write{std::move(command.write)}).then(is_written, is_lost);
  else
    self->request(directory, caf::infinite, std::move(command)).then(is_written, is_lost);
}

http_frontend_actor::behavior_type
http_frontend_behavior(http_frontend_actor::stateful_pointer<http_frontend_state> self, frontend_parts parts) {
  auto& state = self->state;
  state.routes.emplace(patterns());
  state.gate.emplace(*parts.services);
  state.lists.emplace(parts.list_readers, parts.services->answers);
  parts.services->answers->on_room([front = self->address()] {
    if (const auto to = caf::actor_cast<http_frontend_actor>(front)) caf::anon_send(to, lists_due{});
  });
  static_cast<frontend_parts&>(state) = std::move(parts);
  report_crashes(self);
  return {
      [self](const call_ptr& call) { self->state.on_call(call); },
      [self](const call_prepared& prepared) { self->state.on_prepared(prepared); },
      [self](write_aside& noticed) { caf::anon_send(self->state.store, write{std::move(noticed.command)}); },
      [self](waiting_due) { self->state.look_at_waiting(); },
      [self](const list_served& served) { self->state.on_list_served(served); },
      [self](portion_wanted& wanted) { self->state.on_portion_wanted(wanted); },
      [self](lists_due) { self->state.on_lists_due(); },
  };
}

} // namespace paylink
