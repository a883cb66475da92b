#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/credits/entry_writes.hpp"
#include "persistence/credits/kept_entries.hpp"

namespace paylink {

/// Takes up the entries that were held while their Workspace was suspended, on the writer's connection. The lock on the
/// Workspace's row makes two nodes take turns, and keeps new entries from being held meanwhile.
class held_entries {
public:
  held_entries(soci::session& session, dialect spoken, entry_writes& entries, audit_writes& log);

  /// Takes up at most `entries_max`, and no more once their texts have a MiB: what arrives meanwhile waits for it.
  /// Returns `reactivated_portion`, or `held_up` if another transaction has locked the link of the first entry.
  result<write_reply> carry_out(const reactivate_workspace& command, const moment& when);

private:
  struct held_portion {
    std::vector<kept_entry> entries; ///< The oldest ones, in the order of their arrival.
    bool are_some_left = false;
  };
  held_portion find(workspace_id workspace, std::size_t most);

  entry_writes& entries_;
  audit_writes& log_;
  kept_entries kept_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_number>> lock_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_text, sql_text, sql_number, sql_text>> next_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number>> is_left_;
  statement<sql_row<sql_text>> activate_;
  statement<sql_row<sql_number, sql_text, sql_number>> fetch_;
};

} // namespace paylink
