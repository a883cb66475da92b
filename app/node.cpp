#include "app/node.hpp"

#include "actors/quiet_scheduler.hpp"
#include "api/calls/admission.hpp"
#include "api/payers/page_gate.hpp"
#include "api/reference/openapi.hpp"
#include "api/route_table.hpp"
#include "app/admin/master_key_rotation.hpp"
#include "app/doctor.hpp"
#include "app/machine_clock.hpp"
#include "app/node_settings.hpp"
#include "app/own_database.hpp"
#include "app/sandbox.hpp"
#include "app/scheduling.hpp"
#include "domain/values/product_name.hpp"
#include "http/pages/payer_page.hpp"
#include "logging/log.hpp"
#include "mail/file_transport.hpp"
#include "mail/smtp_transport.hpp"
#include "persistence/incarnations/living_nodes.hpp"
#include "secrets/hmac.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <caf/all.hpp>
#include <sysexits.h>
#include <unistd.h>

#include <future>

namespace paylink {

namespace {

/// Claimed deliveries that a node holds per slot of a destination: enough that a slot never waits for a commit.
constexpr int window_per_slot = 32;
constexpr std::chrono::seconds request_grace{10};
constexpr std::chrono::seconds delivery_grace{30};

void warn_of_opened_networks(const settings& values) {
  for (const auto& open : values.outbound.allow_networks)
    log::warning("outbound.refused_network_opened", {{"network", open}});
  for (const auto& open : values.outbound.allow_http)
    log::warning("outbound.plain_http_opened", {{"destination", open}});
}

caf::actor_system_config scheduler_settings() {
  caf::actor_system_config config;
  config.load<quiet_scheduler>();
  config.set("scheduler.max-throughput", 50);
  // The network, the writer and the readers have their own threads and do most of the work.
  config.set("scheduler.max-threads", std::max<std::size_t>(1, std::thread::hardware_concurrency() / 2));
  return config;
}

/// A core stays free of hashes: beside them, whatever wakes up waits for the end of a time slice.
std::size_t password_hashers_on(std::size_t cores) { return std::clamp<std::size_t>(cores, 2, 3) - 1; }

/// A sandbox has nothing to lose by a wrong clock.
std::optional<timestamp> demo_time() { return system_wall_clock{}.now(); }

/// All state that matters is in the database: the next start continues from there, which this process cannot.
void end_without_actor(const std::string& name, const std::string& reason) {
  log::error("service.actor_lost", {{"actor", name}, {"reason", reason}});
  log::flush();
  ::_exit(EX_SOFTWARE);
}

void end(caf::scoped_actor& from, const caf::actor& actor) {
  from->monitor(actor);
  caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
  from->receive([](const caf::down_msg&) {}, caf::after(std::chrono::seconds{5}) >> [] {});
}

} // namespace

node::node(const data_folder& folder, const folder_lock& lock, const settings& values, std::optional<sandbox>& demo)
    : keys_{keys_to_start_with(folder.master_key_file(values), choose_database(folder, values), random_)},
      signer_{keys_}, attempt_signer_{keys_}, io_{1},
      window_{values.delivery.in_flight_per_host * window_per_slot,
              values.delivery.in_flight * 2,
              {destination_of(values.telegram.api_base), values.delivery.in_flight_per_host}},
      incarnations_{folder, lock, random_},
      store_context_{.node = folder.node_name(values),
                     .brand = values.brand.name,
                     .retries = retries_of(values),
                     .clock = clock_,
                     .signer = signer_,
                     .digest = sha256_hex,
                     .gate = &window_,
                     .synchronized_time = demo ? demo_time : synchronized_time,
                     .state = &state_,
                     .bank_clocks = &bank_clocks_,
                     .offset = &clock_offset_,
                     .replication = replication_of(values),
                     .version = PAYLINK_VERSION,
                     .chat_addresses = {{delivery_kind::telegram, values.telegram.api_base}},
                     .retention = retention_of(values),
                     .settings = prints_of(values, keys_)},
      outbound_{io_,
                {.timeout = values.webhook.timeout,
                 .addresses = addresses_of(values),
                 .ca_file = values.outbound.ca_file,
                 .dns_servers = values.outbound.dns_servers,
                 .time = [this] { return clock_.now() + clock_offset_.ahead(); }}},
      limits_{rates_of(values)}, services_{.clock = clock_,
                                           .random = random_,
                                           .keys = keys_,
                                           .pages = pages_,
                                           .changes = changes_,
                                           .limits = limits_,
                                           .state = state_,
                                           .bank_clocks = bank_clocks_,
                                           .public_url = values.http.public_url,
                                           .brand = values.brand.name,
                                           .sessions = sessions_of(values),
                                           .sign_up_is_open = demo || values.accounts.sign_up == "open",
                                           .tries = values.accounts.tries,
                                           .amount_max = money{values.payment_links.max_amount},
                                           .addresses = addresses_of(values),
                                           .is_sandbox = demo.has_value(),
                                           .sends_mail = !values.mail.smtp_url.empty(),
                                           .bank_origin = demo ? demo->bank_origin() : std::string{},
                                           .version = PAYLINK_VERSION,
                                           .feed_secrets = feed_secrets_of(values),
                                           .feed_formats = feed_formats_of(values),
                                           .banks = configured_banks_of(values),
                                           .connectors = connectors_of(values),
                                           .trust_sender = [this](const std::string& peer) { server_->trust(peer); }},
      feed_gate_{services_},
      environment_{
          .clock = clock_,
          .random = random_,
          .outbound = outbound_,
          .signer = attempt_signer_,
          .window = window_,
          .publish_status =
              [this](const std::string& public_id, link_status status) {
                pages_.forget(public_id);
                server_->publish(public_id, status == link_status::pending ? payer_news_event() : payer_event(status));
              },
          .changes = changes_,
          .publish_event = [this](const std::string& topic, const std::string& text) { server_->publish(topic, text); },
          .end_streams = [this](const std::string& topic) { server_->end_streams(topic); },
          .retries = retries_of(values),
          .slots_per_destination = values.delivery.in_flight_per_host,
          .slots_in_all = values.delivery.in_flight},
      database_url_{folder.database_url(values)}, readers_wanted_{static_cast<std::size_t>(values.database.readers)},
      list_readers_wanted_{static_cast<std::size_t>(values.database.list_readers)},
      list_time_{values.database.list_time}, backups_{folder.backup_folder(values)},
      backups_kept_{values.database.backups_kept}, connector_lines_{connector_lines_of(values, clock_)},
      control_path_{folder / "control.sock"}, around_{surroundings_of(values)}, actors_config_{scheduler_settings()} {
  warn_of_opened_networks(values);
  open_store(folder, demo);
  open_door(values);
  open_mail(folder, values);
}

node::~node() {
  if (network_.joinable()) stop();
}

void node::open_store(const data_folder& folder, std::optional<sandbox>& demo) {
  database_ = open_database(database_url_);
  const auto writer = database_->open_writer(store_context_);
  const auto reader = database_->open_reader();
  require_master_keys(
      {*reader, [&writer](write_command command) { return std::move(writer->apply({&command, 1}).front()); }}, keys_,
      random_);
  remember_database(folder, database_url_);
  const write_command check = check_events{incarnations_.known_events()};
  if (const auto checked = std::move(writer->apply({&check, 1}).front()); !checked)
    throw std::runtime_error{"the epoch of events could not be checked: " + checked.error().message()};
  if (demo) demo->seed(*writer, *reader, keys_, random_, clock_.now());
  // Only the writer that stays has an incarnation.
  store_context_.incarnations = &incarnations_;
  environment_.incarnations = &incarnations_;
}

void node::open_door(const settings& values) {
  server_limits limits;
  limits.connections_max = values.http.max_connections;
  limits.streams_per_topic_max = values.http.max_streams_per_link;
  limits.bodies_bytes_max = static_cast<std::size_t>(values.http.body_memory_mib) * 1024 * 1024;
  server_ = std::make_unique<http_server>(
      io_,
      http_server::options{
          .listen = values.http.listen,
          .tls_certificate = values.http.tls_certificate,
          .tls_key = values.http.tls_key,
          .limits = limits,
          .trusted_proxies = networks_of(values.http.trusted_proxies, "http.trusted_proxies"),
          .refuse_at_head =
              [this](const http_request& head) { return refuse_feed_at_head(head, feed_gate_, clock_.now()); },
          .is_public_over_tls = values.http.public_url.starts_with("https://")},
      [this](http_request request, responder reply) {
        if (auto answer = answer_at_gate(request, services_)) return reply.answer(std::move(*answer));
        auto call = std::make_shared<http_call>();
        call->request = std::move(request);
        call->reply = std::move(reply);
        caf::anon_send(actors_.frontend, call_ptr{std::move(call)});
      });
  if (services_.public_url.empty())
    services_.public_url = (values.http.tls_certificate.empty() ? "http://" : "https://") + server_->address();
  while (services_.public_url.ends_with('/')) services_.public_url.pop_back();
  around_.public_url = services_.public_url; // with the port that the system has chosen
  if (values.http.docs == "on")
    services_.document =
        std::make_shared<const api_document>(openapi_document(api_routes(), {services_.public_url, services_.brand}));
}

void node::open_mail(const data_folder& folder, const settings& values) {
  mail_from_ = parse_mailbox(values.mail.from)
                   .value_or(mailbox{std::string{product_name(values.brand.name)}, "paylink@localhost"});
  if (values.mail.smtp_url.empty()) {
    mail_ = std::make_unique<file_transport>(folder / "mail");
    log::warning("mail.written_to_files",
                 {{"folder", (folder / "mail").string()}, {"advice", "set mail.smtp_url and mail.from"}});
    return;
  }
  auto server = parse_smtp_url(values.mail.smtp_url);
  if (!server) throw std::runtime_error{"mail.smtp_url is not an smtp:// or smtps:// URL"};
  mail_ = std::make_unique<smtp_transport>(
      smtp_transport::options{.server = std::move(*server), .ca_file = values.outbound.ca_file});
}

void node::spawn_actors() {
  store_context_.address = server_->address();
  const call_preparer prepare = [this](http_call& call, read_store& rows) { return serve(call, rows, services_); };
  const node_foundation on{.environment = &environment_,
                           .services = &services_,
                           .mail = {clock_,
                                    *mail_,
                                    {mail_from_, std::string{product_name(store_context_.brand)}, services_.public_url},
                                    [this](const personal_mail& letter) {
                                      return keys_.open(letter.sealed, mail_token_place(letter.digest));
                                    }},
                           .open_writer = [this] { return database_->open_writer(store_context_); },
                           .open_reader = [this] { return database_->open_reader(); },
                           .open_list_reader =
                               [this] {
                                 yield_to_others();
                                 return database_->open_list_reader(list_time_);
                               },
                           .open_text_indexer =
                               [this] {
                                 yield_to_others();
                                 return database_->open_text_indexer();
                               },
                           .readers = readers_wanted_,
                           .list_readers = list_readers_wanted_,
                           .prepare = prepare,
                           .prepare_list = prepare,
                           .state = &state_,
                           // A list may run several queries.
                           .list_patience = readiness::read_time_max + 4 * list_time_,
                           .password_hashers = password_hashers_on(std::thread::hardware_concurrency()),
                           .begin_password_hasher = yield_to_others,
                           .connectors = connector_lines_,
                           .cared_for = cared_for()};
  system_ = std::make_unique<caf::actor_system>(actors_config_);
  constexpr auto where = placement::on_own_threads;
  actors_ = spawn_node(*system_, on, spawn_connected(*system_, on, where), where);
  watch_ = spawn_watch(*system_, actors_, end_without_actor);
}

void node::start() {
  spawn_actors();
  server_->start();
  network_ = std::thread{[this] {
    const auto work = boost::asio::make_work_guard(io_);
    io_.run();
  }};
  control_ = std::make_unique<control_socket>(
      control_path_, [this](const std::string& request) { return carry_out(request, admin(), random_); },
      doctor_calls());
  log::info("service.ready", {{"address", server_->address()}, {"public_url", services_.public_url}});
}

void node::reload() {
  try {
    server_->reload_certificate();
    log::info("service.reloaded");
  } catch (const std::exception& fault) {
    log::error("service.reload_failed", {{"reason", fault.what()}, {"advice", "the current certificate stays in use"}});
  }
}

void node::retire() {
  log::info("service.draining");
  state_.set(concern::draining, true);
  server_->retire();
  caf::anon_send(actors_.incarnation_monitor, drain_incarnation{});
}

void node::stop() {
  log::info("service.stopping");
  std::promise<void> drained;
  server_->drain(request_grace, [&drained] { drained.set_value(); });
  drained.get_future().wait_for(request_grace + std::chrono::seconds{1});
  {
    caf::scoped_actor from{*system_};
    from->request(actors_.supervisor, delivery_grace, stop_deliveries{})
        .receive([](deliveries_stopped) {},
                 [](caf::error&) {
                   log::warning("service.deliveries_left",
                                {{"reason", "attempts did not finish in time; the next start resumes them"}});
                 });
    control_.reset();
    caf::anon_send(watch_, stop_watching{});
    mail_->stop();
    for (const auto& one : actors_.ending_before_incarnation()) end(from, one.actor);
    from->request(actors_.incarnation_monitor, request_grace, end_incarnation{})
        .receive([](incarnation_ended) {}, [](caf::error&) {});
    for (const auto& one : actors_.ending_after_incarnation()) end(from, one.actor);
  }
  boost::asio::post(io_, [this] {
    outbound_.stop();
    io_.stop();
  });
  network_.join();
  watch_ = nullptr;
  actors_ = {};
  system_.reset();
  server_.reset();
  log::info("service.stopped");
}

lengthy_requests node::doctor_calls() {
  return {.is_one = asks_for_doctor,
          .answer =
              [this](const std::string& request, const std::function<bool()>& should_stop) {
                yield_to_others();
                return carry_out_examination(request, *database_, keys_, should_stop);
              },
          .answer_if_busy = R"({"ok":false,"message":"the database is being checked already; wait for that check"})"};
}

care node::cared_for() const { return {clock_, *database_, backups_, backups_kept_}; }

admin_access node::admin() {
  // On the control socket's own thread, which may wait.
  return {.find_workspace =
              [this](workspace_id id) {
                result<workspace> found{errc::service_unavailable};
                caf::scoped_actor from{*system_};
                from->request(actors_.connected.readers.front(), caf::infinite, load_workspace{id})
                    .receive([&](loaded_workspace& loaded) { found = std::move(loaded.record); }, [](caf::error&) {});
                return found;
              },
          .apply =
              [this](write_command command) {
                result<write_reply> outcome{errc::service_unavailable};
                caf::scoped_actor from{*system_};
                from->request(actors_.connected.store, caf::infinite, write{std::move(command)})
                    .receive([&](written& done) { outcome = std::move(done.outcome); }, [](caf::error&) {});
                return outcome;
              },
          .back_up = [this] { return make_backup(cared_for()); },
          .now = [this] { return clock_.now(); },
          .open_reader = [this] { return database_->open_reader(); },
          .count_other_nodes = [this] { return std::max<std::int64_t>(0, count_living_nodes(database_url_) - 1); },
          .keys = keys_,
          .around = around_};
}

std::string node::invite_first_person() { return paylink::invite_first_person(admin().for_operator(), random_); }

} // namespace paylink
