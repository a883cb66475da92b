#include "actors/front/http_frontend.hpp"

#include "actors/crash_report.hpp"
#include "api/calls/admission.hpp"
#include "api/calls/csv_list.hpp"
#include "api/payers/payer_pages.hpp"
#include "api/route_table.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/free_text.hpp"
#include "failpoints/failpoint.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

#include <algorithm>
#include <iterator>

namespace paylink {

namespace {

/// Statements that are being imported: their entries come between those of feeds.
constexpr long import_turns_max = 4;

std::vector<std::string_view> patterns() {
  std::vector<std::string_view> all;
  for (const auto& route : api_routes()) all.push_back(route.pattern);
  return all;
}

/// HEAD is answered as GET; the server leaves the body out.
http_method routed_method(http_method method) { return method == http_method::head ? http_method::get : method; }

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
    return fail(call, errc::rate_limited);
  }
  if (call.route->read != pace::in_turn) return std::nullopt;
  const auto refused = wants_csv(call) ? lists->refuse_portions(*caller) : lists->refuse_search(call, *caller);
  if (!refused) return std::nullopt;
  call.count_against(services->limits.count_caller(*caller, now));
  return come_again(call, refused->message);
}

std::optional<http_response> http_frontend_state::refuse_stranger(http_call& call) {
  const auto counted = services->limits.count_address(call.request.peer, services->clock.uptime());
  call.count_against(counted);
  if (!counted.is_allowed()) return fail(call, errc::rate_limited);
  return std::nullopt;
}

void http_frontend_state::refuse_unrouted(const call_ptr& call, const std::string& allowed) {
  // Requests below /l/ are a payer's, and were already counted by the page gate.
  const bool is_payer = !call->request.segments.empty() && call->request.segments[0] == "l" && allowed.empty() &&
                        routed_method(call->request.method) == http_method::get;
  if (is_payer) return call->answer(answer_unknown_page(*call, *services));
  // The caller is unknown: requests for unknown paths count against the address.
  const auto counted = services->limits.count_address(call->request.peer, services->clock.uptime());
  call->count_against(counted);
  if (!counted.is_allowed()) return call->answer(fail(*call, errc::rate_limited));
  if (!allowed.empty()) {
    auto response = fail(*call, errc::method_not_allowed);
    response.headers.emplace_back("Allow", allowed);
    return call->answer(std::move(response));
  }
  constexpr std::string_view version = "v1.1";
  const auto& segments = call->request.segments;
  const bool is_versioned =
      !segments.empty() && segments[0].size() > 1 && segments[0][0] == 'v' &&
      std::ranges::all_of(segments[0].substr(1), [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  auto with_version = segments;
  with_version.insert(with_version.begin(), std::string{version});
  const bool lacks_version = !segments.empty() && !routes->find(with_version).empty();
  if ((is_versioned && segments[0] != version) || lacks_version)
    return call->answer(fail(*call, errc::unsupported_version));
  call->answer(fail(*call, errc::not_found));
}

void http_frontend_state::on_feed(const call_ptr& call) {
  const auto now = services->clock.now();
  // The signature covers the body, so it cannot be checked before the body is here.
  if (call->request.body_state == body_state::expected) return call->answer(send_the_body());
  if (call->request.body_state == body_state::too_large) return call->answer(fail(*call, errc::payload_too_large));
  if (auto refused = gate->refuse(call->request, call->path[0], now)) return call->answer(std::move(*refused));
  const std::string feed{call->path[0]};
  auto decoded = gate->decode(call->request, feed);
  if (auto* refusal = std::get_if<json_refusal>(&decoded))
    return call->answer(fail(*call, errc::malformed_request, refusal->message));
  if (const auto* notice = std::get_if<connection_notice>(&decoded)) return on_connection_notice(call, *notice);
  auto& entries = std::get<std::vector<decoded_entry>>(decoded);
  if (entries.empty()) return call->answer(success(200, encode_entry_answers({}), now));
  wait(call);
  take_entries(self, directory, store, feed, entries, [this, call](taken_entries& taken) { answer_bank(call, taken); });
}

void http_frontend_state::on_connection_notice(const call_ptr& call, const connection_notice& notice) {
  constexpr std::size_t state_points_max = 32;
  log::warning("feed.connection_state", {{"feed", call->path[0]},
                                         {"account_last4", last4_of(notice.account_number)},
                                         {"state", printable_start(notice.state, state_points_max)}});
  const auto done = [this, call] { call->answer(success(200, encode_entry_answers({}), services->clock.now())); };
  if (notice.state != "lapsed" && notice.state != "expired" && notice.state != "disconnected") return done();
  wait(call);
  lapse_connection lapse{.feed = std::string{call->path[0]},
                         .bin = notice.bin,
                         .number = notice.account_number,
                         .by = {.id = audit_id::make(services->clock.now(), services->random), .by = {}}};
  self->request(store, caf::infinite, write{std::move(lapse)})
      .then(
          [this, call, done](written& stored) {
            if (stored.outcome) return done();
            call->answer(fail(*call, errc::service_unavailable));
          },
          [this, call](caf::error&) { call->answer(fail(*call, errc::service_unavailable)); });
}

void http_frontend_state::answer_bank(const call_ptr& call, const taken_entries& taken) const {
  if (taken.failed != errc::ok) {
    const auto told = taken.failed == errc::internal_error ? errc::internal_error : errc::service_unavailable;
    return call->answer(fail(*call, told, "Not all entries could be stored. Send them again."));
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
  const auto& state = services->state;
  const bool store_is = state.is(concern::store_stuck, now), reads_are = state.is(concern::reads_stuck, now),
             lists_are = state.is(concern::lists_stuck, now);
  if (store_is != std::exchange(store_was_stuck, store_is))
    store_is ? log::error("store.stuck", {{"advice", "check the database and its synchronous standby"}})
             : log::warning("store.recovered");
  if (reads_are != std::exchange(reads_were_stuck, reads_are))
    reads_are ? log::error("reads.stuck", {{"advice", "check the database and the connection to it"}})
              : log::warning("reads.recovered");
  if (lists_are != std::exchange(lists_were_stuck, lists_are))
    lists_are ? log::error("lists.stuck", {{"advice", "check the database and the connection to it"}})
              : log::warning("lists.recovered");
  is_looking = waiting.look(now, store_is || reads_are, lists_are, [this](const call_ptr& call) { send_away(call); });
  if (is_looking) self->delayed_send(http_frontend_actor{self}, waiting_calls::look_interval, waiting_due{});
}

void http_frontend_state::send_away(const call_ptr& call) {
  if (const auto answer = call->route->when_unavailable) return call->answer(answer(*call, *services));
  const bool is_read = call->request.method == http_method::get || call->request.method == http_method::head;
  call->answer(fail(*call, errc::service_unavailable,
                    is_read ? "The database did not respond in time. Try again."
                            : "This was not stored in time, but may still be. Send the same call again to find out."));
}

void http_frontend_state::on_prepared(const call_prepared& prepared) {
  // Nothing is stored yet, and a caller that was sent away may have asked again.
  if (prepared.call->is_answered()) return;
  if (auto* command = std::get_if<asked_command>(prepared.made.get()))
    on_command(prepared.call, std::move(*command));
  else if (auto* password = std::get_if<asked_password>(prepared.made.get()))
    on_password(prepared.call, std::move(*password));
  else if (auto* trial = std::get_if<asked_trial>(prepared.made.get()))
    on_trial(prepared.call, std::move(*trial));
  else if (auto* connector = std::get_if<asked_connector>(prepared.made.get()))
    on_connector(prepared.call, std::move(*connector));
  else if (auto* statement = std::get_if<asked_import>(prepared.made.get()))
    on_import(prepared.call, std::move(*statement));
  else if (auto* portions = std::get_if<asked_portions>(prepared.made.get()))
    on_portions(prepared.call, std::move(*portions));
  else
    on_list(prepared.call);
}

void http_frontend_state::on_command(const call_ptr& call, asked_command asked) {
  // Before the try is counted: those who are turned away have not tried, and a crowd costs no writes.
  if (asked.place && !call->hash_turn && !(call->hash_turn = places.take(*asked.place)))
    return call->answer(
        fail(*call, errc::service_unavailable, "Too many people are signing in at once. Try again shortly."));
  const auto is_written = [this, call, tell_of = std::move(asked.tell)](written& done) {
    if (done.outcome) count_written(*call, *services);
    auto told = tell_of({*call, *services, services->clock.now()}, done.outcome);
    if (auto* response = std::get_if<http_response>(&told)) return call->answer(std::move(*response));
    go_on(call, std::get<next_step>(std::move(told)));
  };
  const auto is_lost = [this, call](caf::error&) { call->answer(fail(*call, errc::service_unavailable)); };
  if (asked.command.workspace.empty())
    self->request(store, caf::infinite, write{std::move(asked.command.write)}).then(is_written, is_lost);
  else
    self->request(directory, caf::infinite, std::move(asked.command)).then(is_written, is_lost);
}

void http_frontend_state::on_password(const call_ptr& call, asked_password asked) {
  const auto kept = std::make_shared<const asked_password>(std::move(asked));
  // The caller may be sent away while the hasher goes on.
  self->request(password_hashers[next_hasher++ % password_hashers.size()], caf::infinite, work_on_password{kept})
      .then(
          [this, call, kept, turn = call->hash_turn](password_worked_on& done) {
            if (done.failed != errc::ok) return call->answer(fail(*call, done.failed));
            go_on(call,
                  [kept, found = std::move(done.found)](call_context& context) { return kept->then(context, found); });
          },
          [this, call](caf::error&) { call->answer(fail(*call, errc::service_unavailable)); });
}

void http_frontend_state::on_trial(const call_ptr& call, asked_trial asked) {
  const auto kept = std::make_shared<const asked_trial>(std::move(asked));
  self->request(endpoint_tester, caf::infinite, try_endpoint{kept})
      .then(
          [this, call, kept](endpoint_tried& done) {
            if (done.failed == errc::rate_limited)
              return call->answer(come_again(*call, "Too many endpoints are being checked. Try again shortly."));
            if (done.failed != errc::ok) return call->answer(fail(*call, done.failed));
            // It took long: what the caller may do is looked up again.
            call->is_admitted = false;
            go_on(call,
                  [kept, made = std::move(done.made)](call_context& context) { return kept->then(context, made); });
          },
          [this, call](caf::error&) { call->answer(fail(*call, errc::service_unavailable)); });
}

void http_frontend_state::on_connector(const call_ptr& call, asked_connector asked) {
  call_connector wanted{std::make_shared<const connector_request>(std::move(asked.request)), asked.account};
  self->request(connector_router, caf::infinite, std::move(wanted))
      .then(
          [this, call, then = std::move(asked.then)](connector_called& done) {
            if (done.answer.failed == errc::rate_limited)
              return call->answer(come_again(*call, "Too many calls are waiting for this bank. Try again shortly."));
            // It took long: what the caller may do is looked up again.
            call->is_admitted = false;
            go_on(call,
                  [then, answer = std::move(done.answer)](call_context& context) { return then(context, answer); });
          },
          [this, call](caf::error&) { call->answer(fail(*call, errc::service_unavailable)); });
}

struct http_frontend_state::open_import {
  call_ptr call;
  asked_import asked;
  std::shared_ptr<const char> turn;
  std::vector<entry_answer> answers{}; ///< Of the portions that are on disk.
};

void http_frontend_state::on_import(const call_ptr& call, asked_import asked) {
  if (import_turns.use_count() > import_turns_max)
    return call->answer(come_again(*call, "Too many statements are being imported. Try again shortly."));
  import_portion(std::make_shared<open_import>(call, std::move(asked), import_turns));
}

// Few at a time: their look-ups are long, and the entries of feeds come between.
void http_frontend_state::import_portion(const std::shared_ptr<open_import>& open) {
  constexpr std::size_t entries_of_a_portion = 50;
  auto& [call, asked, turn, answers] = *open;
  if (answers.size() == asked.entries.size())
    return go_on(call, [open](call_context& context) { return open->asked.then(context, open->answers); });
  const auto from = asked.entries.begin() + std::ssize(answers);
  const auto count = std::min(entries_of_a_portion, asked.entries.size() - answers.size());
  std::vector<decoded_entry> portion{std::move_iterator{from}, std::move_iterator{from + static_cast<long>(count)}};
  take_entries(
      self, directory, store, std::string{statement_feed}, portion,
      [this, open](taken_entries& taken) {
        if (taken.failed != errc::ok)
          return open->call->answer(fail(*open->call, errc::service_unavailable,
                                         "Not all entries could be stored. Import the statement again."));
        std::ranges::move(taken.answers, std::back_inserter(open->answers));
        import_portion(open);
      },
      asked.account);
}

void http_frontend_state::go_on(const call_ptr& call, next_step next) {
  call->next = std::move(next);
  self->send(readers->next(), serve_call{call});
}

http_response http_frontend_state::come_again(http_call& call, std::string_view message) const {
  return reply_context{call, *services, services->clock.now()}.come_again(message);
}

http_response http_frontend_state::fail(const http_call& call, errc error, std::string_view message) const {
  return failure(error, call.request.trace_id, services->clock.now(), message);
}

http_frontend_actor::behavior_type
http_frontend_behavior(http_frontend_actor::stateful_pointer<http_frontend_state> self, frontend_parts parts) {
  auto& state = self->state;
  state.services = parts.services;
  state.routes.emplace(patterns());
  state.gate.emplace(*parts.services);
  state.readers.emplace(std::move(parts.readers));
  state.lists.emplace(std::move(parts.list_readers), parts.services->answers);
  parts.services->answers->on_room([front = self->address()] {
    if (const auto to = caf::actor_cast<http_frontend_actor>(front)) caf::anon_send(to, lists_due{});
  });
  state.directory = std::move(parts.directory);
  state.store = std::move(parts.store);
  state.password_hashers = std::move(parts.password_hashers);
  state.endpoint_tester = std::move(parts.endpoint_tester);
  state.connector_router = std::move(parts.connector_router);
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
