#pragma once
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"
#include "tests/simulation/memory_files.hpp"

#include <string>
#include <vector>

namespace paylink::simulation {

/// What every run begins with: two Workspaces of two owners. The first has an account that two feeds tell of and one
/// that its bank's feed alone tells of; the second has one.
struct first_shops {
  static constexpr const char* feed_secret = "feed_secret_of_the_simulation";

  struct account {
    bank_account_id id;
    std::string number;
    std::size_t shop = 0; ///< Whose.
    bool has_two_feeds = false;
  };
  struct shop {
    workspace_id workspace;
    std::string token;
    std::string signing_key; ///< The one that it begins with.
  };

  std::vector<shop> shops;
  std::vector<account> accounts;
  master_keys keys;
  std::vector<write_command> commands; ///< What it is made with, by a node whose clock stands at the run's beginning.
  memory_files::image files;           ///< What they come to on SQLite.

  /// Made once for the process; the same bytes in every one.
  static const first_shops& get();
};

} // namespace paylink::simulation
