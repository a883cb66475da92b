#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/values/ids.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <string_view>
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
result<stored_signing_keys> carry_out(writing& at, const rotate_signing_key& command);

/// Notes that someone is about to see a Workspace's signing keys.
struct note_shown_keys {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  act by{};
};
result<no_reply> carry_out(writing& at, const note_shown_keys& command);

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
result<resealed_values> carry_out(writing& at, const reseal_values& command);

/// Stores the canary of the master key, unless there is one.
struct keep_canary {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  std::string sealed;
};
result<no_reply> carry_out(writing& at, const keep_canary& command);

using key_verbs = verbs<rotate_signing_key, note_shown_keys, reseal_values, keep_canary>;

/// The Workspace's current signing key, and the previous one while it can verify. `not_found`.
struct find_signing_keys {
  workspace_id in;
  timestamp now;
};
result<stored_signing_keys> answer(reading& at, const find_signing_keys& wanted);

/// Values sealed with a master key other than `but_key` (empty: all), of every column, after the row `after` in the
/// order of columns and rows.
struct list_sealed_values {
  std::string_view but_key;
  const sealed_value& after;
  int limit;
};
page<sealed_value> answer(reading& at, const list_sealed_values& wanted);

struct find_canary {};
result<sealed_value> answer(reading& at, const find_canary& wanted);

} // namespace paylink
