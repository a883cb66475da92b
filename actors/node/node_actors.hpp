#pragma once
#include "actors/core_watch.hpp"
#include "actors/front/password_hasher.hpp"
#include "actors/node_environment.hpp"
#include "actors/reader.hpp"
#include "actors/upkeep/mailer.hpp"
#include "actors/upkeep/maintenance.hpp"
#include "api/calls/call.hpp"

namespace paylink {

/// What the actors of a node depend on; it outlives them.
struct node_foundation {
  node_environment* environment = nullptr;
  const api_services* services = nullptr;
  mail_context mail;
  std::function<std::unique_ptr<write_store>()> open_writer;
  std::function<std::unique_ptr<read_store>()> open_reader, open_list_reader;
  std::function<std::unique_ptr<text_indexer>()> open_text_indexer{}; ///< Empty: there is no such index.
  std::size_t readers = 1, list_readers = 1;
  call_preparer prepare, prepare_list;    ///< On a reader's thread.
  readiness* state = nullptr;             ///< Where readers report that they are busy.
  const wall_clock* list_clock = nullptr; ///< Limits a list's time; null: the services' clock.
  std::chrono::milliseconds list_patience = readiness::read_time_max;
  std::size_t password_hashers = 1; ///< Each takes the memory of a hash while it makes one.
  password_cost cost_of_passwords{};
  std::function<void()> begin_password_hasher{}; ///< On the thread of each.
  /// By the feed's code: how the line to its connector is opened.
  std::map<std::string, std::function<std::unique_ptr<connector_line>()>> connectors{};
  std::optional<care> cared_for{}; ///< None: no maintenance.
  bool keeps_incarnation = true;   ///< If false, there are no heartbeats.
};

/// Where actors that wait for a database, a mail server or a disk run.
enum class placement {
  on_own_threads,
  together, ///< With all others, as virtual time requires.
};

/// The actors that have a connection to the database.
struct connected_actors {
  store_actor store;
  std::vector<reader_actor> readers, list_readers;
};

/// The lasting actors of a node.
struct node_actors {
  connected_actors connected;
  delivery_supervisor_actor supervisor;
  incarnation_monitor_actor incarnation_monitor;
  link_expirer_actor expirer;
  workspace_clearer_actor clearer;
  job_scheduler_actor scheduled_jobs;
  change_notifier_actor changes;
  account_updater_actor account_updater;
  maintenance_actor maintenance; ///< Null: none. So may be the next.
  text_index_updater_actor text_index_updater;
  mailer_actor mailer;
  directory_actor directory;
  std::vector<password_hasher_actor> password_hashers;
  endpoint_tester_actor endpoint_tester;
  std::map<std::string, connector_caller_actor> connector_callers; ///< By the feed's code.
  connector_router_actor connector_router;
  statement_importer_actor statement_importer;
  reconciler_actor reconciler; ///< Null: no bank has a connector.
  http_frontend_actor frontend;

  /// The actors that end before the incarnation monitor's last heartbeat, and those that end after it. In this order,
  /// an actor ends before the ones that it still sends requests to.
  std::vector<core_actor> ending_before_incarnation() const;
  std::vector<core_actor> ending_after_incarnation() const;
};

/// Wires a node, the only place that does, in two steps, so that a test can intercept the node's database.
connected_actors spawn_connected(caf::actor_system& system, const node_foundation& on, placement where);
node_actors spawn_node(caf::actor_system& system, const node_foundation& on, connected_actors connected,
                       placement where);

/// Ends the process by `lost` if an actor that the node cannot work without is lost.
core_watch_actor spawn_watch(caf::actor_system& system, const node_actors& of,
                             std::function<void(const std::string&, const std::string&)> lost);

} // namespace paylink
