#pragma once
#include "actors/node/node_actors.hpp"
#include "api/changes/change_board.hpp"
#include "api/feeds/bank_feed.hpp"
#include "api/payers/page_cache.hpp"
#include "app/admin/control_socket.hpp"
#include "app/administration.hpp"
#include "app/data_folder.hpp"
#include "app/folder_lock.hpp"
#include "app/incarnation_file.hpp"
#include "http/server/server.hpp"
#include "mail/transport.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_attempt_signer.hpp"
#include "secrets/sealed_event_signer.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>

#include <memory>
#include <thread>

namespace paylink {

class sandbox;

/// One node, wired: the only place that knows every concrete class.
class node {
public:
  /// `lock`: the folder's lock, which outlives the node.
  node(const data_folder& folder, const folder_lock& lock, const settings& values, std::optional<sandbox>& demo);
  ~node();

  /// `http://127.0.0.1:8080`, with the real port; the base of links.
  const std::string& public_url() const { return services_.public_url; }

  /// The link with which the first person makes an account; empty if there are users. Only once started.
  std::string invite_first_person();

  /// Starts to answer.
  void start();

  /// Reads the certificate again, and logs the result.
  void reload();

  /// Keeps working, but reports that it is not ready and closes each connection after its answer, so that clients use
  /// other nodes.
  void retire();

  /// Shuts down in order; returns when everything is done.
  void stop();

private:
  void open_store(const data_folder& folder, std::optional<sandbox>& demo);
  void spawn_actors();
  void open_door(const settings& values);
  void open_mail(const data_folder& folder, const settings& values);
  care cared_for() const;
  admin_access admin();
  lengthy_requests doctor_calls();

  system_random random_;
  system_wall_clock clock_;
  readiness state_;
  bank_times bank_clocks_;
  clock_offset clock_offset_;
  master_keys keys_;
  sealed_event_signer signer_;
  sealed_attempt_signer attempt_signer_;
  boost::asio::io_context io_;
  std::unique_ptr<database> database_;
  std::unique_ptr<mail_transport> mail_;
  mailbox mail_from_;
  delivery_window window_;
  incarnation_file incarnations_;
  store_context store_context_;
  outbound_client outbound_;
  page_cache pages_;
  change_board changes_;
  rate_limits limits_;
  api_services services_;
  const feed_gate feed_gate_; ///< For the network thread.
  node_environment environment_;
  std::string database_url_;
  std::size_t readers_wanted_, list_readers_wanted_;
  std::chrono::milliseconds list_time_;
  std::filesystem::path backups_;
  int backups_kept_;
  std::map<std::string, std::function<std::unique_ptr<connector_line>()>> connector_lines_;
  std::filesystem::path control_path_;
  operator_surroundings around_;
  caf::actor_system_config actors_config_;
  std::unique_ptr<caf::actor_system> system_;
  node_actors actors_;
  core_watch_actor watch_;
  std::unique_ptr<http_server> server_;
  std::unique_ptr<control_socket> control_;
  std::thread network_;
};

} // namespace paylink
