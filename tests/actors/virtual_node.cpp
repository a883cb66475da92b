#include "tests/actors/virtual_node.hpp"
#include "api/feeds/bank_feed.hpp"
#include "api/reference/openapi.hpp"
#include "api/route_table.hpp"
#include "http/server/request_guard.hpp"
#include "secrets/hmac.hpp"
#include "tests/actors/standing_actors.hpp"
#include "tests/support/cheapest_password.hpp"
#include "tests/support/described_answers.hpp"
#include "tests/support/first_shop.hpp"
#include "tests/support/migrated_database.hpp"
#include "tests/support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::map<std::string, std::string> secrets_of(const std::vector<std::string>& feeds) {
  std::map<std::string, std::string> secrets;
  for (const auto& feed : feeds) secrets.emplace(feed, virtual_node::feed_secret);
  return secrets;
}

/// Puts an answer where the test waits for it.
struct waiting_channel final : responder::channel {
  waiting_channel(http_request asked, std::shared_ptr<std::optional<http_response>> to)
      : request{std::move(asked)}, place{std::move(to)} {}
  void answer(http_response response) override {
    response.body += std::exchange(response.lasting_body, {});
    // Every answer is as the document has it.
    if (const auto fault = test::fault_of(request, response); !fault.empty()) BOOST_ERROR(fault);
    *place = std::move(response);
  }
  void subscribe(std::string) override {}
  http_request request;
  std::shared_ptr<std::optional<http_response>> place;
};

/// Of every node, made once.
std::shared_ptr<const api_document> served_document() {
  static const auto document =
      std::make_shared<const api_document>(openapi_document(api_routes(), {"https://pay.test", "Service"}));
  return document;
}

} // namespace

store_context virtual_node::context(claim_gate* gate) {
  store_context made{.node = "node-of-the-tests",
                     .brand = "Service",
                     .retries = options_.retries,
                     .clock = clock,
                     .signer = *signer_,
                     .digest = sha256_hex,
                     .gate = gate};
  made.synchronized_time = [this] { return clock.is_synchronized ? std::optional{clock.now()} : std::nullopt; };
  made.state = state ? &*state : nullptr;
  made.bank_clocks = &bank_clocks_;
  made.chat_addresses = {{delivery_kind::telegram, "https://api.telegram.org"}};
  return made;
}

virtual_node::virtual_node(const node_options& options) : limits{options.rates}, options_{options} {
  folder_ = test::make_scratch_folder("paylink-actors-");
  keys_.emplace(master_keys::load_or_create(folder_ / "master.key", random));
  config_.set("scheduler.policy", caf::atom("testing"));
  signer_.emplace(*keys_);
  attempt_signer_.emplace(*keys_);
  database_ = open_database(test::make_migrated_sqlite(database_file()));
  seed();
  begin_incarnation();
}

virtual_node::~virtual_node() {
  end_incarnation(caf::exit_reason::user_shutdown);
  rows_.reset();
  database_.reset();
  std::filesystem::remove_all(folder_);
}

void virtual_node::seed() {
  auto first = open_shop("0123456789", "owner@shop.test");
  workspace = first.workspace;
  account = first.account;
  token = std::move(first.token);
  signing_key = std::move(first.signing_key);
  receiver = virtual_account_id::make(clock.now(), random);
  const virtual_account till{0, receiver, account, "VQRQABCDE0001", "Till", virtual_account_status::active};
  BOOST_REQUIRE(apply({create_virtual_account{till, workspace}}).at(0).has_value());
}

shop virtual_node::open_shop(const std::string& account_number, std::string owner_email) {
  if (owner_email.empty()) owner_email = account_number + "@shop.test";
  const auto now = clock.now();
  test::first_shop made{"Shop", owner_email, "Free", now, random, *keys_};
  const auto main = made.account(account_number, now, random);
  made.commands.emplace_back(connect_account{main});
  for (const auto& reply : apply(std::move(made.commands)))
    BOOST_REQUIRE_MESSAGE(reply.has_value(), "seeding the test's Workspace");
  return {.workspace = made.workspace,
          .account = main.id,
          .account_number = account_number,
          .token = std::move(made.token),
          .signing_key = std::move(made.signing_key)};
}

std::vector<result<write_reply>> virtual_node::apply(std::vector<write_command> commands) {
  if (!actors_.connected.store) return database_->open_writer(context())->apply(commands);
  std::vector<result<write_reply>> replies;
  caf::scoped_actor from{*system_};
  for (auto& command : commands) {
    auto asked = from->request(actors_.connected.store, caf::infinite, write{std::move(command)});
    run();
    asked.receive([&](written& done) { replies.push_back(std::move(done.outcome)); },
                  [&](caf::error&) { replies.emplace_back(errc::internal_error); });
  }
  return replies;
}

void virtual_node::begin_incarnation() {
  rows_ = database_->open_reader();
  window_.emplace(options_.window_per_line, 2 * options_.slots_in_all);
  state.emplace();
  services_.emplace(api_services{.clock = clock,
                                 .random = random,
                                 .keys = *keys_,
                                 .pages = pages,
                                 .changes = changes,
                                 .limits = limits,
                                 .state = *state,
                                 .bank_clocks = bank_clocks_,
                                 .public_url = "https://pay.test",
                                 .brand = "Service",
                                 .sign_up_is_open = options_.sign_up_is_open,
                                 .amount_max = money{499'999'999},
                                 .addresses = {},
                                 .is_sandbox = false,
                                 .sends_mail = true,
                                 .version = "1.2.3",
                                 .feed_secrets = secrets_of(options_.feeds),
                                 .feed_formats = options_.feed_formats,
                                 .connectors = options_.connectors,
                                 .document = options_.shows_document ? served_document() : nullptr});
  environment_.emplace(node_environment{
      .clock = clock,
      .random = random,
      .outbound = world,
      .signer = *attempt_signer_,
      .window = *window_,
      .publish_status =
          [this](const std::string& public_id, link_status status) {
            pages.forget(public_id);
            published.emplace_back(public_id, status);
          },
      .changes = changes,
      .publish_event = [this](const std::string& topic, const std::string& text) { events.emplace_back(topic, text); },
      .end_streams = [this](const std::string& topic) { ended.push_back(topic); },
      .retries = options_.retries,
      .slots_per_destination = options_.slots_per_destination,
      .slots_in_all = options_.slots_in_all});
  system_ = std::make_unique<caf::actor_system>(config_);
  scheduler_ = dynamic_cast<caf::scheduler::test_coordinator*>(&system_->scheduler());
  BOOST_REQUIRE(scheduler_);
  std::map<std::string, std::function<std::unique_ptr<connector_line>()>> lines;
  for (const auto& feed : options_.connectors) lines[feed] = [this] { return bank.open(); };
  const node_foundation on{
      .environment = &*environment_,
      .services = &*services_,
      .mail = {clock,
               mail,
               {{"", "pay@pay.test"}, "Service", services_->public_url},
               [this](const personal_mail& letter) {
                 return keys_->open(letter.sealed, mail_token_place(letter.digest));
               }},
      .open_writer = [this] { return database_->open_writer(context(&*window_)); },
      .open_reader = [this] { return database_->open_reader(); },
      .open_list_reader = [this] { return database_->open_list_reader(options_.list_time); },
      .prepare = [this](http_call& made, read_store& rows) { return serve(made, rows, *services_); },
      .prepare_list =
          [this](http_call& made, read_store& rows) {
            clock.elapsed += list_takes;
            return serve(made, rows, *services_);
          },
      .state = &*state,
      .cost_of_passwords = test::cheapest_password,
      .connectors = lines,
      .keeps_incarnation = false}; // A day of heartbeats takes longer than a test may.
  real_ = spawn_connected(*system_, on, placement::together);
  const connected_actors before_them{
      .store = system_->spawn(standing_store, real_.store, &store_stands_still),
      .readers = {system_->spawn(standing_reader, real_.readers.front(), &reader_stands_still)},
      .list_readers = {system_->spawn(standing_reader, real_.list_readers.front(), &lister_stands_still)}};
  actors_ = spawn_node(*system_, on, before_them, placement::together);
  run();
}

void virtual_node::end_incarnation(caf::exit_reason how) {
  for (const auto& one : actors_.ending_before_incarnation()) caf::anon_send_exit(one.actor, how);
  for (const auto& one : actors_.ending_after_incarnation()) caf::anon_send_exit(one.actor, how);
  for (const auto& one : {real_.readers.front(), real_.list_readers.front()}) caf::anon_send_exit(one, how);
  caf::anon_send_exit(real_.store, how);
  run();
  world.held.clear();
  actors_ = {};
  real_ = {};
  scheduler_->clock().cancel_all();
  run();
  system_.reset();
}

void virtual_node::stop_and_restart(const std::function<void()>& meanwhile) {
  bool is_notified = false;
  {
    caf::scoped_actor from{*system_};
    auto asked = from->request(actors_.supervisor, caf::infinite, stop_deliveries{});
    run();
    meanwhile();
    run();
    asked.receive([&](deliveries_stopped) { is_notified = true; }, [](caf::error&) {});
  }
  BOOST_REQUIRE(is_notified);
  end_incarnation(caf::exit_reason::user_shutdown);
  begin_incarnation();
}

void virtual_node::crash_and_restart(const std::function<void()>& meanwhile) {
  end_incarnation(caf::exit_reason::kill);
  meanwhile();
  begin_incarnation();
}

result<payment_link> virtual_node::close(const close_link& command, const reference& link) {
  result<payment_link> outcome{errc::internal_error};
  caf::scoped_actor from{*system_};
  auto asked = from->request(actors_.directory, caf::infinite,
                             workspace_command{.workspace = command.workspace,
                                               .write = command,
                                               .link = link,
                                               .announce = [](const write_reply& reply, news_desk& news) {
                                                 news.on_link_changed(std::get<payment_link>(reply));
                                               }});
  run();
  asked.receive([&](written& done) { outcome = reply_to<close_link>(done.outcome); }, [](caf::error&) {});
  return outcome;
}

void virtual_node::run() { scheduler_->run(); }

void virtual_node::run_steps(int most) {
  while (most-- > 0 && scheduler_->try_run_once()) {
  }
}

void virtual_node::advance(std::chrono::milliseconds time) {
  run();
  pass(time, [this] { run(); });
}

void virtual_node::doze(std::chrono::milliseconds time) {
  run();
  auto& timers = scheduler_->clock();
  while (time > 0ms) {
    const auto nap = std::min<std::chrono::milliseconds>(time, 1min);
    time -= nap;
    clock.elapsed += nap;
    timers.current_time += nap;
    while (!timers.schedule().empty() && timers.schedule().begin()->first <= timers.now()) timers.trigger_timeout();
    run();
  }
}

void virtual_node::fire_timers(std::chrono::milliseconds time) {
  pass(time, [] {});
}

void virtual_node::pass(std::chrono::milliseconds time, const std::function<void()>& after_each) {
  auto& timers = scheduler_->clock();
  const auto until = timers.now() + time;
  while (!timers.schedule().empty() && timers.schedule().begin()->first <= until) {
    const auto due = timers.schedule().begin()->first;
    clock.elapsed += std::chrono::duration_cast<std::chrono::milliseconds>(due - timers.now());
    timers.trigger_timeout();
    after_each();
  }
  clock.elapsed += std::chrono::duration_cast<std::chrono::milliseconds>(until - timers.now());
  timers.current_time = until;
}

http_request virtual_node::request_of(http_method method, const std::string& target, const std::string& body,
                                      std::vector<std::pair<std::string, std::string>> headers) {
  http_request request;
  request.method = method;
  const auto refused = take_target(target, 2'048, request);
  BOOST_REQUIRE_MESSAGE(!refused, "the wire refuses " << target);
  request.headers = std::move(headers);
  request.body = body;
  request.peer = "127.0.0.1";
  request.trace_id = "0123456789abcdef0123456789abcdef";
  return request;
}

std::shared_ptr<std::optional<http_response>> virtual_node::send(http_request request) {
  auto place = std::make_shared<std::optional<http_response>>();
  auto made = std::make_shared<http_call>();
  made->request = std::move(request);
  made->reply = responder{std::make_unique<waiting_channel>(made->request, place)};
  if (auto answer = answer_at_gate(made->request, *services_))
    made->reply.answer(std::move(*answer));
  else
    caf::anon_send(actors_.frontend, call_ptr{std::move(made)});
  return place;
}

std::shared_ptr<std::optional<http_response>>
virtual_node::begin_call(http_method method, const std::string& target, const std::string& body,
                         std::vector<std::pair<std::string, std::string>> headers) {
  return send(request_of(method, target, body, std::move(headers)));
}

http_response virtual_node::call(http_request request) {
  const auto target = request.path;
  auto place = send(std::move(request));
  run();
  BOOST_REQUIRE_MESSAGE(place->has_value(), "no answer to " << target);
  return std::move(**place);
}

http_response virtual_node::call(http_method method, const std::string& target, const std::string& body,
                                 std::vector<std::pair<std::string, std::string>> headers) {
  return call(request_of(method, target, body, std::move(headers)));
}

std::optional<http_response> virtual_node::judge_head(const http_request& head) {
  const feed_gate gate{*services_};
  return refuse_feed_at_head(head, gate, clock.now());
}

http_response virtual_node::api(http_method method, const std::string& target, const std::string& body) {
  return call(method, target, body, {{"authorization", "Bearer " + token}, {"content-type", "application/json"}});
}

std::vector<std::pair<std::string, std::string>> virtual_node::bank_headers(const std::string& body) {
  const auto signed_at = std::to_string(unix_seconds(clock.now()));
  return {{"content-type", "application/json"},
          {"x-service-timestamp", signed_at},
          {"x-service-signature", hmac_sha256{feed_secret}.hex({signed_at, ".", body})}};
}

std::string virtual_node::entry(const std::string& bank_reference, std::int64_t amount, const std::string& content,
                                const std::string& more, const std::string& account_number) const {
  return R"({"bank_reference":")" + bank_reference + R"(","account_number":")" + account_number + R"(","amount":)" +
         std::to_string(amount) + R"(,"transfer_type":"credit","content":")" + content + R"(","occurred_at":")" +
         format_rfc3339(clock.now()) + R"(","status":"booked")" + more + "}";
}

json::object virtual_node::make_link(const std::string& amount, const std::string& more) {
  std::string body = R"({"bank_account_id":")" + account.text() + R"(","callback_url":"https://shop.test/cb")";
  if (!amount.empty()) body += R"(,"amount":")" + amount + "\"";
  const auto made = api(http_method::post, "/v1.1/payment-links/" + workspace.text(), body + more + "}");
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  return data_of(made).as_object();
}

std::string virtual_node::link_path(const json::object& link, const std::string& rest) const {
  return "/v1.1/payment-links/" + workspace.text() + "/" + text_of(link, "id") + rest;
}

json::object virtual_node::pay_link() {
  static std::atomic<int> count{0};
  auto link = make_link();
  BOOST_REQUIRE(feed(entry("P" + std::to_string(++count), 150'000, text_of(link, "reference"))).status == 200);
  return link;
}

json::object virtual_node::get_link(const json::object& link) {
  return data_of(api(http_method::get, link_path(link))).as_object();
}

} // namespace paylink::test
