#pragma once
#include "actors/core_watch.hpp"
#include "actors/node_environment.hpp"
#include "actors/reader.hpp"
#include "actors/upkeep/caretaker.hpp"
#include "actors/upkeep/mailer.hpp"
#include "api/calls/call.hpp"

namespace paylink {

/// What the actors of a node stand on; it outlives them.
struct node_foundation {
  node_environment* environment = nullptr;
  const api_services* services = nullptr;
  mail_desk mail;
  std::function<std::unique_ptr<write_store>()> open_writer;
  std::function<std::unique_ptr<read_store>()> open_reader, open_list_reader;
  std::function<std::unique_ptr<text_indexer>()> open_text_indexer{}; ///< Empty: nobody keeps such an index.
  std::size_t readers = 1, list_readers = 1;
  call_preparer prepare, prepare_list;    ///< On a reader's thread.
  readiness* state = nullptr;             ///< Where readers say that they are at work.
  const wall_clock* list_clock = nullptr; ///< By which a list takes its time; null: the services' clock.
  std::chrono::milliseconds list_patience = readiness::read_time_max;
  std::optional<care> cared_for{}; ///< None: no caretaker.
  bool keeps_life = true;          ///< Otherwise nobody says that the node lives, and none asks.
};

/// Where actors run that wait for a database, a mail server or a disk.
enum class placement {
  on_own_threads,
  together, ///< With all others, as virtual time needs it.
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
  life_keeper_actor life_keeper;
  link_expirer_actor expirer;
  caretaker_actor caretaker; ///< Null: none. So may be the next.
  text_keeper_actor text_keeper;
  mailer_actor mailer;
  directory_actor directory;
  http_frontend_actor frontend;

  /// Those that end before the life keeper gives its last sign, and those that end behind it. In this order whoever
  /// still asks another ends before that one.
  std::vector<core_actor> ending_before_life() const;
  std::vector<core_actor> ending_after_life() const;
};

/// A node is wired here and nowhere else, in two steps, so that a test can stand between a node and its database.
connected_actors spawn_connected(caf::actor_system& system, const node_foundation& on, placement where);
node_actors spawn_node(caf::actor_system& system, const node_foundation& on, connected_actors connected,
                       placement where);

/// Ends the process by `lost` when one of the actors is lost without which the node is none.
core_watch_actor spawn_watch(caf::actor_system& system, const node_actors& of,
                             std::function<void(const std::string&, const std::string&)> lost);

} // namespace paylink
