#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// The entries in quarantine, on one reading connection.
class quarantine_reads {
public:
  explicit quarantine_reads(soci::session& session);

  /// At most `limit`, and fewer if their texts are long: a page ends once it has read a MiB.
  page<quarantined_entry> list(std::int64_t after_row, int limit);

private:
  statement<sql_row<sql_number>,
            sql_row<sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>>
      next_;
  statement<sql_row<sql_number>, sql_row<sql_number>> is_left_;
};

/// The same on the writer's connection.
class quarantine_writes {
public:
  explicit quarantine_writes(soci::session& session);

  result<retried_entry> carry_out(const retry_kept_entry& command, const moment& when);

private:
  /// Has the upkeep of the connected account with the entry's number look for it.
  bool remind(std::string_view feed, const bank_entry& entry, timestamp now);

  statement<sql_row<sql_number>, sql_row<sql_text, sql_text>> find_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text>, sql_row<sql_number>> find_same_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_number, sql_text, sql_number>> change_;
  statement<sql_row<sql_number, sql_number>> note_processed_;
  statement<sql_row<sql_number, sql_text, sql_text>> remind_account_;
};

} // namespace paylink
