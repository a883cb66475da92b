#pragma once
#include "http/outbound/outbound_client.hpp"
#include "tests/simulation/row_reader.hpp"
#include "tests/simulation/second_looks.hpp"
#include "tests/simulation/webhook_ends.hpp"
#include "tests/simulation/world.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace paylink::simulation {

class node;
class shared_database;

/// The merchants' servers, their chats, and the way to them. Each host is well or has a trouble of its own for a while;
/// every request is compared with what came before of its event, and with what the database says at that moment.
class receivers {
public:
  receivers(world& in, shared_database& database, int hosts);

  /// Takes a request of a node and tells what came of it some time later. `done` says whether anybody has heard it.
  void post(const node& from, outbound_request request, std::function<bool(attempt)> done);

  enum class trouble { none, hangs, resets, errs, refuses, limits, redirects, has_no_name, loses_answers };
  /// Decides, in the place of chance, how a host takes an attempt.
  std::function<trouble(std::size_t host, int attempt)> decides;

  /// The database is one of before: which numbers were sent since, it cannot know. What an event of a link is called,
  /// it has to.
  void hear_of_restored_backup();

  std::string url(std::size_t host, std::size_t link) const;
  std::size_t hosts() const { return hosts_.size(); }
  /// Whether one of them never gets well: its deliveries end after their last attempt.
  bool has_dead_host() const { return has_dead_host_; }

  /// How often each event was told of and answered with a 2xx; to each webhook for itself.
  struct received_event {
    std::string link; ///< Empty: it was told to a webhook.
    std::string body, signature, stamp, agent;
    std::set<int> numbers;
    int highest = 0;
    /// The outcome of the last attempt that a node has heard of, and when.
    struct heard_outcome {
      int number = 0;
      milliseconds at{0};
      attempt made;
    };
    std::optional<heard_outcome> heard;
    int accepted = 0; ///< How often the receiver itself took it, whether or not its answer arrived.
  };
  const std::map<std::string, received_event>& events() const { return events_; }
  std::uint64_t requests = 0;
  webhook_ends& webhooks() { return webhooks_; }
  second_looks& looks() { return looks_; }

private:
  void fall_ill(std::size_t host);
  attempt outcome_of(trouble what, bool& is_accepted, milliseconds& takes);
  void check(const node& from, const outbound_request& request, const std::string& event);
  void check_name(const outbound_request& request, const std::string& event);
  void check_seal(received_event& reported, const outbound_request& request, const row_reader::delivery& row,
                  const std::string& event);
  void check_wait(const received_event& reported, int number, const std::string& event);

  world& world_;
  shared_database& database_;
  webhook_ends webhooks_;
  second_looks looks_;
  std::vector<trouble> hosts_;
  bool has_dead_host_ = false; ///< The first.
  std::map<std::string, received_event> events_;
  std::map<std::string, std::string> event_of_link_; ///< By the ids that merchants see.
};

/// The value of a header whose name ends like this.
std::string header_of(const outbound_request& request, std::string_view end);

} // namespace paylink::simulation
