#include "tests/simulation/node.hpp"

#include "actors/node/node_actors.hpp"
#include "api/calls/admission.hpp"
#include "api/calls/session_cookie.hpp"
#include "api/payers/page_cache.hpp"
#include "api/payers/page_gate.hpp"
#include "domain/values/hex_digits.hpp"
#include "http/server/request_guard.hpp"
#include "secrets/hmac.hpp"
#include "secrets/sealed_attempt_signer.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "tests/simulation/first_shops.hpp"
#include "tests/simulation/orderly_end.hpp"
#include "tests/simulation/receivers.hpp"
#include "tests/support/cheapest_password.hpp"
#include "tests/support/described_answers.hpp"

namespace paylink::simulation {
namespace {

struct answer_channel final : responder::channel {
  answer_channel(world& of, http_request asked, std::shared_ptr<bool> of_life, std::shared_ptr<int> open,
                 node::answer to)
      : in{of}, request{std::move(asked)}, is_alive{std::move(of_life)}, open_calls{std::move(open)},
        done{std::move(to)} {
    ++*open_calls;
  }
  void answer(http_response response) override {
    --*open_calls;
    if (!*is_alive) return;
    if (const auto fault = test::fault_of(request, response); !fault.empty()) in.violate(fault);
    done(response);
  }
  void subscribe(std::string) override {}
  world& in;
  http_request request;
  std::shared_ptr<bool> is_alive;
  std::shared_ptr<int> open_calls; ///< Of the incarnation.
  node::answer done;
};

/// The way out of one incarnation: what comes back later than its end is lost.
struct outbound_of_life final : outbound_sender {
  outbound_of_life(receivers& to, const node& of, std::shared_ptr<bool> living)
      : outside{to}, owner{of}, is_alive{std::move(living)} {}
  void post(outbound_request request, std::function<void(attempt)> done) override {
    if (!*is_alive) return;
    outside.post(owner, std::move(request), [living = is_alive, done = std::move(done)](attempt made) {
      if (*living) done(std::move(made));
      return *living;
    });
  }
  receivers& outside;
  const node& owner;
  std::shared_ptr<bool> is_alive;
};

/// The store of one incarnation: a dead process writes nothing.
struct store_of_life final : write_store {
  store_of_life(std::unique_ptr<write_store> of, std::shared_ptr<bool> living)
      : real{std::move(of)}, is_alive{std::move(living)} {}
  std::vector<result<write_reply>> apply(std::span<const write_command> batch) override {
    if (!*is_alive) throw node_killed{};
    return real->apply(batch);
  }
  void rest(bool idle) override {
    if (*is_alive) real->rest(idle);
  }
  std::unique_ptr<write_store> real;
  std::shared_ptr<bool> is_alive;
};

std::map<std::string, std::string> secrets_of(const std::set<std::string, std::less<>>& feeds) {
  std::map<std::string, std::string> secrets;
  for (const auto& feed : feeds) secrets.emplace(feed, first_shops::feed_secret);
  return secrets;
}

struct mail_to_nowhere final : mail_transport {
  mail_outcome send(const mail_message&) override { return {}; }
};

} // namespace

struct node::incarnation {
  incarnation(const common_parts& parts, node& of)
      : signer{parts.keys}, attempt_signer{parts.keys}, outbound{parts.outside, of, is_alive},
        window{8, 64, {destination_of("https://api.telegram.org"), 3}},
        services{.clock = of.clock,
                 .random = parts.in.dice,
                 .keys = parts.keys,
                 .pages = pages,
                 .changes = changes,
                 .limits = limits,
                 .state = state,
                 .bank_clocks = bank_clocks,
                 .public_url = "https://pay.test",
                 .brand = "Service",
                 .addresses = {},
                 .held_entries_per_portion = 3,
                 .feed_secrets = secrets_of(parts.settings.open_feeds)},
        environment{.clock = of.clock,
                    .random = parts.in.dice,
                    .outbound = outbound,
                    .signer = attempt_signer,
                    .window = window,
                    .publish_status = [this](const std::string& id, link_status) { pages.forget(id); },
                    .changes = changes,
                    .publish_event = [](const std::string&, const std::string&) {},
                    .end_streams = [](const std::string&) {},
                    .retries = parts.settings.retries,
                    .slots_per_destination = 3,
                    .slots_in_all = 24,
                    .waiting_jobs_max = 8} {
    config.set("scheduler.policy", caf::atom("testing"));
    system = std::make_unique<caf::actor_system>(config);
    scheduler = dynamic_cast<caf::scheduler::test_coordinator*>(&system->scheduler());
    began = scheduler->clock().now() - parts.in.elapsed;
  }

  std::shared_ptr<bool> is_alive = std::make_shared<bool>(true);
  std::shared_ptr<bool> has_stopped = std::make_shared<bool>(false);
  std::shared_ptr<int> open_calls = std::make_shared<int>(0);
  sealed_event_signer signer;
  sealed_attempt_signer attempt_signer;
  outbound_of_life outbound;
  mail_to_nowhere mail;
  delivery_window window;
  page_cache pages;
  change_board changes;
  rate_limits limits{rate_limits::rates{.token = {}, .address = {}, .page = {}}};
  readiness state;
  bank_times bank_clocks;
  api_services services;
  node_environment environment;
  caf::actor_system_config config;
  std::unique_ptr<caf::actor_system> system;
  caf::scheduler::test_coordinator* scheduler = nullptr;
  caf::actor_clock::time_point began; ///< The timers' time at the run's beginning.
  node_actors actors;
  caf::actor ending;

  std::vector<caf::actor> all() const {
    std::vector<caf::actor> all;
    for (const auto& one : actors.ending_before_incarnation()) all.push_back(one.actor);
    for (const auto& one : actors.ending_after_incarnation()) all.push_back(one.actor);
    if (ending) all.push_back(ending);
    return all;
  }
  /// Nothing that is left of it keeps an actor.
  void forget_actors() {
    actors = {};
    ending = nullptr;
  }
};

node::node(const common_parts& parts, int number)
    : clock{parts.in}, incarnations_of_folder{"node-" + std::to_string(number)}, parts_{parts}, number_{number} {}

node::~node() {
  if (incarnation_) end_incarnation(caf::exit_reason::kill);
}

void node::start() {
  ++incarnations;
  hindered_until = std::max(hindered_until, parts_.in.elapsed); // it may still be cut off
  incarnation_ = std::make_unique<incarnation>(parts_, *this);
  auto& made = *incarnation_;
  auto& system = *made.system;
  const auto open = [this, &made]() -> std::unique_ptr<write_store> {
    store_context context{.node = parts_.in.planned.has(fault::namesakes) ? "node" : name(),
                          .brand = "Service",
                          .retries = made.environment.retries,
                          .clock = clock,
                          .signer = made.signer,
                          .digest = sha256_hex,
                          .gate = &made.window};
    if (parts_.in.planned.kept > milliseconds{0})
      context.retention = {.bodies = parts_.in.planned.kept, .deliveries = 2 * parts_.in.planned.kept};
    context.incarnations = &incarnations_of_folder;
    made.environment.incarnations = &incarnations_of_folder;
    context.pause = [this](milliseconds time) { parts_.in.pause(time); };
    context.synchronized_time = [this] { return clock.synchronized_time(); };
    context.state = &made.state;
    context.bank_clocks = &made.bank_clocks;
    context.chat_addresses = {{delivery_kind::telegram, "https://api.telegram.org"}};
    context.die = [this] {
      parts_.in.note(name() + " ends itself");
      doom();
      throw node_killed{};
    };
    try {
      return std::make_unique<store_of_life>(parts_.database.open_writer(context), made.is_alive);
    } catch (const database_error& error) {
      parts_.in.note(name() + " does not begin: " + error.what());
      doom();
      throw node_killed{};
    }
  };
  // A process whose database cannot be opened ends and is begun again until it can: that takes its time alone.
  const call_preparer prepare = [&made](http_call& call, read_store& rows) { return serve(call, rows, made.services); };
  const auto readers = static_cast<std::size_t>(parts_.in.planned.readers);
  const node_foundation on{.environment = &made.environment,
                           .services = &made.services,
                           .mail = {clock, made.mail, {{"", "pay@pay.test"}, "Service", made.services.public_url}},
                           .open_writer = open,
                           .open_reader = [this] { return parts_.database.open_reader(); },
                           .open_list_reader = [this] { return parts_.database.open_list_reader(); },
                           .open_text_indexer = [this] { return parts_.database.open_text_indexer(); },
                           .readers = readers,
                           .list_readers = readers,
                           .prepare = prepare,
                           .prepare_list = prepare,
                           .state = &made.state,
                           .list_clock = &list_clock,
                           .cost_of_passwords = test::cheapest_password};
  auto connected = spawn_connected(system, on, placement::together);
  while (made.scheduler->try_run_once()) {
  }
  made.actors = spawn_node(system, on, std::move(connected), placement::together);
  parts_.in.note(name() + " begins incarnation " + std::to_string(incarnations));
}

void node::end_incarnation(caf::exit_reason how) {
  auto& ended = *incarnation_;
  *ended.is_alive = false;
  for (const auto& actor : ended.all()) caf::anon_send_exit(actor, how);
  while (ended.scheduler->try_run_once()) {
  }
  ended.forget_actors();
  ended.scheduler->clock().cancel_all();
  while (ended.scheduler->try_run_once()) {
  }
  ended.system.reset();
  incarnation_.reset();
  frozen_until_ = milliseconds{0};
  is_doomed_ = is_draining_ = is_stopping_ = has_given_up_calls_ = false;
}

bool node::is_alive() const { return incarnation_ && *incarnation_->is_alive; }

void node::kill() {
  parts_.in.note(name() + " is killed");
  end_incarnation(caf::exit_reason::kill);
}

void node::begin_drain() {
  parts_.in.note(name() + " drains");
  is_draining_ = true;
  tell_time();
  incarnation_->state.set(concern::draining, true);
  caf::anon_send(incarnation_->actors.incarnation_monitor, drain_incarnation{});
}

void node::begin_stop() {
  parts_.in.note(name() + " is asked to stop");
  is_stopping_ = true;
  tell_time();
  auto& stopping = *incarnation_;
  // Attempts may outlast the grace.
  constexpr milliseconds grace{30'000};
  const auto left = parts_.in.dice.half() ? grace : parts_.in.dice.within(milliseconds{1}, grace / 3);
  stopping.ending = stopping.system->spawn(
      orderly_end_behavior, orderly_end{.open_calls = stopping.open_calls,
                                        .supervisor = stopping.actors.supervisor,
                                        .others = stopping.actors.ending_before_incarnation(),
                                        .keeper = stopping.actors.incarnation_monitor,
                                        .delivery_grace = left,
                                        .give_up = [this](int count) { give_up_calls(count); },
                                        .done = [reported = stopping.has_stopped] { *reported = true; }});
}

void node::give_up_calls(int count) {
  parts_.in.note(name() + " gives up " + std::to_string(count) + " calls");
  has_given_up_calls_ = true;
  // Where nothing goes wrong any more, and nothing that went wrong is still felt, all of them are answered in time.
  constexpr milliseconds felt_for{20'000};
  const auto since = std::max(parts_.in.calm_since, hindered_until);
  if (parts_.in.calm && parts_.in.elapsed > since + felt_for)
    parts_.in.violate(name() + " ends in order and leaves " + std::to_string(count) + " calls unanswered");
}

void node::finish_stop() {
  parts_.in.note(name() + " stops");
  end_incarnation(caf::exit_reason::user_shutdown);
}

bool node::has_stopped() const { return incarnation_ && *incarnation_->has_stopped; }

std::size_t node::jobs() const { return incarnation_->scheduler->jobs.size(); }

void node::step(std::size_t which) {
  auto& jobs = incarnation_->scheduler->jobs;
  const auto place = jobs.begin() + static_cast<std::ptrdiff_t>(which);
  std::rotate(jobs.begin(), place, place + 1);
  const auto* actor = dynamic_cast<const caf::abstract_actor*>(jobs.front());
  parts_.in.note_step(static_cast<std::uint64_t>(number_), actor ? actor->id() : 0);
  tell_time();
  incarnation_->scheduler->run_once();
}

std::optional<milliseconds> node::next_timer() const {
  const auto& timers = incarnation_->scheduler->clock();
  if (timers.schedule().empty()) return std::nullopt;
  // A timer never fires early: rounded up.
  return std::chrono::ceil<milliseconds>(timers.schedule().begin()->first - incarnation_->began);
}

void node::fire_timers() {
  tell_time();
  auto& timers = incarnation_->scheduler->clock();
  while (!timers.schedule().empty() && timers.schedule().begin()->first <= timers.current_time)
    timers.trigger_timeout();
}

void node::tell_time() {
  auto& timers = incarnation_->scheduler->clock();
  timers.current_time = std::max(timers.current_time, incarnation_->began + parts_.in.elapsed);
}

void node::doom() {
  is_doomed_ = true;
  *incarnation_->is_alive = false;
}

void node::call(http_request request, answer done) {
  if (!incarnation_) return;
  tell_time();
  auto made = std::make_shared<http_call>();
  made->request = std::move(request);
  made->reply = responder{std::make_unique<answer_channel>(parts_.in, made->request, incarnation_->is_alive,
                                                           incarnation_->open_calls, std::move(done))};
  if (auto given = answer_at_gate(made->request, incarnation_->services))
    made->reply.answer(std::move(*given));
  else
    caf::anon_send(incarnation_->actors.frontend, call_ptr{std::move(made)});
}

void node::apply(write_command command) {
  if (!incarnation_) return;
  tell_time();
  caf::anon_send(incarnation_->actors.connected.store, write{std::move(command)});
}

http_request request_of(http_method method, const std::string& target, std::string body,
                        std::vector<std::pair<std::string, std::string>> headers, random_source& random) {
  http_request request;
  request.method = method;
  if (take_target(target, 2'048, request)) throw std::logic_error{"the wire refuses " + target};
  request.headers = std::move(headers);
  request.body = std::move(body);
  request.peer = "127.0.0.1";
  std::array<std::uint64_t, 2> trace{};
  random.fill(std::as_writable_bytes(std::span{trace}));
  request.trace_id = hex_digits(trace[0]) + hex_digits(trace[1]);
  return request;
}

http_request request_with(const std::string& token, http_method method, const std::string& target, std::string body,
                          random_source& random, const std::string& key) {
  std::vector<std::pair<std::string, std::string>> headers{{"authorization", "Bearer " + token}};
  if (!body.empty()) headers.emplace_back("content-type", "application/json");
  if (!key.empty()) headers.emplace_back("idempotency-key", key);
  return request_of(method, target, std::move(body), std::move(headers), random);
}

http_request request_signed_in(const std::string& session, http_method method, const std::string& target,
                               std::string body, random_source& random) {
  std::vector<std::pair<std::string, std::string>> headers{{"cookie", "__Host-paylink_session=" + session},
                                                           {"x-csrf-token", csrf_token_of(session)}};
  if (!body.empty()) headers.emplace_back("content-type", "application/json");
  return request_of(method, target, std::move(body), std::move(headers), random);
}

} // namespace paylink::simulation
