#pragma once
#include "tests/simulation/cluster.hpp"
#include "tests/simulation/first_shops.hpp"
#include "tests/simulation/receivers.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace paylink::simulation {

/// The merchants' developers: disable and enable webhooks, replace their keys, send tests, send deliveries again, and
/// fetch the events of both Workspaces, which they compare with what is there.
class integrators {
public:
  integrators(world& in, cluster& nodes, shared_database& database, receivers& outside);

  /// Puts everything on the agenda.
  void begin();
  /// Whether there are events that nobody has fetched.
  bool has_open() const;

  void set_enabled(const first_shops::shop& of, const first_shops::webhook& which, bool enabled);
  /// Another pair of key and secret, which is used as soon as its merchant knows it.
  void replace_keys(const first_shops::shop& of, const first_shops::webhook& which);
  void send_test(const first_shops::shop& of, const first_shops::webhook& which);
  /// What was skipped, or what has failed, or everything.
  void send_again(const first_shops::shop& of, const std::string& filter);
  /// One delivery that has ended, if there is one.
  void send_one_again(const first_shops::shop& of);
  /// Fetches what follows, and goes on.
  void fetch(std::size_t shop);
  /// Nothing but this.
  void begin_following();
  /// A backup has taken the database's place: the order of events has another epoch, of which nobody was told.
  void hear_of_restored_backup();
  /// Each follower knows every event that is there.
  void check_end() const;

private:
  /// Somebody who fetches a Workspace's events, and remembers them.
  struct follower {
    std::string place{"0"};            ///< Where it goes on, as it was told.
    std::vector<std::string> subjects; ///< In their order, of this epoch.
    std::set<std::string> known;
  };
  void activate_keys(const first_shops::shop& of, const first_shops::webhook& which);
  void take_events(std::size_t shop, const std::string& body);
  void read_again(std::size_t shop, std::size_t after);
  std::int64_t events_there(std::size_t shop) const;
  bool has_delivery(const std::string& id) const;
  void call(const first_shops::shop& as, http_method method, const std::string& target, const std::string& body,
            cluster::answer done);
  void expect(const char* what, const http_response* response, std::initializer_list<int> others);

  world& world_;
  cluster& nodes_;
  shared_database& database_;
  receivers& outside_;
  std::vector<follower> followers_;
  bool is_restored_ = false;
  std::map<webhook_id, int> wishes_;
  std::set<webhook_id> replacing_; ///< Under way, or of one nobody knows how it ended.
};

} // namespace paylink::simulation
