#pragma once
#include "domain/identity/audit.hpp"
#include "domain/values/ids.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <vector>

/// The stores' records about signing keys and other values sealed with a master key.
namespace paylink {

/// A signing key as it is stored; `secrets/` opens it.
struct stored_signing_key {
  std::string id;
  std::string sealed;
  timestamp created_at;
  std::optional<timestamp> valid_until{}; ///< None for the current key.
};

struct stored_signing_keys {
  stored_signing_key current;
  std::optional<stored_signing_key> previous{}; ///< As long as it can verify.
};

/// Makes a new signing key the current one of its Workspace. The previous one can verify for a while longer; the one
/// before is deleted. Repeating it with the same id changes nothing. `not_found`; `conflict`: the id is that of the
/// previous key.
struct rotate_signing_key {
  using reply = stored_signing_keys;
  static constexpr bool needs_sound_clock = true;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  std::string key_id;
  std::string sealed;
  act by{};
};

/// Notes that someone is about to see a Workspace's signing keys.
struct note_shown_keys {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  act by{};
};

/// Every column with values sealed with a master key.
enum class sealed_column { signing_key, canary, mail_token, totp_secret, webhook_api_key, webhook_secret };

/// A sealed value and its place.
struct sealed_value {
  sealed_column column = sealed_column::signing_key;
  std::int64_t row = 0;
  std::string id;           ///< Of the row, in its Workspace.
  std::string workspace_id; ///< Empty: of none.
  std::string sealed;
};

struct resealed_values {
  std::int64_t changed = 0;
};

/// Replaces sealed values by the same secrets, sealed with another master key. A value that has changed meanwhile is
/// skipped.
struct reseal_values {
  using reply = resealed_values;
  static constexpr bool is_apart = true;
  struct replacement {
    sealed_column column = sealed_column::signing_key;
    std::int64_t row = 0;
    std::string before, after;
  };
  std::vector<replacement> values;
};

/// Stores the canary of the master key, unless there is one.
struct keep_canary {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::string sealed;
};

using key_verbs = verbs<rotate_signing_key, note_shown_keys, reseal_values, keep_canary>;

} // namespace paylink
