#pragma once
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <string>
#include <vector>

namespace paylink::test {

/// A Workspace with its owner and a token that may do everything in it, and the commands that make them.
struct first_shop {
  user_id owner;
  workspace_id workspace;
  std::string token, signing_key; ///< As the merchant has them.
  std::vector<write_command> commands;

  first_shop(const std::string& name, const std::string& email, const std::string& plan, timestamp now,
             random_source& random, const master_keys& keys);

  /// An account at MB that its bank's feed tells of, unless another one does. Its command is `connect_account`.
  bank_account account(const std::string& number, timestamp now, random_source& random,
                       const std::string& feed = "MB") const;
};

} // namespace paylink::test
