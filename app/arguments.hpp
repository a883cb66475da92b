#pragma once
#include "app/admin/operator_order.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace paylink {

enum class task {
  serve,
  check_config,
  print_settings,
  print_reference,
  print_errors,
  migrate,
  back_up,
  restore,
  create_token,
  rotate_master_key,
  carry_out_order,
  examine_database
};

/// What `paylinkd admin create-token` was given.
struct token_order {
  std::string workspace;
  std::string name;
  std::vector<std::string> permissions; ///< `payment_links:write`, …; empty: all of the Owner's.
  std::chrono::hours lifetime{24 * 30};
};

/// The command line of `paylinkd`, read.
struct arguments {
  task what = task::serve;
  std::filesystem::path config_file;
  std::filesystem::path
      data; ///< Empty: `$STATE_DIRECTORY`, else `$XDG_STATE_HOME/paylink`, else `~/.local/state/paylink`.
  bool sandbox = false;
  std::string bank_simulator; ///< Where the sandbox bank answers; named in `sandbox.json`.
  token_order token;
  operator_order order;
  bool remove_old_keys = false;        ///< `rotate-master-key --remove-old`: no new key; removes the old ones.
  std::filesystem::path restored_file; ///< `restore FILE`.
  bool replace = false;                ///< `restore --replace`: also where there is a database.
  bool mark = false;                   ///< `restore --mark`: only notes that the database was restored.
  bool deep = false;                   ///< `doctor --deep`: SQLite checks its whole file, too.
  bool as_json = false;                ///< `doctor --json`.
};

struct parsed_arguments {
  arguments asked;
  bool go_on = true; ///< False after `--help`, `--version` and usage errors.
  int exit_code = 0;
};

/// Reads the command line; prints help and usage errors itself (exit code 2).
parsed_arguments parse_arguments(int count, char** words);

} // namespace paylink
