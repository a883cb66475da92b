#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/credits/credit_matching.hpp"
#include "persistence/credits/entry_writes.hpp"

namespace paylink {

/// Takes up the entries that were held while their Workspace was suspended, on the writer's connection. The lock on the
/// Workspace's row makes two nodes take turns, and keeps new entries from being held meanwhile.
class held_entries {
public:
  held_entries(soci::session& session, dialect spoken, entry_writes& entries, audit_writes& log);

  /// Returns `reactivated_portion`, or `held_up` if another transaction has locked the link of the first entry.
  result<write_reply> carry_out(const reactivate_workspace& command, const moment& when);

private:
  struct held_entry {
    std::int64_t row = 0;
    std::optional<record_entry> command{}; ///< None: its text cannot be read.
  };
  /// The oldest ones, in the order of their arrival.
  std::vector<held_entry> find(workspace_id workspace, std::size_t most);
  /// Adds what they are about: virtual accounts and links, and the ids of their transactions.
  void complete(std::vector<held_entry>& found, const std::vector<transaction_id>& new_transactions);
  /// Records it, and adds what became of it. Returns none, or what is in its way: then nothing was written.
  std::optional<result<write_reply>> process(const held_entry& one, const moment& when, reactivated_portion& portion);

  entry_writes& entries_;
  audit_writes& log_;
  credit_matching matching_;
  statement<sql_row<sql_text>, sql_row<sql_text, sql_number>> lock_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_text, sql_text, sql_number, sql_text>> find_;
  statement<sql_row<sql_number, sql_number>> note_processed_;
  statement<sql_row<sql_text>> activate_;
};

} // namespace paylink
