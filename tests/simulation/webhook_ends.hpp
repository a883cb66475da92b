#pragma once
#include "http/outbound/outbound_client.hpp"
#include "tests/simulation/first_shops.hpp"
#include "tests/simulation/world.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace paylink::simulation {

class node;
class shared_database;

/// What the ends of webhooks and chats can tell of a request: which event it is about, whether it is genuine, and
/// whether it comes too soon.
class webhook_ends {
public:
  webhook_ends(world& in, shared_database& database);

  /// A merchant has been shown another pair of key and secret.
  void know_keys(const webhook_id& of, std::string api_key, std::string secret);
  /// From now on the newest pair is in force.
  void hear_of_activation(const webhook_id& of) { activated_[of] = {world_.elapsed, keys_[of].size() - 1}; }
  /// From now on it is told nothing, until somebody wants to change that.
  void hear_of_disabling(const webhook_id& of) { disabled_at_[of] = world_.elapsed; }
  void hear_of_wish(const webhook_id& of) { disabled_at_.erase(of); }

  /// The id of the delivery that a request belongs to, by what it tells; none: it is no webhook's.
  std::optional<std::string> delivery_of(const outbound_request& request);
  /// What holds for each request by itself.
  void check(const node& from, const outbound_request& request, const std::string& delivery);

private:
  struct key_pair {
    std::string api_key, secret;
  };
  struct activation {
    milliseconds at{0};
    std::size_t pair = 0; ///< Which of its pairs.
  };
  /// What a body tells.
  struct reported {
    webhook_id to{};
    std::string subject{};
    std::optional<webhook_event> event{}; ///< A chat's message does not say it in words that are closed.
  };
  std::optional<reported> read(const outbound_request& request) const;
  void check_wish(const webhook_id& to);
  void check_seal(const node& from, const outbound_request& request, const webhook_id& to);
  void check_pace(const std::string& delivery);

  world& world_;
  shared_database& database_;
  std::map<webhook_id, std::vector<key_pair>> keys_; ///< Oldest first.
  std::map<webhook_id, activation> activated_;       ///< The last of each.
  std::map<webhook_id, milliseconds> disabled_at_;
  std::optional<milliseconds> last_message_at_;
};

} // namespace paylink::simulation
