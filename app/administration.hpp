#pragma once
#include "app/admin/operator_calls.hpp"
#include "app/arguments.hpp"
#include "config/settings.hpp"
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <functional>
#include <string>

namespace paylink {

/// What an administrative verb works with: a running daemon's actors, or the opened database.
struct admin_access {
  std::function<result<workspace>(workspace_id)> find_workspace;
  std::function<result<write_reply>(write_command)> apply;
  std::function<std::filesystem::path()> back_up; ///< As `make_backup`.
  std::function<timestamp()> now;
  std::function<std::unique_ptr<read_store>()> open_reader;
  std::function<std::int64_t()> count_other_nodes; ///< Nodes alive at the same database.
  master_keys& keys;
  operator_surroundings around{};

  operator_access for_operator() const { return {apply, open_reader, now, keys, around}; }
};

/// Carries out one request in the form used on the control socket: `{"verb":"create-token",…}`. The answer is
/// `{"ok":true,…}` or `{"ok":false,"message":"…"}`.
std::string carry_out(const std::string& request, const admin_access& access, random_source& random);

/// `paylinkd admin …`, `paylinkd backup`: asks the running daemon, or opens the database itself if none runs. Prints
/// the token, the copy's file, or what was done with the master keys. Returns the exit code.
int administer(const arguments& asked, const settings& values);

/// `paylinkd migrate`.
int migrate(const arguments& asked, const settings& values);

/// `paylinkd restore`: checks a copy of an SQLite database, brings it up to date and puts it in the place of the
/// folder's database; `--mark` alone: says that another program has restored the database. Either way events begin a
/// new epoch at the next start. Returns the exit code; throws std::runtime_error that says why nothing was changed.
int restore(const arguments& asked, const settings& values);

} // namespace paylink
