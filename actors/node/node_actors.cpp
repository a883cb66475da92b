#include "actors/node/node_actors.hpp"

#include "actors/banks/connector_caller.hpp"
#include "actors/banks/connector_router.hpp"
#include "actors/banks/reconciler.hpp"
#include "actors/banks/statement_importer.hpp"
#include "actors/changes/announcing_writer.hpp"
#include "actors/changes/change_notifier.hpp"
#include "actors/delivery/delivery_supervisor.hpp"
#include "actors/delivery/endpoint_tester.hpp"
#include "actors/front/http_frontend.hpp"
#include "actors/store.hpp"
#include "actors/upkeep/account_updater.hpp"
#include "actors/upkeep/incarnation_monitor.hpp"
#include "actors/upkeep/job_scheduler.hpp"
#include "actors/upkeep/link_expirer.hpp"
#include "actors/upkeep/text_index_updater.hpp"
#include "actors/upkeep/workspace_clearer.hpp"
#include "actors/workspaces/directory.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

template <class Behavior, class... Parts>
auto spawn_waiting(caf::actor_system& system, placement where, Behavior behavior, Parts&&... parts) {
  return where == placement::on_own_threads ? system.spawn<caf::detached>(behavior, std::forward<Parts>(parts)...)
                                            : system.spawn(behavior, std::forward<Parts>(parts)...);
}

template <class Actor>
void add(std::vector<core_actor>& to, const char* name, const Actor& actor) {
  if (actor) to.push_back({name, caf::actor_cast<caf::actor>(actor)});
}

} // namespace

connected_actors spawn_connected(caf::actor_system& system, const node_foundation& on, placement where) {
  connected_actors made;
  const auto& clock = on.services->clock;
  const auto open_announcing = [open = on.open_writer, environment = on.environment]() -> std::unique_ptr<write_store> {
    return std::make_unique<announcing_writer>(open(), environment->changes);
  };
  made.store = spawn_waiting(system, where, store_behavior, open_announcing);
  for (std::size_t i = 0; i < on.readers; ++i)
    made.readers.push_back(
        spawn_waiting(system, where, reader_behavior, on.open_reader, on.prepare, reader_place{clock, on.state, i}));
  for (std::size_t i = 0; i < on.list_readers; ++i)
    made.list_readers.push_back(spawn_waiting(
        system, where, reader_behavior, on.open_list_reader, on.prepare_list,
        reader_place{on.list_clock ? *on.list_clock : clock, on.state, readiness::readers_max + i, on.list_patience}));
  return made;
}

node_actors spawn_node(caf::actor_system& system, const node_foundation& on, connected_actors connected,
                       placement where) {
  node_actors made;
  made.connected = std::move(connected);
  auto* const environment = on.environment;
  const auto& [store, readers, list_readers] = made.connected;
  made.supervisor = system.spawn(delivery_supervisor_behavior, environment, store);
  if (on.keeps_incarnation)
    made.incarnation_monitor = system.spawn(incarnation_monitor_behavior, environment, store, made.supervisor);
  made.expirer = system.spawn(link_expirer_behavior, environment, store, made.supervisor);
  made.clearer = system.spawn(workspace_clearer_behavior, environment, store);
  made.scheduled_jobs = system.spawn(job_scheduler_behavior, environment, store);
  made.changes = system.spawn(change_notifier_behavior, environment, store, readers, on.services->sessions);
  made.account_updater = system.spawn(account_updater_behavior, environment, store, made.supervisor);
  if (on.cared_for) made.maintenance = spawn_waiting(system, where, maintenance_behavior, *on.cared_for);
  if (on.open_text_indexer)
    made.text_index_updater = spawn_waiting(system, where, text_index_updater_behavior, on.open_text_indexer);
  made.mailer = spawn_waiting(system, where, mailer_behavior, on.mail, store);
  made.directory = system.spawn(directory_behavior, workspace_parts{environment, store, readers, made.supervisor,
                                                                    list_readers, made.account_updater});
  for (std::size_t i = 0; i < on.password_hashers; ++i)
    made.password_hashers.push_back(
        spawn_waiting(system, where, password_hasher_behavior, on.cost_of_passwords, on.begin_password_hasher));
  made.endpoint_tester = system.spawn(endpoint_tester_behavior, environment);
  for (const auto& [feed, open] : on.connectors)
    made.connector_callers.emplace(feed, spawn_waiting(system, where, connector_caller_behavior, open));
  made.connector_router = system.spawn(connector_router_behavior, made.connector_callers);
  if (!on.connectors.empty()) {
    reconciler_parts parts{store, made.connector_router, made.directory, {}};
    for (const auto& [feed, open] : on.connectors) parts.feeds.push_back(feed);
    made.reconciler = system.spawn(reconciler_behavior, environment, std::move(parts));
  }
  made.statement_importer = system.spawn(statement_importer_behavior, made.directory, store);
  made.frontend = system.spawn(http_frontend_behavior,
                               frontend_parts{on.services, std::make_shared<reader_choice>(readers), list_readers,
                                              made.directory, store, made.password_hashers, made.endpoint_tester,
                                              made.connector_router, made.statement_importer});
  return made;
}

std::vector<core_actor> node_actors::ending_before_incarnation() const {
  std::vector<core_actor> all;
  add(all, "maintenance", maintenance);
  add(all, "text-index-updater", text_index_updater);
  add(all, "mailer", mailer);
  add(all, "link-expirer", expirer);
  add(all, "workspace-clearer", clearer);
  add(all, "job-scheduler", scheduled_jobs);
  add(all, "change-notifier", changes);
  add(all, "account-updater", account_updater);
  add(all, "delivery-supervisor", supervisor);
  add(all, "http-frontend", frontend);
  add(all, "statement-importer", statement_importer);
  add(all, "directory", directory);
  for (const auto& one : password_hashers) add(all, "password-hasher", one);
  add(all, "endpoint-tester", endpoint_tester);
  add(all, "reconciler", reconciler);
  add(all, "connector-router", connector_router);
  for (const auto& [feed, one] : connector_callers) add(all, "connector-caller", one);
  for (const auto& reader : connected.readers) add(all, "reader", reader);
  return all;
}

std::vector<core_actor> node_actors::ending_after_incarnation() const {
  std::vector<core_actor> all;
  add(all, "incarnation-monitor", incarnation_monitor);
  for (const auto& reader : connected.list_readers) add(all, "list-reader", reader);
  add(all, "store", connected.store);
  return all;
}

core_watch_actor spawn_watch(caf::actor_system& system, const node_actors& of,
                             std::function<void(const std::string&, const std::string&)> lost) {
  auto core = of.ending_before_incarnation();
  // Without the text index only searches suffer: they read more rows.
  std::erase_if(core, [&](const core_actor& one) { return one.name == "text-index-updater"; });
  for (auto& one : of.ending_after_incarnation()) core.push_back(std::move(one));
  return system.spawn(core_watch_behavior, core, std::move(lost));
}

} // namespace paylink
