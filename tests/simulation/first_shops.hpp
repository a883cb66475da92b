#pragma once
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"
#include "tests/simulation/memory_files.hpp"
#include "tests/simulation/staffed_shop.hpp"

#include <string>
#include <vector>

namespace paylink::simulation {

/// What every run begins with: two Workspaces of two owners. The first has an account that two feeds tell of, with two
/// virtual accounts, and one that its bank's feed alone tells of, with one; the second has one of its bank's feed, and
/// one at another bank that the switch alone tells of, under the number of the very first. Each has an endpoint that is
/// told everything; the first has one for large credits beside it, the second a chat.
struct first_shops {
  static constexpr const char* feed_secret = "feed_secret_of_the_simulation";
  static constexpr std::size_t reported_twice = 0; ///< The account with two feeds.
  /// One of the webhooks hears of large credits alone; all others are told everything.
  static constexpr const char* of_large_credits = "large";
  static constexpr std::int64_t least_large = 50'000;
  static constexpr const char* chat = "42424242";

  struct virtual_number {
    virtual_account_id id;
    std::string number;
  };
  struct account {
    bank_account_id id;
    std::string number;
    std::size_t shop = 0; ///< Whose.
    bool has_two_feeds = false;
    std::string feed = "MB"; ///< The first that tells of it.
    std::string bin = "970422";
    std::vector<virtual_number> virtual_numbers{};
  };
  /// Where a Workspace is told of what happens in it.
  struct webhook {
    webhook_id id;
    webhook_type type = webhook_type::http;
    std::string name;
    std::string api_key{}, secret{}; ///< That it begins with. Of a chat: none, and its bot's token.
  };
  struct shop {
    workspace_id workspace;
    std::string token;
    std::string signing_key; ///< The one that it begins with.
    std::string session{};   ///< Of its Owner: the cookie's value.
    std::vector<webhook> webhooks{};
  };

  std::vector<shop> shops;
  std::vector<account> accounts;
  staffed_shop staffed; ///< Beside them.
  master_keys keys;
  std::vector<write_command> commands; ///< What it is made with, by a node whose clock stands at the run's beginning.
  memory_files::image files;           ///< What they come to on SQLite.

  /// Made once for the process; the same bytes in every one.
  static const first_shops& get();
};

} // namespace paylink::simulation
